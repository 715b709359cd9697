#include "transform/linear_map.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "berth/error.h"
#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "trace/extract.h"
#include "trace/replay.h"
#include "trace/tracing.h"
#include "transform/forward.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::Node;
using trace::Tracing;
using trace::ValueId;

bool is_zero(const Array& array) { return array.state() == nullptr; }

std::size_t index(ValueId id) { return static_cast<std::size_t>(id); }

/// A function with the derivative beside it: what a jvp of its graph records.
struct Differentiated {
  Graph graph;
  std::vector<ValueId> primal_inputs;
  std::vector<ValueId> tangent_inputs;
  std::vector<ValueId> primal_outputs;
  std::vector<ValueId> tangent_outputs;  // of those outputs that have one
  std::vector<int> outputs;              // as LinearMap has them
};

Differentiated differentiate(const Graph& graph, std::span<const Array> inputs,
                             const std::vector<bool>& wanted, const char* who, Here here) {
  Tracing tracing(Tracing::Of::function, who, here);
  Duals duals;
  for (const Array& input : inputs) {
    duals.primals.push_back(tracing.input(input.state()->aval, *input.state()));
  }
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    const detail::ArrayState& state = *inputs[i].state();
    const bool has_tangent = wanted[i] && is_differentiable(state.aval.dtype);
    duals.tangents.push_back(has_tangent ? tracing.input(state.aval, state) : Array());
  }
  const std::size_t input_count = inputs.size();
  const Duals results = jvp(graph, duals, who);

  Differentiated all;
  Arrays outputs = results.primals;
  for (const Array& tangent : results.tangents) {
    all.outputs.push_back(
        is_zero(tangent) ? -1 : static_cast<int>(outputs.size() - results.primals.size()));
    if (!is_zero(tangent)) outputs.push_back(tangent);
  }
  all.graph = tracing.finish(outputs);
  BERTH_ASSERT(tracing.captures().empty());
  const auto ins = all.graph.inputs();
  all.primal_inputs.assign(ins.begin(), ins.begin() + static_cast<std::ptrdiff_t>(input_count));
  all.tangent_inputs.assign(ins.begin() + static_cast<std::ptrdiff_t>(input_count), ins.end());
  const auto outs = all.graph.outputs();
  const auto primal_count = static_cast<std::ptrdiff_t>(results.primals.size());
  all.primal_outputs.assign(outs.begin(), outs.begin() + primal_count);
  all.tangent_outputs.assign(outs.begin() + primal_count, outs.end());
  return all;
}

// The values that the linear part takes from the rest.
std::vector<ValueId> residuals_of(const Differentiated& all) {
  const std::vector<bool> linear = trace::dependents(all.graph, all.tangent_inputs);
  const std::vector<bool> live = trace::live_values(all.graph);
  std::vector<bool> taken(index(all.graph.value_count()));
  const auto take = [&](ValueId id) {
    if (!linear[index(id)]) taken[index(id)] = true;
  };
  for (const Node& node : all.graph.nodes()) {
    if (node.result_count == 0 || !linear[index(node.first_result)]) continue;
    if (!live[index(node.first_result)]) continue;
    for (const ValueId id : node.operands) take(id);
  }
  for (const ValueId id : all.tangent_outputs) take(id);
  std::vector<ValueId> residuals;
  for (ValueId id = 0; id < all.graph.value_count(); ++id) {
    if (taken[index(id)]) residuals.push_back(id);
  }
  return residuals;
}

}  // namespace

LinearMap::LinearMap(Graph graph, Arrays residuals, std::vector<int> outputs)
    : graph_(std::move(graph)), residuals_(std::move(residuals)), outputs_(std::move(outputs)) {}

Arrays LinearMap::push(std::span<const Array> tangents) const {
  Arrays inputs = residuals_;
  const auto ids = graph_.inputs().subspan(residuals_.size());
  BERTH_ASSERT(ids.size() == tangents.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Aval& aval = graph_.aval(ids[i]);
    inputs.push_back(is_zero(tangents[i]) ? zeros(aval.shape, aval.dtype) : tangents[i]);
  }
  const Arrays pushed = trace::replay(graph_, inputs);
  Arrays results;
  for (const int output : outputs_)
    results.push_back(output < 0 ? Array() : pushed[static_cast<std::size_t>(output)]);
  return results;
}

// Backwards over the nodes, each of which is linear in the operands that are no residuals.
Arrays LinearMap::pull(std::span<const Array> cotangents) const {
  const auto count = index(graph_.value_count());
  Arrays known(count);
  for (std::size_t i = 0; i < residuals_.size(); ++i)
    known[index(graph_.inputs()[i])] = residuals_[i];
  Arrays cts(count);
  const auto add = [&](ValueId id, const Array& ct) {
    if (is_zero(ct) || !is_zero(known[index(id)])) return;
    Array& sum = cts[index(id)];
    sum = is_zero(sum) ? ct : sum + ct;
  };
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs_[i] >= 0)
      add(graph_.outputs()[static_cast<std::size_t>(outputs_[i])], cotangents[i]);
  }

  for (auto node = graph_.nodes().rbegin(); node != graph_.nodes().rend(); ++node) {
    const auto results = std::span(cts).subspan(index(node->first_result),
                                                static_cast<std::size_t>(node->result_count));
    if (std::ranges::all_of(results, is_zero)) continue;
    const detail::Origin origin(node->here);
    BERTH_ASSERT(node->application->has_transpose());
    Arrays x;
    for (const ValueId id : node->operands) x.push_back(known[index(id)]);
    const Avals of = graph_.avals(node->operands);
    const Arrays back = node->application->transpose({x, of, results, node->application});
    BERTH_ASSERT(back.size() == node->operands.size());
    for (std::size_t i = 0; i < back.size(); ++i) add(node->operands[i], back[i]);
    std::ranges::fill(results, Array());
  }
  Arrays pulled;
  for (const ValueId id : graph_.inputs().subspan(residuals_.size())) {
    pulled.push_back(std::move(cts[index(id)]));
  }
  return pulled;
}

Linearized linearize(const Graph& graph, std::span<const Array> inputs,
                     const std::vector<bool>& wanted, const char* who, Here here) {
  const Differentiated all = differentiate(graph, inputs, wanted, who, here);
  const std::vector<ValueId> residuals = residuals_of(all);

  std::vector<ValueId> known = all.primal_outputs;
  known.insert(known.end(), residuals.begin(), residuals.end());
  Arrays values = trace::replay(trace::extract(all.graph, all.primal_inputs, known), inputs);
  const auto output_count = static_cast<std::ptrdiff_t>(all.primal_outputs.size());
  Arrays outputs(values.begin(), values.begin() + output_count);
  Arrays kept(values.begin() + output_count, values.end());

  std::vector<ValueId> linear_inputs = residuals;
  linear_inputs.insert(linear_inputs.end(), all.tangent_inputs.begin(), all.tangent_inputs.end());
  return {std::move(outputs),
          LinearMap(trace::extract(all.graph, linear_inputs, all.tangent_outputs), std::move(kept),
                    all.outputs)};
}

}  // namespace berth::transform
