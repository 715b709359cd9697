#pragma once

#include <span>
#include <vector>

#include "berth/array.h"
#include "core/promotion.h"
#include "core/scalar.h"
#include "trace/primitive.h"

/// What bodies of routines do before they bind strict primitives: bring traced operands to one
/// type and one shape. Failures are the user's, and name the routine that is being traced.
namespace berth::ops {

/// `x` as this type; `x` itself if it has it, or has the type more strongly than asked.
Array convert(const Array& x, ResultType type);

/// Axis i of `x` becomes axis `axes[i]` of `shape`, where it has that size or 1; ascending.
Array broadcast_in_dim(const Array& x, const Shape& shape, std::vector<int> axes);
/// By NumPy's rules: axes are added in front. `x` itself if it has that shape.
Array broadcast_to(const Array& x, const Shape& shape);

inline ResultType type_of(const Array& x) { return {x.dtype(), x.weak_type()}; }

/// The type that JAX's lattice gives them together.
ResultType common_type(std::span<const Array> operands);
/// The shape that NumPy's rules give them together.
Shape common_shape(std::span<const Array> operands);

/// A choice of the type in which a function computes, from what its operands have together.
using TypeRule = ResultType (*)(ResultType common);
ResultType as_is(ResultType common);
/// bool counts as int32.
ResultType numeric(ResultType common);
/// Integers and bool count as floating-point numbers.
ResultType inexact(ResultType common);

Arrays promote(std::span<const Array> operands, TypeRule rule = as_is);
Arrays broadcast(std::span<const Array> operands);
Arrays promote_and_broadcast(std::span<const Array> operands, TypeRule rule = as_is);

/// The index along `axis` of each element.
Array index_along(int axis, const Shape& shape, DType dtype);
/// Every element `value`, in the program's text.
Array filled(const Shape& shape, ResultType type, const ScalarValue& value);
Array filled(const Shape& shape, const ScalarBits& value, bool weak_type);
/// A weak scalar of the type of `x`, or of its parts where it is complex.
Array scalar_like(const Array& x, double value);

/// "f32[2, 3]".
std::string type_text(const Array& x);
/// "f32[2, 3] and f32[4]".
std::string list(std::span<const Array> operands);

}  // namespace berth::ops
