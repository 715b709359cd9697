#include "trace/graph.h"

#include <utility>

#include "berth/error.h"

namespace berth::trace {

ValueId Graph::add_input(Aval aval, detail::Residence residence) {
  avals_.push_back(std::move(aval));
  residences_.push_back(std::move(residence));
  inputs_.push_back(value_count() - 1);
  return inputs_.back();
}

ValueId Graph::add_node(ApplicationRef application, std::span<const ValueId> operands, Here here,
                        std::span<const detail::Residence> residences) {
  Avals results = application->infer(avals(operands));
  const ValueId first = value_count();
  nodes_.push_back({.application = std::move(application),
                    .operands = {operands.begin(), operands.end()},
                    .first_result = first,
                    .result_count = static_cast<int>(results.size()),
                    .here = here});
  BERTH_ASSERT(residences.size() == 1 || residences.size() == results.size());
  for (std::size_t i = 0; i < results.size(); ++i) {
    avals_.push_back(std::move(results[i]));
    residences_.push_back(residences[residences.size() == 1 ? 0 : i]);
  }
  return first;
}

Avals Graph::avals(std::span<const ValueId> values) const {
  Avals result;
  result.reserve(values.size());
  for (const ValueId id : values) result.push_back(aval(id));
  return result;
}

void check(const Graph& graph) {
  std::vector<bool> defined(static_cast<std::size_t>(graph.value_count()));
  const auto is_defined = [&](ValueId id) {
    return id >= 0 && id < graph.value_count() && defined[static_cast<std::size_t>(id)];
  };
  for (const ValueId id : graph.inputs()) defined[static_cast<std::size_t>(id)] = true;
  for (const Node& node : graph.nodes()) {
    for (const ValueId id : node.operands) BERTH_ASSERT(is_defined(id));
    const Avals results = node.application->infer(graph.avals(node.operands));
    BERTH_ASSERT(static_cast<int>(results.size()) == node.result_count);
    for (int i = 0; i < node.result_count; ++i) {
      const ValueId id = node.first_result + i;
      BERTH_ASSERT(!is_defined(id) && results[static_cast<std::size_t>(i)] == graph.aval(id));
      defined[static_cast<std::size_t>(id)] = true;
    }
  }
  for (const ValueId id : graph.outputs()) BERTH_ASSERT(is_defined(id));
}

std::vector<bool> live_values(const Graph& graph) {
  std::vector<bool> live(static_cast<std::size_t>(graph.value_count()));
  const auto is_live = [&](ValueId id) { return live[static_cast<std::size_t>(id)]; };
  for (const ValueId id : graph.outputs()) live[static_cast<std::size_t>(id)] = true;
  for (auto node = graph.nodes().rbegin(); node != graph.nodes().rend(); ++node) {
    bool needed = node->application->has_effect();
    for (int i = 0; i < node->result_count; ++i) needed |= is_live(node->first_result + i);
    if (!needed) continue;
    for (int i = 0; i < node->result_count; ++i) {
      live[static_cast<std::size_t>(node->first_result + i)] = true;
    }
    for (const ValueId id : node->operands) live[static_cast<std::size_t>(id)] = true;
  }
  return live;
}

}  // namespace berth::trace
