#include "transform/linear_map.h"

#include <algorithm>
#include <utility>

#include "berth/error.h"
#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "trace/extract.h"
#include "trace/replay.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/forward.h"

namespace berth::transform {
namespace {

using trace::Graph;
using trace::Node;
using trace::Tracing;
using trace::ValueId;

constexpr int zero = -1;

bool is_zero(const Array& array) { return array.state() == nullptr; }

std::size_t index(ValueId id) { return static_cast<std::size_t>(id); }

std::vector<ValueId> joined(std::span<const ValueId> a, std::span<const ValueId> b) {
  std::vector<ValueId> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

/// What depends on what in a derivative's graph, of which the linear part depends on tangents.
struct LinearPart {
  const Graph& graph;
  const std::vector<bool> depends_on_tangents;
  const std::vector<bool> depends_on_inputs;

  bool is_residual(ValueId id) const {
    return !depends_on_tangents[index(id)] && depends_on_inputs[index(id)];
  }
};

std::vector<ValueId> residuals_of(const LinearPart& part, std::span<const ValueId> tangents) {
  const Graph& graph = part.graph;
  const std::vector<bool> live = trace::live_values(graph);
  std::vector<bool> taken(index(graph.value_count()));
  const auto take = [&](ValueId id) {
    if (part.is_residual(id)) taken[index(id)] = true;
  };
  for (const Node& node : graph.nodes()) {
    if (node.result_count == 0 || !part.depends_on_tangents[index(node.first_result)] ||
        !live[index(node.first_result)]) {
      continue;
    }
    std::ranges::for_each(node.operands, take);
  }
  // A tangent that depends on no tangent is a zero in disguise; it comes over as it is.
  std::ranges::for_each(tangents, take);
  std::vector<ValueId> residuals;
  for (ValueId id = 0; id < graph.value_count(); ++id) {
    if (taken[index(id)]) residuals.push_back(id);
  }
  return residuals;
}

// Gives `known` the values that depend on residuals only, where linear nodes take them.
void compute_known(const Graph& linear, const std::vector<bool>& is_linear, Arrays& known) {
  std::vector<bool> needed(known.size());
  for (auto node = linear.nodes().rbegin(); node != linear.nodes().rend(); ++node) {
    if (node->result_count == 0) continue;
    bool takes = is_linear[index(node->first_result)];
    for (int i = 0; i < node->result_count; ++i) takes |= needed[index(node->first_result + i)];
    if (!takes) continue;
    for (const ValueId id : node->operands) needed[index(id)] = !is_linear[index(id)];
  }
  for (const Node& node : linear.nodes()) {
    const auto results = std::span(known).subspan(index(node.first_result),
                                                  static_cast<std::size_t>(node.result_count));
    bool is_needed = false;
    for (int i = 0; i < node.result_count; ++i) is_needed |= needed[index(node.first_result + i)];
    if (!is_needed || is_linear[index(node.first_result)]) continue;
    Arrays operands;
    for (const ValueId id : node.operands) operands.push_back(known[index(id)]);
    std::ranges::move(
        trace::perform(node.application, operands, node.here, linear.residences(node)),
        results.begin());
  }
}

}  // namespace

JointDerivative differentiate(const Graph& graph, const std::vector<bool>& wanted, const char* who,
                              Here here, bool apart) {
  Tracing tracing(Tracing::Of::function, who, here);
  Duals duals;
  for (const ValueId id : graph.inputs()) {
    duals.primals.push_back(tracing.input(graph.aval(id), graph.residence(id)));
  }
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const ValueId id = graph.inputs()[i];
    duals.tangents.push_back(wanted[i] ? tracing.input(graph.aval(id), graph.residence(id))
                                       : Array());
  }
  const Duals results = jvp(graph, duals, who, apart);
  Compact tangents = compact(results.tangents);
  Arrays outputs = results.primals;
  outputs.insert(outputs.end(), tangents.arrays.begin(), tangents.arrays.end());
  JointDerivative result{tracing.finish(outputs), std::move(tangents.numbers)};
  BERTH_ASSERT(tracing.captures().empty());
  return result;
}

LinearSplit split_linear(const Graph& graph, const std::vector<bool>& wanted, const char* who,
                         Here here) {
  JointDerivative all = differentiate(graph, wanted, who, here, true);
  const auto inputs = all.graph.inputs().first(graph.inputs().size());
  const auto wanted_inputs = all.graph.inputs().subspan(graph.inputs().size());
  const auto outputs = all.graph.outputs().first(graph.outputs().size());
  const auto tangents = all.graph.outputs().subspan(graph.outputs().size());
  const LinearPart part{all.graph, trace::dependents(all.graph, wanted_inputs),
                        trace::dependents(all.graph, all.graph.inputs())};
  const std::vector<ValueId> residuals = residuals_of(part, tangents);
  return {.known = trace::extract(all.graph, inputs, joined(outputs, residuals)),
          .linear = trace::extract(all.graph, joined(residuals, wanted_inputs), tangents),
          .residuals = residuals.size(),
          .outputs = std::move(all.outputs)};
}

// Backwards over the nodes, each of which is linear in the operands that are no residuals.
Arrays pull(const Graph& linear, std::span<const Array> residuals,
            std::span<const Array> cotangents) {
  const auto count = index(linear.value_count());
  Arrays known(count);
  for (std::size_t i = 0; i < residuals.size(); ++i) {
    known[index(linear.inputs()[i])] = residuals[i];
  }
  const std::vector<bool> is_linear =
      trace::dependents(linear, linear.inputs().subspan(residuals.size()));
  compute_known(linear, is_linear, known);
  Arrays cts(count);
  const auto add = [&](ValueId id, const Array& ct) {
    if (is_zero(ct) || !is_linear[index(id)]) return;
    Array& sum = cts[index(id)];
    sum = is_zero(sum) ? ct : sum + ct;
  };
  for (std::size_t i = 0; i < cotangents.size(); ++i) add(linear.outputs()[i], cotangents[i]);

  for (auto node = linear.nodes().rbegin(); node != linear.nodes().rend(); ++node) {
    const auto results = std::span(cts).subspan(index(node->first_result),
                                                static_cast<std::size_t>(node->result_count));
    if (std::ranges::all_of(results, is_zero)) continue;
    const detail::Origin origin(node->here);
    BERTH_ASSERT(node->application->has_transpose());
    Arrays x;
    for (const ValueId id : node->operands) x.push_back(known[index(id)]);
    const Avals of = linear.avals(node->operands);
    const Arrays back = node->application->transpose({x, of, results, node->application});
    BERTH_ASSERT(back.size() == node->operands.size());
    for (std::size_t i = 0; i < back.size(); ++i) add(node->operands[i], back[i]);
    std::ranges::fill(results, Array());
  }
  Arrays pulled;
  for (const ValueId id : linear.inputs().subspan(residuals.size())) {
    pulled.push_back(std::move(cts[index(id)]));
  }
  return pulled;
}

Transposed transpose(const Graph& linear, std::size_t residuals, const std::vector<bool>& present,
                     const char* who, Here here) {
  Tracing tracing(Tracing::Of::function, who, here);
  const auto input = [&](ValueId id) {
    return tracing.input(linear.aval(id), linear.residence(id));
  };
  Arrays known;
  for (const ValueId id : linear.inputs().first(residuals)) known.push_back(input(id));
  Arrays cotangents;
  for (std::size_t i = 0; i < present.size(); ++i) {
    cotangents.push_back(present[i] ? input(linear.outputs()[i]) : Array());
  }
  Compact pulled = compact(pull(linear, known, cotangents));
  Transposed result{tracing.finish(pulled.arrays), std::move(pulled.numbers)};
  BERTH_ASSERT(tracing.captures().empty());
  return result;
}

LinearMap::LinearMap(Graph linear, Arrays residuals, std::vector<int> outputs)
    : linear_(std::move(linear)), residuals_(std::move(residuals)), outputs_(std::move(outputs)) {}

Arrays LinearMap::push(std::span<const Array> tangents) const {
  Arrays inputs = residuals_;
  const auto ids = linear_.inputs().subspan(residuals_.size());
  BERTH_ASSERT(ids.size() == tangents.size());
  for (std::size_t i = 0; i < ids.size(); ++i) {
    const Aval& aval = linear_.aval(ids[i]);
    inputs.push_back(is_zero(tangents[i]) ? zeros(aval.shape, aval.dtype) : tangents[i]);
  }
  const Arrays pushed = trace::replay(linear_, inputs);
  return spread(pushed, outputs_);
}

Arrays LinearMap::pull(std::span<const Array> cotangents) const {
  Arrays of_linear(linear_.outputs().size());
  for (std::size_t i = 0; i < outputs_.size(); ++i) {
    if (outputs_[i] != zero) of_linear[static_cast<std::size_t>(outputs_[i])] = cotangents[i];
  }
  return transform::pull(linear_, residuals_, of_linear);
}

Linearized linearize(const Graph& graph, std::span<const Array> inputs,
                     const std::vector<bool>& wanted, const char* who, Here here) {
  std::vector<bool> differentiable = wanted;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    differentiable[i] = wanted[i] && is_differentiable(inputs[i].dtype());
  }
  LinearSplit split = split_linear(graph, differentiable, who, here);
  const Arrays values = trace::replay(split.known, inputs);
  const auto end = values.begin() + static_cast<std::ptrdiff_t>(graph.outputs().size());
  return {Arrays(values.begin(), end),
          LinearMap(std::move(split.linear), Arrays(end, values.end()), std::move(split.outputs))};
}

}  // namespace berth::transform
