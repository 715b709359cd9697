#pragma once

#include <span>

#include "berth/array.h"
#include "trace/graph.h"

namespace berth::transform {

/// Whether values of this type have tangents: floating and complex ones.
bool is_differentiable(DType dtype);

/// Values, and the tangent of each; an empty Array is a zero, as is that of any value that is no
/// floating-point or complex number.
struct Duals {
  Arrays primals;
  Arrays tangents;
};

/// What `graph` computes of these inputs, by the jvp rules. In this thread's trace, or at once.
/// If `apart`, no output depends on a tangent.
/// Throws `Error(unimplemented)` in the name of `who` for a primitive that has no derivative.
Duals jvp(const trace::Graph& graph, const Duals& inputs, const char* who, bool apart = false);

}  // namespace berth::transform
