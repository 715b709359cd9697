#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "berth/array.h"
#include "berth/fields.h"
#include "berth/shape.h"
#include "berth/source_location.h"

/// Random numbers that are functions of a key: the same key gives the same numbers, at once, in
/// jit and under vmap, on every device and in every release.
///
///     const auto [key, dropout_key] = random::split(random::key(0));
///     const Array w = random::normal(key, {784, 128}) * 0.05;
///
/// Use a key once: split it for more. The numbers are those of `jax.random`, bit for bit
/// (threefry2x32 with `jax_threefry_partitionable`, which is JAX's default); of functions that go
/// on to compute, such as `normal`, as far as the engine computes the same.
/// Samples are where the key is. Bounds and parameters broadcast to `shape`. A key that holds
/// anything but u32[2] and a type that a function does not sample throw `Error(invalid_argument)`.
namespace berth::random {

/// Where numbers come from. A tree with one leaf: it passes through jit, vmap and `device_put`.
struct Key {
  Array data;  ///< u32[2]; of a batch of keys, for vmap, u32[n, 2].

  BERTH_FIELDS(Key, data)
};

/// The key of an integer, which may be an array without axes. JAX: `random.key`, with 64 bits of
/// the seed in use.
[[nodiscard]] Key key(const Operand& seed);

/// New keys, independent of each other and of numbers that come from `key`: the same first few
/// whatever their number.
///
///     const auto [a, b, c] = random::split<3>(key);
///
/// JAX: `random.split`.
template <std::size_t N = 2>
[[nodiscard]] std::array<Key, N> split(const Key& key, Here here = Here::current());
[[nodiscard]] std::vector<Key> split(const Key& key, int count, Here here = Here::current());
/// The same keys as one value, for vmap: u32[count, 2].
[[nodiscard]] Key split_batch(const Key& key, int count, Here here = Here::current());

/// A new key for each integer `data`, such as the number of a step: 32 bits, an array without axes
/// or a C++ scalar. JAX: `random.fold_in`.
[[nodiscard]] Key fold_in(const Key& key, const Operand& data);

/// Random bits: uint8, uint16, uint32 or uint64. JAX: `random.bits`.
[[nodiscard]] Array bits(const Key& key, const Shape& shape = {}, DType dtype = uint32,
                         Here here = Here::current());

// Numbers of a floating type: float16, bfloat16, float32 or float64.

/// Evenly in [minval, maxval). JAX: `random.uniform`.
[[nodiscard]] Array uniform(const Key& key, const Shape& shape = {}, DType dtype = float32,
                            Here here = Here::current());
[[nodiscard]] Array uniform(const Key& key, const Shape& shape, DType dtype, const Operand& minval,
                            const Operand& maxval = 1.0);

/// Mean 0, variance 1; complex numbers too, whose parts have variance 1/2. JAX: `random.normal`.
[[nodiscard]] Array normal(const Key& key, const Shape& shape = {}, DType dtype = float32,
                           Here here = Here::current());
/// Of a normal variable that lies between `lower` and `upper`. Without a shape, of theirs.
/// JAX: `random.truncated_normal`.
[[nodiscard]] Array truncated_normal(const Key& key, const Operand& lower, const Operand& upper);
[[nodiscard]] Array truncated_normal(const Key& key, const Operand& lower, const Operand& upper,
                                     const Shape& shape, DType dtype = float32);

/// The density exp(-x) of x >= 0. JAX: `random.exponential`.
[[nodiscard]] Array exponential(const Key& key, const Shape& shape = {}, DType dtype = float32,
                                Here here = Here::current());
/// The density exp(-(x + exp(-x))). JAX: `random.gumbel`.
[[nodiscard]] Array gumbel(const Key& key, const Shape& shape = {}, DType dtype = float32,
                           Here here = Here::current());
/// The density exp(-|x|) / 2. JAX: `random.laplace`.
[[nodiscard]] Array laplace(const Key& key, const Shape& shape = {}, DType dtype = float32,
                            Here here = Here::current());
/// The density exp(-x) / (1 + exp(-x))^2. JAX: `random.logistic`.
[[nodiscard]] Array logistic(const Key& key, const Shape& shape = {}, DType dtype = float32,
                             Here here = Here::current());

/// Integers evenly in [minval, maxval), of 8 to 64 bits; `minval` where that is empty. Bounds are
/// integers of any type; those that the type cannot hold are moved inside, but `maxval` may be one
/// beyond. JAX: `random.randint`.
[[nodiscard]] Array randint(const Key& key, const Shape& shape, const Operand& minval,
                            const Operand& maxval, DType dtype = int32);
/// -1 or 1, as any number type. JAX: `random.rademacher`.
[[nodiscard]] Array rademacher(const Key& key, const Shape& shape = {}, DType dtype = int32,
                               Here here = Here::current());
/// bool: true with probability `p`, which is of a floating type. Without a shape, of that of `p`.
/// JAX: `random.bernoulli`.
[[nodiscard]] Array bernoulli(const Key& key, const Operand& p);
[[nodiscard]] Array bernoulli(const Key& key, const Operand& p, const Shape& shape);
/// Indices along `axis` of `logits`, with the probabilities softmax(logits): f32[n, m] -> s32[n].
/// A shape ends in the shape that is left without the axis, or in one that it broadcasts to.
/// JAX: `random.categorical`.
[[nodiscard]] Array categorical(const Key& key, const Operand& logits, int axis = -1);
[[nodiscard]] Array categorical(const Key& key, const Operand& logits, int axis,
                                const Shape& shape);

/// 0, 1, ... n-1 in random order: int32, or int64 where that is too narrow.
/// JAX: `random.permutation`.
[[nodiscard]] Array permutation(const Key& key, Dim n, Here here = Here::current());

/// Options of `permutation`, in JAX's order.
struct Permutation {
  int axis = 0;
  bool independent = false;  ///< Each line along the axis has an order of its own.
};
/// The slices of `x` along an axis in random order.
[[nodiscard]] Array permutation(const Key& key, const Array& x, Permutation options = {},
                                Here here = Here::current());

/// Options of `choice`, in JAX's order.
struct Choice {
  bool replace = true;  ///< Whether one may be chosen again.
  int axis = 0;
};
/// Numbers in [0, n), all as likely, or slices of `x` along an axis. Throws
/// `Error(invalid_argument)` for more than there are without replacement. JAX: `random.choice`.
[[nodiscard]] Array choice(const Key& key, Dim n, const Shape& shape = {}, Choice options = {},
                           Here here = Here::current());
[[nodiscard]] Array choice(const Key& key, const Array& x, const Shape& shape = {},
                           Choice options = {}, Here here = Here::current());

template <std::size_t N>
std::array<Key, N> split(const Key& key, Here here) {
  std::array<Key, N> keys;
  const std::vector<Key> made = split(key, static_cast<int>(N), here);
  for (std::size_t i = 0; i < N; ++i) keys[i] = made[i];
  return keys;
}

}  // namespace berth::random
