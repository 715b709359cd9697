#include "transform/batching.h"

#include <fmt/format.h>

#include <algorithm>

#include "berth/error.h"
#include "ops/derivatives.h"
#include "trace/tracing.h"

namespace berth::transform {

using trace::Graph;
using trace::Node;
using trace::ValueId;

BatchedValues batch(const Graph& graph, const BatchedValues& inputs, std::int64_t size,
                    const char* who) {
  const auto count = static_cast<std::size_t>(graph.value_count());
  BatchedValues all{Arrays(count), std::vector<bool>(count)};
  const auto set = [&](ValueId id, const Array& value, bool batched) {
    all.values[static_cast<std::size_t>(id)] = value;
    all.batched[static_cast<std::size_t>(id)] = batched;
  };
  const auto select = [&](std::span<const ValueId> ids) {
    BatchedValues some;
    for (const ValueId id : ids) {
      some.values.push_back(all.values[static_cast<std::size_t>(id)]);
      some.batched.push_back(all.batched[static_cast<std::size_t>(id)]);
    }
    return some;
  };

  for (std::size_t i = 0; i < graph.inputs().size(); ++i) {
    set(graph.inputs()[i], inputs.values[i], inputs.batched[i]);
  }
  for (const Node& node : graph.nodes()) {
    const BatchedValues x = select(node.operands);
    const bool is_batched = std::ranges::find(x.batched, true) != x.batched.end();
    const trace::Application& application = *node.application;
    Arrays y;
    if (!is_batched) {
      y = trace::perform(node.application, x.values, node.here, graph.residences(node));
    } else if (application.has_batch()) {
      const detail::Origin origin(node.here);
      y = application.batch({x.values, x.batched, size, node.application});
    } else {
      throw Error(ErrorCode::unimplemented,
                  fmt::format("[{}] {} takes no batch", who, application.name()), node.here);
    }
    for (std::size_t k = 0; k < y.size(); ++k) {
      set(node.first_result + static_cast<ValueId>(k), y[k], is_batched);
    }
  }
  return select(graph.outputs());
}

BatchedGraph batch_graph(const Graph& graph, const std::vector<bool>& batched, std::int64_t size,
                         const std::vector<bool>& forced, const char* who, Here here) {
  trace::Tracing tracing(trace::Tracing::Of::function, who, here);
  BatchedValues inputs{{}, batched};
  for (std::size_t i = 0; i < batched.size(); ++i) {
    const ValueId id = graph.inputs()[i];
    Aval aval = graph.aval(id);
    if (batched[i]) aval.shape = ops::with_batch(aval.shape, size);
    inputs.values.push_back(tracing.input(std::move(aval), graph.residence(id)));
  }
  BatchedValues outputs = batch(graph, inputs, size, who);
  for (std::size_t i = 0; i < forced.size(); ++i) {
    if (!forced[i]) continue;
    outputs.values[i] = ops::with_batch(outputs.values[i], outputs.batched[i], size);
    outputs.batched[i] = true;
  }
  return {tracing.finish(outputs.values), std::move(outputs.batched)};
}

}  // namespace berth::transform
