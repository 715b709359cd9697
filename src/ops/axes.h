#pragma once

#include <vector>

#include "berth/array.h"

/// Axes as users name them, and as primitives take them: in [0, rank).
namespace berth::ops {

using AxisList = std::vector<int>;

/// Parameters that are axes alone: of a routine as they were given, of a primitive sorted and in
/// range.
struct AxesParams {
  AxisList axes;

  bool operator==(const AxesParams&) const = default;
};

AxisList as_given(const Axes& axes);

/// `axis` in [0, rank), or each of `axes`, sorted. For bodies of routines: throw what
/// `normalized_axis` and `normalized_axes` throw, in the name of the routine that is being traced.
int axis_of(int axis, int rank);
AxisList sorted_axes_of(const AxisList& axes, int rank);

/// Before a call is traced: the shape of an operand; a C++ scalar has none, so `[]`. Throws for an
/// empty array.
Shape shape_of(const Operand& operand, const char* who);
/// Likewise: all axes of `x`, or `axes` sorted and in range. Throws what `normalized_axes` throws.
AxisList axis_list(const Operand& x, const Axes* axes, const char* who);

}  // namespace berth::ops
