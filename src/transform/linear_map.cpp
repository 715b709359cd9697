#include "transform/linear_map.h"

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

constexpr int zero = -1;

bool is_zero(const Array& array) { return array.state() == nullptr; }

std::size_t index(ValueId id) { return static_cast<std::size_t>(id); }

std::vector<ValueId> joined(std::span<const ValueId> a, std::span<const ValueId> b) {
  std::vector<ValueId> all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

/// The arrays that are no zeros, and which number each has among them.
struct Compact {
  Arrays arrays;
  std::vector<int> numbers;
};

Compact compact(const Arrays& all) {
  Compact result;
  for (const Array& array : all) {
    result.numbers.push_back(is_zero(array) ? zero : static_cast<int>(result.arrays.size()));
    if (!is_zero(array)) result.arrays.push_back(array);
  }
  return result;
}

/// A jvp's graph: outputs are the results, then the tangents that are no zeros.
struct Differentiated {
  Graph graph;
  std::vector<ValueId> tangents;  // inputs, after the function's own
  std::vector<int> outputs;       // as LinearSplit has them
};

Differentiated differentiate(const Graph& graph, const std::vector<bool>& wanted, const char* who,
                             Here here) {
  Tracing tracing(Tracing::Of::function, who, here);
  Duals duals;
  for (const ValueId id : graph.inputs()) {
    duals.primals.push_back(tracing.input(graph.aval(id), graph.residence(id)));
  }
  Differentiated result;
  for (std::size_t i = 0; i < wanted.size(); ++i) {
    const ValueId id = graph.inputs()[i];
    duals.tangents.push_back(wanted[i] ? tracing.input(graph.aval(id), graph.residence(id))
                                       : Array());
    if (wanted[i]) result.tangents.push_back(duals.tangents.back().state()->value);
  }
  const Duals results = jvp(graph, duals, who);
  Compact tangents = compact(results.tangents);
  Arrays outputs = results.primals;
  outputs.insert(outputs.end(), tangents.arrays.begin(), tangents.arrays.end());
  result.graph = tracing.finish(outputs);
  result.outputs = std::move(tangents.numbers);
  BERTH_ASSERT(tracing.captures().empty());
  return result;
}

// The values that the linear part takes from the rest.
std::vector<ValueId> residuals_of(const Graph& graph, std::span<const ValueId> tangents) {
  const std::vector<bool> linear = trace::dependents(graph, tangents);
  const std::vector<bool> live = trace::live_values(graph);
  std::vector<bool> taken(index(graph.value_count()));
  for (const Node& node : graph.nodes()) {
    if (node.result_count == 0 || !linear[index(node.first_result)] ||
        !live[index(node.first_result)]) {
      continue;
    }
    for (const ValueId id : node.operands) taken[index(id)] = !linear[index(id)];
  }
  std::vector<ValueId> residuals;
  for (ValueId id = 0; id < graph.value_count(); ++id) {
    if (taken[index(id)]) residuals.push_back(id);
  }
  return residuals;
}

}  // namespace

LinearSplit split_linear(const Graph& graph, const std::vector<bool>& wanted, const char* who,
                         Here here) {
  Differentiated all = differentiate(graph, wanted, who, here);
  std::vector<ValueId> residuals = residuals_of(all.graph, all.tangents);
  const auto outputs = all.graph.outputs().first(graph.outputs().size());
  const auto tangents = all.graph.outputs().subspan(graph.outputs().size());
  // A tangent that depends on no tangent is a constant zero in disguise; it comes over as it is.
  const std::vector<bool> linear = trace::dependents(all.graph, all.tangents);
  for (const ValueId id : tangents) {
    if (!linear[index(id)] && std::ranges::find(residuals, id) == residuals.end()) {
      residuals.push_back(id);
    }
  }
  const auto inputs = all.graph.inputs().first(graph.inputs().size());
  return {.known = trace::extract(all.graph, inputs, joined(outputs, residuals)),
          .linear = trace::extract(all.graph, joined(residuals, all.tangents), tangents),
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
  Arrays cts(count);
  const auto add = [&](ValueId id, const Array& ct) {
    if (is_zero(ct) || !is_zero(known[index(id)])) return;
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
  Arrays results;
  for (const int output : outputs_) {
    results.push_back(output == zero ? Array() : pushed[static_cast<std::size_t>(output)]);
  }
  return results;
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
