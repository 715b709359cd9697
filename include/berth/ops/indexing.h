#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <span>

#include "berth/array.h"

namespace berth {

/// What `take` answers for an index that is out of range.
enum class OutOfBounds : std::uint8_t {
  fill,  ///< NaN; of integers the least, of unsigned ones the largest; of bool true.
  clip,  ///< The nearest element. Negative indices are 0.
  wrap,  ///< The index modulo the size.
};

/// Elements of `x` along `axis` by an array of integers: f32[n, d], s32[k], 0 -> f32[k, d].
///
/// Negative indices count from the end. Without an axis, of the flattened `x`.
/// Throws `Error(invalid_argument)` for indices that are not integers, `Error(out_of_range)` for
/// a choice from no element. JAX: `jnp.take`.
[[nodiscard]] Array take(const Operand& x, const Operand& indices,
                         OutOfBounds mode = OutOfBounds::fill);
[[nodiscard]] Array take(const Operand& x, const Operand& indices, int axis,
                         OutOfBounds mode = OutOfBounds::fill);
/// Like `take` with one index for each element of the others: `result[i, j] =
/// x[i, indices[i, j]]` for axis 1. JAX: `jnp.take_along_axis`.
[[nodiscard]] Array take_along_axis(const Operand& x, const Operand& indices, int axis);

/// The block of shape `sizes` that starts at `starts`, one integer for each axis, which may be
/// arrays. A start is moved so that the block lies inside. JAX: `lax.dynamic_slice`.
[[nodiscard]] Array dynamic_slice(const Operand& x, std::initializer_list<Operand> starts,
                                  const Shape& sizes);
[[nodiscard]] Array dynamic_slice(const Operand& x, std::span<const Operand> starts,
                                  const Shape& sizes);
/// `x` with the block at `starts` replaced by `update`, moved inside as `dynamic_slice` does.
/// `update` has the type of `x`. JAX: `lax.dynamic_update_slice`.
[[nodiscard]] Array dynamic_update_slice(const Operand& x, const Operand& update,
                                         std::initializer_list<Operand> starts);
[[nodiscard]] Array dynamic_update_slice(const Operand& x, const Operand& update,
                                         std::span<const Operand> starts);

/// The elements `starts[i]`, `starts[i] + strides[i]`, ... before `limits[i]` of each axis.
/// Compiled for these numbers; indexing is not. JAX: `lax.slice`.
[[nodiscard]] Array slice(const Operand& x, std::span<const std::int64_t> starts,
                          std::span<const std::int64_t> limits,
                          std::span<const std::int64_t> strides = {});

/// Where `condition` is true: for each axis the indices of those elements, in row-major order.
/// The shape depends on the values, so it waits for them. JAX: `jnp.nonzero`.
[[nodiscard]] Arrays nonzero(const Operand& condition);

}  // namespace berth
