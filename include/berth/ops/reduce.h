#pragma once

#include <optional>

#include "berth/array.h"

/// Functions that make one element of many: f32[n, m], axis 1 -> f32[n].
///
/// Over all axes, or over those given; axes that are not there throw `Error(out_of_range)`, axes
/// named twice `Error(invalid_argument)`. Results are never weakly typed.
/// JAX: `jax.numpy`'s functions of these names.
namespace berth {

/// Options of `sum`, `prod` and `mean`, in JAX's order.
struct Reduce {
  std::optional<DType> dtype = std::nullopt;  ///< What is summed, and the result.
  bool keepdims = false;                      ///< Reduced axes stay, with size 1.
};

/// Options of reductions whose type is given.
struct Keep {
  bool keepdims = false;  ///< Reduced axes stay, with size 1.
};

/// Options of `var` and `std`, in JAX's order.
struct Variance {
  double ddof = 0;  ///< Taken off the number of elements that divides.
  bool keepdims = false;
};

/// The type of `x`; bool and integers of less than 32 bits in int32 or uint32. Floating types of
/// less than 32 bits are summed in float32 and rounded once. Of nothing 0.
[[nodiscard]] Array sum(const Operand& x);
[[nodiscard]] Array sum(const Operand& x, const Axes& axes, Reduce options = {});
/// As `sum`; of nothing 1.
[[nodiscard]] Array prod(const Operand& x);
[[nodiscard]] Array prod(const Operand& x, const Axes& axes, Reduce options = {});

/// In an inexact type; summed as `sum` does. Of nothing NaN.
[[nodiscard]] Array mean(const Operand& x);
[[nodiscard]] Array mean(const Operand& x, const Axes& axes, Reduce options = {});
/// The mean squared distance from the mean, real also of complex numbers, and its root. NaN where
/// there are no more than `ddof` elements.
[[nodiscard]] Array var(const Operand& x);
[[nodiscard]] Array var(const Operand& x, const Axes& axes, Variance options = {});
[[nodiscard]] Array std(const Operand& x);
[[nodiscard]] Array std(const Operand& x, const Axes& axes, Variance options = {});

/// NaN if any element is. Real numbers and bool. Throws `Error(invalid_argument)` for an axis
/// without elements.
[[nodiscard]] Array max(const Operand& x);
[[nodiscard]] Array max(const Operand& x, const Axes& axes, Keep options = {});
[[nodiscard]] Array min(const Operand& x);
[[nodiscard]] Array min(const Operand& x, const Axes& axes, Keep options = {});

/// The index of the largest, of the first of several, or of the first NaN: int32, or int64 where
/// there are more elements than it counts. Without an axis, in row-major order of all.
/// Real numbers and bool. Throws `Error(invalid_argument)` for an axis without elements.
[[nodiscard]] Array argmax(const Operand& x);
[[nodiscard]] Array argmax(const Operand& x, int axis, Keep options = {});
[[nodiscard]] Array argmin(const Operand& x);
[[nodiscard]] Array argmin(const Operand& x, int axis, Keep options = {});

/// Whether any, or all, elements are other than 0: bool. Of nothing false, and true.
[[nodiscard]] Array any(const Operand& x);
[[nodiscard]] Array any(const Operand& x, const Axes& axes, Keep options = {});
[[nodiscard]] Array all(const Operand& x);
[[nodiscard]] Array all(const Operand& x, const Axes& axes, Keep options = {});
/// How many elements are other than 0: int32.
[[nodiscard]] Array count_nonzero(const Operand& x);
[[nodiscard]] Array count_nonzero(const Operand& x, const Axes& axes, Keep options = {});

}  // namespace berth
