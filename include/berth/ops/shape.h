#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "berth/array.h"

namespace berth {

/// The same elements in row-major order, in another shape. `reshape(x, {-1, 4})`.
/// Throws `Error(invalid_argument)` if the number of elements differs. JAX: `jnp.reshape`.
[[nodiscard]] Array reshape(const Operand& x, const Dims& shape);
/// One dimension. JAX: `jnp.ravel`.
[[nodiscard]] Array ravel(const Operand& x);
/// New axes of size 1, at these places of the result. JAX: `jnp.expand_dims`.
[[nodiscard]] Array expand_dims(const Operand& x, const Axes& axes);
/// Without its axes of size 1, or without these. Throws `Error(invalid_argument)` for an axis of
/// another size. JAX: `jnp.squeeze`.
[[nodiscard]] Array squeeze(const Operand& x);
[[nodiscard]] Array squeeze(const Operand& x, const Axes& axes);

/// `x` repeated along new and size-1 axes, by NumPy's rules. JAX: `jnp.broadcast_to`.
[[nodiscard]] Array broadcast_to(const Operand& x, const Shape& shape);

/// Axes reversed, or in this order: axis i of the result is axis `axes[i]` of `x`.
/// JAX: `jnp.transpose`.
[[nodiscard]] Array transpose(const Operand& x);
[[nodiscard]] Array transpose(const Operand& x, const Axes& axes);
/// JAX: `jnp.swapaxes`.
[[nodiscard]] Array swapaxes(const Operand& x, int axis1, int axis2);
/// Axes moved to other places, the others in their order. JAX: `jnp.moveaxis`.
[[nodiscard]] Array moveaxis(const Operand& x, const Axes& source, const Axes& destination);
/// Elements in reverse order along these axes. JAX: `jnp.flip`.
[[nodiscard]] Array flip(const Operand& x, const Axes& axes);

/// Joined along an existing axis, in the type that all have together. At least one array.
/// JAX: `jnp.concatenate`.
[[nodiscard]] Array concatenate(std::span<const Array> arrays, int axis = 0,
                                Here here = Here::current());
[[nodiscard]] Array concatenate(std::initializer_list<Array> arrays, int axis = 0,
                                Here here = Here::current());
/// Joined along a new axis; all of one shape. JAX: `jnp.stack`.
[[nodiscard]] Array stack(std::span<const Array> arrays, int axis = 0, Here here = Here::current());
[[nodiscard]] Array stack(std::initializer_list<Array> arrays, int axis = 0,
                          Here here = Here::current());
/// Cut into `sections` equal parts along `axis`. Throws `Error(invalid_argument)` if it does not
/// divide. JAX: `jnp.split`.
[[nodiscard]] Arrays split(const Operand& x, int sections, int axis = 0);

/// Copies of `x` along each axis; a shorter `repeats` counts from the last. JAX: `jnp.tile`.
[[nodiscard]] Array tile(const Operand& x, const Shape& repeats);
/// Each element `repeats` times along `axis`. JAX: `jnp.repeat`.
[[nodiscard]] Array repeat(const Operand& x, std::int64_t repeats, int axis);

/// Elements added before and after an axis.
struct PadWidth {
  std::int64_t before = 0;
  std::int64_t after = 0;
};

/// `value` around `x`, a width for each axis. `value` takes the type of `x`. JAX: `jnp.pad` with
/// mode "constant". Throws `Error(invalid_argument)` for a negative width.
[[nodiscard]] Array pad(const Operand& x, const std::vector<PadWidth>& widths,
                        const Operand& value = 0);

}  // namespace berth
