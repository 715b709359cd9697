#pragma once

#include "berth/array.h"

namespace berth {

/// `x` where `condition` is true, else `y`: bool[n, d], f32[d], f32[] -> f32[n, d].
///
/// All three broadcast; `x` and `y` take the type that they have together. A condition of another
/// type is true unless 0. JAX: `jnp.where` of three arguments.
[[nodiscard]] Array where(const Operand& condition, const Operand& x, const Operand& y);

/// `x`, but at least `low` and at most `high`; `high` decides where they cross.
///
/// All three broadcast and take the type that they have together. Real numbers only. For one
/// bound write `maximum` or `minimum`. JAX: `jnp.clip`.
[[nodiscard]] Array clip(const Operand& x, const Operand& low, const Operand& high);

/// `on_true` where `which` is true, else `on_false`, without promotion or broadcasting.
///
/// The two have one type, which C++ scalars take, and one shape, or one is a scalar; `which` is
/// bool, of that shape or a scalar. Throws `Error(invalid_argument)` otherwise. JAX: `lax.select`.
[[nodiscard]] Array select(const Operand& which, const Operand& on_true, const Operand& on_false);

/// `x`, but at least `low` and at most `high`, without promotion or broadcasting.
///
/// The bounds have the type of `x`, which C++ scalars take, and its shape, or are scalars. Throws
/// `Error(invalid_argument)` otherwise. JAX: `lax.clamp`, with its order.
[[nodiscard]] Array clamp(const Operand& low, const Operand& x, const Operand& high);

}  // namespace berth
