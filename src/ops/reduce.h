#pragma once

#include <optional>
#include <vector>

#include "berth/array.h"
#include "berth/ops/reduce.h"
#include "core/scalar.h"
#include "ops/axes.h"
#include "trace/routine.h"

/// Reductions of traced values over axes that are sorted and in range.
namespace berth::ops {

/// Parameters of routines that reduce.
struct ReductionParams {
  AxisList axes;
  bool keepdims = false;
  std::optional<DType> dtype = std::nullopt;

  bool operator==(const ReductionParams&) const = default;
};

/// `routine` of `x` over all its axes, or those of `axes`.
Array reduce_over(const trace::Routine<ReductionParams>& routine, const Operand& x,
                  const Axes* axes, const Reduce& options);
Array reduce_over(const trace::Routine<ReductionParams>& routine, const Operand& x,
                  const Axes* axes, Keep options = {});

/// In float32 for floating types of less than 32 bits, which are rounded once.
Array reduce_sum(const Array& x, const AxisList& axes);
Array reduce_prod(const Array& x, const AxisList& axes);
/// Real numbers and bool; of nothing the lowest, or the largest, that the type has.
Array reduce_max(const Array& x, const AxisList& axes);
Array reduce_min(const Array& x, const AxisList& axes);
/// Of bool.
Array reduce_or(const Array& x, const AxisList& axes);
Array reduce_and(const Array& x, const AxisList& axes);

/// A reduction's result with the axes that are gone as axes of size 1.
Array restore_axes(const Array& reduced, const Shape& before, const AxisList& axes);
/// The result as it leaves a function: of that type, strongly, and with the axes it shall keep.
Array finished(const Array& reduced, DType dtype, const Shape& before, const AxisList& axes,
               bool keepdims);

/// Without these axes.
Shape reduced_shape(const Shape& shape, const AxisList& axes);
/// What every element is at least, or at most: false and true of bool, infinities of floats.
ScalarBits lowest(DType dtype);
ScalarBits highest(DType dtype);

/// float32 for shorter floating types, another type itself.
DType at_least_float32(DType dtype);
/// How many elements make one.
std::int64_t elements_along(const Shape& shape, const AxisList& axes);
/// Fails for an axis without elements.
void check_not_empty(const Array& x, const AxisList& axes);

}  // namespace berth::ops
