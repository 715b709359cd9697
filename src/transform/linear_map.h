#pragma once

#include <span>
#include <vector>

#include "berth/array.h"
#include "trace/graph.h"

/// Reverse mode: a function's jvp falls apart into what depends on tangents and what does not; the
/// former is linear, and its transpose takes cotangents of results to cotangents of arguments.
namespace berth::transform {

/// A function that computes its tangents too.
struct JointDerivative {
  trace::Graph graph;  ///< From the inputs, then the tangents of the wanted ones, to the outputs,
                       ///< then their tangents.
  std::vector<int> outputs;  ///< Of each output: the number of its tangent, or -1 for a zero.
};

/// Of `graph`, in the inputs that are `wanted`: those must be floating-point or complex. `apart` is
/// that of `jvp`.
/// Throws `Error(unimplemented)` in the name of `who` for a primitive that has no derivative.
JointDerivative differentiate(const trace::Graph& graph, const std::vector<bool>& wanted,
                              const char* who, Here here, bool apart = false);

/// A function, differentiated and split.
struct LinearSplit {
  trace::Graph known;  ///< From the inputs to the outputs, then the residuals.
  trace::Graph
      linear;  ///< From the residuals, then the tangents of the wanted inputs, to tangents.
  std::size_t residuals = 0;
  std::vector<int> outputs;  ///< As in `JointDerivative`.
};

/// As `differentiate`. A residual depends on some input: constants are made again where they are
/// used.
LinearSplit split_linear(const trace::Graph& graph, const std::vector<bool>& wanted,
                         const char* who, Here here);

/// The cotangents of the tangents that `linear` takes; an empty Array is a zero, among the
/// cotangents of its outputs too. In this thread's trace, or at once.
Arrays pull(const trace::Graph& linear, std::span<const Array> residuals,
            std::span<const Array> cotangents);

/// `pull` as a graph, from the residuals and the cotangents that are `present`.
struct Transposed {
  trace::Graph graph;
  std::vector<int> outputs;  ///< Of each tangent: the number of its cotangent, or -1 for a zero.
};
Transposed transpose(const trace::Graph& linear, std::size_t residuals,
                     const std::vector<bool>& present, const char* who, Here here);

/// The derivative of a function at a point whose values it has kept.
class LinearMap {
 public:
  /// As `LinearSplit` has them, with the residuals' values.
  LinearMap(trace::Graph linear, Arrays residuals, std::vector<int> outputs);

  /// The tangents of the outputs; an empty Array is a zero, among the tangents too.
  Arrays push(std::span<const Array> tangents) const;
  /// The cotangents of the wanted inputs; an empty Array is a zero, among the cotangents too.
  Arrays pull(std::span<const Array> cotangents) const;

 private:
  trace::Graph linear_;
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
