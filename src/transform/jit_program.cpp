#include "transform/jit_program.h"

#include <fmt/format.h>

#include <algorithm>

#include "berth/error.h"
#include "lower/module.h"
#include "trace/extract.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::Node;
using trace::ValueId;

constexpr int nobody = -1;

// Each donated input gives its memory to the first result of its type that has none yet.
std::vector<int> match_donations(const Graph& graph, const std::vector<bool>& donated) {
  std::vector<int> taken_by(graph.inputs().size(), nobody);
  std::vector<bool> has_memory(graph.outputs().size());
  for (std::size_t i = 0; i < taken_by.size(); ++i) {
    if (!donated[i]) continue;
    const Aval& given = graph.aval(graph.inputs()[i]);
    for (std::size_t k = 0; k < graph.outputs().size(); ++k) {
      const Aval& result = graph.aval(graph.outputs()[k]);
      if (has_memory[k] || result.shape != given.shape || result.dtype != given.dtype) continue;
      has_memory[k] = true;
      taken_by[i] = static_cast<int>(k);
      break;
    }
  }
  return taken_by;
}

}  // namespace

void check_one_place(const char* who, const Graph& graph, const Sharding& home, Here here) {
  const auto check = [&](ValueId id, std::string_view what, Here line) {
    const detail::Residence& residence = graph.residence(id);
    if (*residence.sharding == home) return;
    throw Error(ErrorCode::unimplemented,
                fmt::format("[{}] the function runs on {}, and {}, {}, lives on {} by the line {}: "
                            "a compiled function has one place so far; make a function of each "
                            "part, and device_put between them",
                            who, to_string(home), what, to_string(graph.aval(id)),
                            to_string(*residence.sharding),
                            to_string(residence.placed_at ? residence.placed_at : line)),
                here);
  };
  for (const ValueId id : graph.inputs()) check(id, "an argument or capture", here);
  for (const Node& node : graph.nodes()) {
    for (int i = 0; i < node.result_count; ++i) {
      check(node.first_result + i, fmt::format("a result of {}", node.application->name()),
            node.here);
    }
  }
}

JitModule lower_function(const TracedFunction& function, const Sharding& home,
                         const std::vector<bool>& donated, Here here) {
  const Graph& whole = function.graph;
  check_one_place("jit", whole, home, here);
  JitModule result;

  const auto all = whole.inputs();
  std::vector<ValueId> computed;
  for (const ValueId id : whole.outputs()) {
    const auto input = std::ranges::find(all, id);
    const auto input_number = static_cast<std::size_t>(input - all.begin());
    const bool is_donated = input_number < donated.size() && donated[input_number];
    if (input != all.end() && !is_donated) {
      result.outputs.push_back({true, input_number, whole.residence(id)});
    } else {
      result.outputs.push_back({false, computed.size(), whole.residence(id)});
      computed.push_back(id);
    }
  }

  const Graph pruned = trace::extract(whole, all, computed);
  const std::vector<bool> live = trace::live_values(pruned);
  std::vector<ValueId> used;
  std::vector<bool> gives;
  for (std::size_t i = 0; i < all.size(); ++i) {
    const bool is_donated = i < donated.size() && donated[i];
    if (!is_donated && !live[static_cast<std::size_t>(pruned.inputs()[i])]) continue;
    result.inputs.push_back(i);
    used.push_back(all[i]);
    gives.push_back(is_donated);
  }
  const Graph graph = trace::extract(whole, used, computed);
  const std::vector<int> taken_by = match_donations(graph, gives);
  for (std::size_t i = 0; i < used.size(); ++i) {
    if (gives[i] && taken_by[i] == nobody) result.unused_donations.push_back(result.inputs[i]);
  }

  const std::vector<MemoryKind> memory(computed.size(), home.memory_kind());
  result.module = {.name = "jit",
                   .text = lower::module_text(graph, memory, taken_by),
                   .parameters = graph.input_avals(),
                   .results = graph.output_avals(),
                   .result_memory = memory,
                   .donated = std::ranges::count(gives, true) > 0 ? gives : std::vector<bool>()};
  return result;
}

}  // namespace berth::transform
