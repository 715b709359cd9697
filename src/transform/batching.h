#pragma once

#include <span>
#include <vector>

#include "berth/array.h"
#include "trace/graph.h"

namespace berth::transform {

/// Values of which some have a batch as axis 0.
struct BatchedValues {
  Arrays values;
  std::vector<bool> batched;
};

/// What `graph` computes of a batch of `size`: in this thread's trace, or at once. Outputs that do
/// not depend on the batch have none.
/// Throws `Error(unimplemented)` in the name of `who` for a primitive that takes no batch.
BatchedValues batch(const trace::Graph& graph, const BatchedValues& inputs, std::int64_t size,
                    const char* who);

/// `graph` for a batch of `size` of the inputs that are `batched`, as a graph.
struct BatchedGraph {
  trace::Graph graph;
  std::vector<bool> batched;  ///< Which outputs have a batch.
};
/// The outputs that are `forced` have a batch although they may not depend on it.
BatchedGraph batch_graph(const trace::Graph& graph, const std::vector<bool>& batched,
                         std::int64_t size, const std::vector<bool>& forced, const char* who,
                         Here here);

}  // namespace berth::transform
