#include "trace/extract.h"

#include <algorithm>

#include "berth/error.h"

namespace berth::trace {
namespace {

constexpr ValueId absent = -1;

std::size_t index(ValueId id) { return static_cast<std::size_t>(id); }

bool any_result(const Node& node, const std::vector<bool>& of) {
  for (int i = 0; i < node.result_count; ++i) {
    if (of[index(node.first_result + i)]) return true;
  }
  return false;
}

// What the outputs need, going back no further than the inputs.
std::vector<bool> needed(const Graph& graph, std::span<const ValueId> inputs,
                         std::span<const ValueId> outputs) {
  std::vector<bool> is_input(index(graph.value_count()));
  for (const ValueId id : inputs) is_input[index(id)] = true;
  std::vector<bool> needed(index(graph.value_count()));
  const auto need = [&](ValueId id) {
    if (!is_input[index(id)]) needed[index(id)] = true;
  };
  for (const ValueId id : outputs) need(id);
  for (auto node = graph.nodes().rbegin(); node != graph.nodes().rend(); ++node) {
    if (!any_result(*node, needed)) continue;
    for (const ValueId id : node->operands) need(id);
  }
  return needed;
}

}  // namespace

Graph extract(const Graph& graph, std::span<const ValueId> inputs,
              std::span<const ValueId> outputs) {
  Graph part;
  std::vector<ValueId> number(index(graph.value_count()), absent);
  for (const ValueId id : inputs) {
    number[index(id)] = part.add_input(graph.aval(id), graph.residence(id));
  }
  const std::vector<bool> keep = needed(graph, inputs, outputs);
  const auto renumbered = [&](std::span<const ValueId> ids) {
    std::vector<ValueId> result;
    for (const ValueId id : ids) {
      BERTH_ASSERT(number[index(id)] != absent);
      result.push_back(number[index(id)]);
    }
    return result;
  };
  for (const Node& node : graph.nodes()) {
    if (!any_result(node, keep)) continue;
    const ValueId first = part.add_node(node.application, renumbered(node.operands), node.here,
                                        graph.residences(node));
    for (int i = 0; i < node.result_count; ++i) {
      ValueId& place = number[index(node.first_result + i)];
      if (place == absent) place = first + i;  // else it is an input
    }
  }
  part.set_outputs(renumbered(outputs));
  return part;
}

std::vector<bool> dependents(const Graph& graph, std::span<const ValueId> sources) {
  std::vector<bool> depends(index(graph.value_count()));
  for (const ValueId id : sources) depends[index(id)] = true;
  for (const Node& node : graph.nodes()) {
    const bool any =
        std::ranges::any_of(node.operands, [&](ValueId id) { return depends[index(id)]; });
    for (int i = 0; any && i < node.result_count; ++i) depends[index(node.first_result + i)] = true;
  }
  return depends;
}

}  // namespace berth::trace
