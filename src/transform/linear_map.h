#pragma once

#include <span>

#include "berth/array.h"
#include "trace/graph.h"

namespace berth::transform {

/// A linear function, as differentiation leaves it: from the tangents of some inputs to those of
/// outputs, at a point whose values it has kept.
class LinearMap {
 public:
  /// The inputs of `graph` are the residuals, then the tangents. `outputs` has an entry for each
  /// output of the function: the number of the graph's output, or -1 for one that is zero.
  LinearMap(trace::Graph graph, Arrays residuals, std::vector<int> outputs);

  /// The tangents of the outputs; an empty Array is a zero, among the tangents too.
  Arrays push(std::span<const Array> tangents) const;
  /// The cotangents of the inputs; an empty Array is a zero, among the cotangents too.
  Arrays pull(std::span<const Array> cotangents) const;

 private:
  trace::Graph graph_;
  Arrays residuals_;
  std::vector<int> outputs_;
};

/// The outputs of a function, and its derivative there.
struct Linearized {
  Arrays outputs;
  LinearMap map;
};

/// Of the function that `graph` is, at `inputs`, in those that are `wanted`. What does not depend
/// on them is computed now: in this thread's trace, or at once.
Linearized linearize(const trace::Graph& graph, std::span<const Array> inputs,
                     const std::vector<bool>& wanted, const char* who, Here here);

}  // namespace berth::transform
