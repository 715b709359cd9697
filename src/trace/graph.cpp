#include "trace/graph.h"

#include "berth/error.h"

namespace berth::trace {

ValueId Graph::add_input(Aval aval) {
  BERTH_ASSERT(nodes_.empty());
  avals_.push_back(std::move(aval));
  return input_count_++;
}

ValueId Graph::add_node(std::shared_ptr<const Application> application,
                        std::span<const ValueId> operands, Here here) {
  Avals operand_avals;
  operand_avals.reserve(operands.size());
  for (const ValueId id : operands) operand_avals.push_back(aval(id));
  Avals results = application->infer(operand_avals);

  const auto first = static_cast<ValueId>(avals_.size());
  nodes_.push_back({.application = std::move(application),
                    .operands = {operands.begin(), operands.end()},
                    .first_result = first,
                    .result_count = static_cast<int>(results.size()),
                    .here = here});
  for (Aval& result : results) avals_.push_back(std::move(result));
  return first;
}

Avals Graph::input_avals() const { return {avals_.begin(), avals_.begin() + input_count_}; }

Avals Graph::output_avals() const {
  Avals result;
  result.reserve(outputs_.size());
  for (const ValueId id : outputs_) result.push_back(aval(id));
  return result;
}

void check(const Graph& graph) {
  ValueId defined = graph.input_count();
  for (const Node& node : graph.nodes()) {
    BERTH_ASSERT(node.first_result == defined);
    Avals operands;
    for (const ValueId id : node.operands) {
      BERTH_ASSERT(id >= 0 && id < defined);
      operands.push_back(graph.aval(id));
    }
    const Avals results = node.application->infer(operands);
    BERTH_ASSERT(static_cast<int>(results.size()) == node.result_count);
    for (const Aval& result : results) BERTH_ASSERT(result == graph.aval(defined++));
  }
  for (const ValueId id : graph.outputs()) BERTH_ASSERT(id >= 0 && id < defined);
}

}  // namespace berth::trace
