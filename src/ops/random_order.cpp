#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "berth/ops/creation.h"
#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/index_type.h"
#include "ops/random.h"
#include "ops/sort.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Random orders, and what is taken in them.
namespace berth {
namespace {

// Sorted by random keys, in so many rounds that orders are evenly distributed although keys
// coincide: with 32 bits in a round, three times the bits that number the elements.
Array shuffled(Array key, Array x, int axis) {
  const double size = std::max(1.0, static_cast<double>(x.size()));
  const double rounds =
      std::ceil(3 * std::log(size) / std::log(std::numeric_limits<std::uint32_t>::max()));
  for (int round = 0; round < static_cast<int>(rounds); ++round) {
    const Arrays keys = ops::split_keys(key, 2);
    key = keys[0];
    const Array order = ops::random_bits(keys[1], x.shape(), uint32);
    x = trace::bind_all(ops::sort_p, {axis, 1}, Arrays{order, x})[1];
  }
  return x;
}

Array shuffled_range(const Array& key, std::int64_t n) {
  return shuffled(key, ops::index_along(0, {n}, ops::index_type({n})), 0);
}

Array permuted(const Array& key, const Array& x, int axis, bool independent) {
  if (independent || x.ndim() == 1) return shuffled(key, x, axis);
  return take(x, shuffled_range(key, x.shape(axis)), axis, OutOfBounds::clip);
}

struct RangeParams {
  std::int64_t n = 0;
  bool operator==(const RangeParams&) const = default;
};

Arrays permutation_of_range_body(std::span<const Array> x, const RangeParams& params) {
  ops::check_key(x[0]);
  if (params.n < 0) {
    trace::fail(fmt::format("n is {}: it must not be negative", params.n));
  }
  return {shuffled_range(x[0], params.n)};
}

struct PermutationParams {
  int axis = 0;
  bool independent = false;
  bool operator==(const PermutationParams&) const = default;
};

Arrays permutation_body(std::span<const Array> x, const PermutationParams& params) {
  ops::check_key(x[0]);
  const int axis = ops::axis_of(params.axis, x[1].ndim());
  return {permuted(x[0], x[1], axis, params.independent)};
}

struct ChoiceParams {
  Shape shape;
  bool replace = true;
  int axis = 0;        // of an array,
  std::int64_t n = 0;  // or how many numbers there are
  bool operator==(const ChoiceParams&) const = default;
};

// Indices below `n`, of the shape asked for.
Array chosen(const Array& key, std::int64_t n, const ChoiceParams& params) {
  const std::int64_t count = params.shape.size();
  if (count == 0) return zeros(params.shape, ops::index_type({std::max<std::int64_t>(n, 0)}));
  if (n <= 0) trace::fail(fmt::format("there are {} to choose from: there must be some", n));
  if (params.replace) return ops::index_below(key, params.shape, n);
  if (count > n) {
    trace::fail(fmt::format("{} of {} are too many without replacement: ask for fewer, or replace",
                            count, n));
  }
  return reshape(shuffled_range(key, n)[Slice(0, count)], params.shape);
}

Arrays choice_body(std::span<const Array> x, const ChoiceParams& params) {
  ops::check_key(x[0]);
  if (x.size() == 1) return {chosen(x[0], params.n, params)};
  const int axis = ops::axis_of(params.axis, x[1].ndim());
  return {take(x[1], chosen(x[0], x[1].shape(axis), params), axis, OutOfBounds::clip)};
}

constexpr trace::Routine<RangeParams> permutation_of_range_r{.name = "random::permutation",
                                                             .body = permutation_of_range_body};
constexpr trace::Routine<PermutationParams> permutation_r{.name = "random::permutation",
                                                          .body = permutation_body};
constexpr trace::Routine<ChoiceParams> choice_r{.name = "random::choice", .body = choice_body};

}  // namespace

namespace random {

Array permutation(const Key& key, Dim n, Here here) {
  return trace::call(permutation_of_range_r, {n}, {Operand(key.data, here)});
}

Array permutation(const Key& key, const Array& x, Permutation options, Here here) {
  return trace::call(permutation_r, {options.axis, options.independent},
                     {Operand(key.data, here), Operand(x, here)});
}

Array choice(const Key& key, Dim n, const Shape& shape, Choice options, Here here) {
  return trace::call(choice_r, {shape, options.replace, options.axis, n},
                     {Operand(key.data, here)});
}

Array choice(const Key& key, const Array& x, const Shape& shape, Choice options, Here here) {
  return trace::call(choice_r, {shape, options.replace, options.axis, 0},
                     {Operand(key.data, here), Operand(x, here)});
}

}  // namespace random
}  // namespace berth
