#pragma once

#include <span>

#include "berth/array.h"
#include "core/aval.h"

namespace berth {

/// An element type, and whether it is weak: it yields to the types of other operands.
struct ResultType {
  DType dtype = DType::float32;
  bool weak_type = false;

  friend bool operator==(const ResultType&, const ResultType&) = default;
};

/// The type of a C++ scalar by itself: bool, or weakly int32, float32 or complex64.
ResultType type_of(ScalarValue::Kind kind);
inline ResultType type_of(const Aval& aval) { return {aval.dtype, aval.weak_type}; }

/// The type that operands of these types have together: JAX's lattice with its weak types.
///
/// Where the lattice answers with a weak type, it is int32, float32 or complex64: an `i64` array
/// times 0.5 is float32, weakly. At least one operand. Throws `Error(invalid_argument)` that
/// begins with `[who]` where JAX refuses. JAX: `jax.numpy.result_type`, 64-bit types enabled.
ResultType result_type(std::span<const ResultType> operands, const char* who, Here here);

/// The type in which a function such as `sqrt` computes: floating and complex types as they are,
/// float64 for 64-bit integers, float32 for other integers and bool.
DType inexact_dtype(DType dtype);

}  // namespace berth
