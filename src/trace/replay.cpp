#include "trace/replay.h"

#include <utility>

#include "berth/error.h"
#include "trace/tracing.h"

namespace berth::trace {
namespace {

// The number of the last node that uses each value; outputs are used beyond all.
std::vector<std::size_t> last_uses(const Graph& graph) {
  std::vector<std::size_t> last(static_cast<std::size_t>(graph.value_count()), 0);
  const auto& nodes = graph.nodes();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (const ValueId id : nodes[i].operands) last[static_cast<std::size_t>(id)] = i;
  }
  for (const ValueId id : graph.outputs()) last[static_cast<std::size_t>(id)] = nodes.size();
  return last;
}

}  // namespace

Arrays replay(const Graph& graph, std::span<const Array> inputs) {
  BERTH_ASSERT(inputs.size() == graph.inputs().size());
  Arrays values(static_cast<std::size_t>(graph.value_count()));
  const auto value = [&](ValueId id) -> Array& { return values[static_cast<std::size_t>(id)]; };
  for (std::size_t i = 0; i < inputs.size(); ++i) value(graph.inputs()[i]) = inputs[i];

  const std::vector<bool> live = live_values(graph);
  const std::vector<std::size_t> last = last_uses(graph);
  for (std::size_t i = 0; i < graph.nodes().size(); ++i) {
    const Node& node = graph.nodes()[i];
    if (node.result_count > 0 && !live[static_cast<std::size_t>(node.first_result)]) continue;
    Arrays operands;
    operands.reserve(node.operands.size());
    for (const ValueId id : node.operands) operands.push_back(value(id));
    for (const ValueId id : node.operands) {
      if (last[static_cast<std::size_t>(id)] == i) value(id) = Array();
    }
    Arrays results = perform(node.application, operands, node.here, graph.residences(node));
    for (std::size_t k = 0; k < results.size(); ++k) {
      value(node.first_result + static_cast<int>(k)) = std::move(results[k]);
    }
  }
  Arrays outputs;
  for (const ValueId id : graph.outputs()) outputs.push_back(value(id));
  return outputs;
}

}  // namespace berth::trace
