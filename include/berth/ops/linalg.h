#pragma once

#include <optional>
#include <vector>

#include "berth/array.h"

namespace berth {

/// Which axes `dot_general` sums over, and which it keeps in step; as many of `x` as of `y`.
struct DotDimensions {
  std::vector<int> contract_x = {};
  std::vector<int> contract_y = {};
  std::vector<int> batch_x = {};
  std::vector<int> batch_y = {};
};

/// Products summed over pairs of axes: the result has the batch axes, the rest of `x`, the rest
/// of `y`. Both operands take the type that they have together; `result` overrides the type
/// in which sums are kept. JAX: `lax.dot_general`.
[[nodiscard]] Array dot_general(const Operand& x, const Operand& y, const DotDimensions& dimensions,
                                std::optional<DType> result = std::nullopt);

/// NumPy's matrix product: f32[..., n, k], f32[..., k, m] -> f32[..., n, m], leading axes
/// broadcast; a vector is a row on the left and a column on the right, and its axis is dropped.
/// Throws `Error(invalid_argument)` for a scalar and for sizes that differ. JAX: `jnp.matmul`.
[[nodiscard]] Array matmul(const Operand& x, const Operand& y);
/// NumPy's `dot`: the last axis of `x` with the last but one of `y`. JAX: `jnp.dot`.
[[nodiscard]] Array dot(const Operand& x, const Operand& y);
/// The sum of products of the flattened operands, `x` conjugated. JAX: `jnp.vdot`.
[[nodiscard]] Array vdot(const Operand& x, const Operand& y);
/// All products of the flattened operands: f32[n], f32[m] -> f32[n, m]. JAX: `jnp.outer`.
[[nodiscard]] Array outer(const Operand& x, const Operand& y);
/// Sums over the last `axes` axes of `x` and the first of `y`. JAX: `jnp.tensordot`.
[[nodiscard]] Array tensordot(const Operand& x, const Operand& y, int axes = 2);

}  // namespace berth
