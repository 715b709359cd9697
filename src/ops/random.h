#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>

#include "berth/array.h"
#include "berth/random.h"
#include "ops/rules.h"
#include "trace/routine.h"

/// What the bodies of random functions are made of. Keys are traced arrays, u32[2].
namespace berth::ops {

/// Fails unless `key` is a key: u32[2].
void check_key(const Array& key);

/// The hash of 64 bits, `high` and `low` in u32 of one shape, under `key`: 64 bits of that shape.
std::pair<Array, Array> threefry(const Array& key, const Array& high, const Array& low);
/// The hash of each element's number in row-major order.
std::pair<Array, Array> threefry_of_counts(const Array& key, const Shape& shape);

/// `count` new keys, u32[count, 2], or each by itself.
Array split_key(const Array& key, int count);
Arrays split_keys(const Array& key, int count);

/// Random bits of an unsigned type.
Array random_bits(const Array& key, const Shape& shape, DType dtype);

/// In [0, 1), of a type that can be sampled; fails for another.
Array unit_uniform(const Array& key, const Shape& shape, DType dtype);
/// In (-1, 1): the first is the next number after -1.
Array signed_uniform(const Array& key, const Shape& shape, DType dtype);
/// In [low, high), which are of that type and broadcast to `shape`.
Array uniform_between(const Array& key, const Shape& shape, const Array& low, const Array& high);
/// Of the density exp(-(x + exp(-x))).
Array gumbel_sample(const Array& key, const Shape& shape, DType dtype);
/// s32[...] in [0, n), n < 2^31 - 1, or s64[...] for a larger one.
Array index_below(const Array& key, const Shape& shape, std::int64_t n);

/// Fails for types that are not sampled: other than floats of 16 bits and more.
void check_sampled(DType dtype);

/// `x[i]`, by an index in the program's text.
Array row(const Array& x, std::int64_t i);
/// `value` as a scalar of this type, in the program's text.
Array constant_of(DType dtype, double value);

/// The types that C++ integers take where others keep theirs, for an error.
DType integer_or_default(ScalarValue::Kind kind, DType of_signed, DType of_unsigned);

/// Parameters of most random functions.
struct SampleParams {
  Shape shape;
  DType dtype;
  bool operator==(const SampleParams&) const = default;
};
/// Of those whose shape may be that of their operands.
struct OptionalShapeParams {
  std::optional<Shape> shape;
  DType dtype;
  bool operator==(const OptionalShapeParams&) const = default;
};

/// C++ scalars take the type that is sampled, float32 where that is none of floats.
template <class Params>
void sampled_scalars(const char* /*who*/, std::span<const Operand> /*operands*/,
                     const Params& params, std::span<DType> types) {
  std::ranges::fill(types, is_floating(params.dtype) ? params.dtype : float32);
}

/// A random function of the key alone.
inline Array sample(const trace::Routine<SampleParams>& routine, const random::Key& key,
                    const Shape& shape, DType dtype, Here here) {
  return trace::call(routine, {shape, dtype}, {Operand(key.data, here)});
}

}  // namespace berth::ops
