#include "berth/tree_placement.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <string>

#include "berth/error.h"
#include "core/array_state.h"

namespace berth::detail {
namespace {

const Target& target_of(std::span<const Target> targets, std::size_t leaf) {
  return targets.size() == 1 ? targets.front() : targets[leaf];
}

// Each buffer can be consumed once.
void check_donated_once(TreeRef tree, const Arrays& leaves, Here here) {
  std::vector<std::pair<const runtime::Buffer*, std::size_t>> buffers;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    buffers.emplace_back(leaves[i].state()->buffer.get(), i);
  }
  std::sort(buffers.begin(), buffers.end());
  const auto twice =
      std::adjacent_find(buffers.begin(), buffers.end(),
                         [](const auto& a, const auto& b) { return a.first == b.first; });
  if (twice == buffers.end()) return;
  const std::vector<std::string> paths = structure_of(tree).paths();
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[device_put] the leaves \"{}\" and \"{}\" share their memory: it cannot "
                          "be donated twice; leave out donate, or copy one of them first",
                          paths[twice->second], paths[(twice + 1)->second]),
              here);
}

// Throws what the puts would throw, while nothing is consumed yet.
void check(TreeRef tree, const Arrays& leaves, std::span<const Target> targets,
           DevicePutOptions options, Here here) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const ArrayState& state = concrete_state_of(leaves[i], "device_put", here);
    check_alive(leaves[i], "device_put", here);
    (void)target_of(targets, i).resolve(*state.sharding);
  }
  if (options.donate) check_donated_once(tree, leaves, here);
}

}  // namespace

Arrays put_leaves(TreeRef tree, std::span<const Target> targets, DevicePutOptions options,
                  Here here) {
  here = user_line(here);
  const Arrays leaves = leaves_of(tree);
  check(tree, leaves, targets, options, here);
  Arrays results;
  results.reserve(leaves.size());
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    results.push_back(device_put(leaves[i], target_of(targets, i), options, here));
  }
  return results;
}

Arrays put_leaves(std::span<const HostArray> leaves, const Target& where, DevicePutOptions options,
                  Here here) {
  here = user_line(here);
  Arrays results;
  results.reserve(leaves.size());
  for (const HostArray& leaf : leaves) results.push_back(device_put(leaf, where, options, here));
  return results;
}

std::vector<HostArray> get_leaves(TreeRef tree, Here here) {
  here = user_line(here);
  const Arrays leaves = leaves_of(tree);
  for (const Array& leaf : leaves) leaf.copy_to_host_async(here);
  std::vector<HostArray> values;
  values.reserve(leaves.size());
  for (const Array& leaf : leaves) values.push_back(device_get(leaf, here));
  return values;
}

void wait_for_leaves(TreeRef tree) {
  std::exception_ptr first;
  for (const Array& leaf : leaves_of(tree)) {
    try {
      leaf.block_until_ready();
    } catch (...) {
      if (!first) first = std::current_exception();
    }
  }
  if (first) std::rethrow_exception(first);
}

}  // namespace berth::detail
