#pragma once

#include "berth/array.h"

/// Functions of neural networks. Inexact: integers count as floating-point numbers.
/// JAX: `jax.nn`'s functions of these names.
namespace berth {

/// max(x, 0), in the type of `x`. Real numbers only.
[[nodiscard]] Array relu(const Operand& x);
/// 1 / (1 + exp(-x)).
[[nodiscard]] Array sigmoid(const Operand& x);
/// x sigmoid(x); also called swish.
[[nodiscard]] Array silu(const Operand& x);
/// log(1 + exp(x)). Real numbers only.
[[nodiscard]] Array softplus(const Operand& x);

/// Whether `gelu` is computed with tanh, as JAX does unless told otherwise, or with erf.
struct Gelu {
  bool approximate = true;
};
/// x times the probability that a normal variable is below x. Real numbers only.
[[nodiscard]] Array gelu(const Operand& x, Gelu options = {});

/// exp(x), divided by its sum along the axes. Real numbers only.
/// Throws `Error(out_of_range)` for an axis that is not there.
[[nodiscard]] Array softmax(const Operand& x, const Axes& axes = -1);
/// The logarithm of `softmax`, without its underflow.
[[nodiscard]] Array log_softmax(const Operand& x, const Axes& axes = -1);
/// log(sum(exp(x))) without overflow on the way; of nothing -inf. Real numbers only.
[[nodiscard]] Array logsumexp(const Operand& x);
[[nodiscard]] Array logsumexp(const Operand& x, const Axes& axes, bool keepdims = false);

}  // namespace berth
