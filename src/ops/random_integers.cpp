#include <algorithm>
#include <cstdint>
#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/broadcast.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Integers in a range, as remainders of numbers of twice as many bits.
namespace berth {
namespace {

// The least and the largest integer of a type.
struct Range {
  std::int64_t least;
  std::uint64_t largest;
};

Range range_of(DType dtype) {
  const int bits = bitsize(dtype);
  if (!is_signed(dtype)) return {0, std::numeric_limits<std::uint64_t>::max() >> (64 - bits)};
  const std::int64_t largest = std::numeric_limits<std::int64_t>::max() >> (64 - bits);
  return {-1 - largest, static_cast<std::uint64_t>(largest)};
}

// `x` moved into [least, largest] as far as its own type has numbers beyond.
Array clipped(const Array& x, const Range& range) {
  const Range own = range_of(x.dtype());
  return clip(x, std::max(own.least, range.least), std::min(own.largest, range.largest));
}

// Of unsigned integers; modulo 0, which stands for one more than the largest, all of `x`.
Array modulo(const Array& x, const Array& span) { return where(span == 0, x, fmod(x, span)); }

// `minval` and `maxval` are of any integer type, the result is of 32 or 64 bits.
Array integers_between(const Array& key, const Shape& shape, const Array& minval,
                       const Array& maxval, DType dtype) {
  const Range range = range_of(dtype);
  const Array low = astype(clipped(minval, range), dtype);
  const Array high = astype(clipped(maxval, range), dtype);
  const std::uint64_t most = std::min(range.largest, range_of(maxval.dtype()).largest);
  const Array beyond = maxval > most;

  const DType word = bitsize(dtype) == 32 ? uint32 : uint64;
  Array span = where(high <= low, 1, astype(high - low, word));
  span = where(beyond & (high > low), span + 1, span);
  // (upper 2^bits + lower) modulo span, where 2^bits is the square of 2^(bits / 2).
  const std::uint64_t root = std::uint64_t{1} << (bitsize(word) / 2);
  Array multiplier = modulo(full_like(span, root), span);
  multiplier = ops::broadcast_to(modulo(multiplier * multiplier, span), shape);
  span = ops::broadcast_to(span, shape);

  const Arrays keys = ops::split_keys(key, 2);
  const Array upper = modulo(ops::random_bits(keys[0], shape, word), span);
  const Array lower = modulo(ops::random_bits(keys[1], shape, word), span);
  const Array offset = modulo(upper * multiplier + lower, span);
  return low + astype(offset, dtype);
}

Arrays randint_body(std::span<const Array> x, const ops::SampleParams& params) {
  const DType dtype = params.dtype;
  for (const DType type : {dtype, x[1].dtype(), x[2].dtype()}) ops::check_type(type, ops::integer);
  if (bitsize(dtype) < 8) {
    trace::fail(std::string(name(dtype)) +
                " is for storage: sample int8 or uint8 and convert with astype");
  }
  if (bitsize(dtype) >= 32) {
    return {integers_between(x[0], params.shape, x[1], x[2], dtype)};
  }
  const Range range = range_of(dtype);  // in 32 bits, which have room for one more
  const Array low = astype(clipped(x[1], range), int32);
  const Array high = astype(clipped(x[2], {range.least, range.largest + 1}), int32);
  return {astype(integers_between(x[0], params.shape, low, high, int32), dtype)};
}

void bound_types(const char* /*who*/, std::span<const Operand> operands,
                 const ops::SampleParams& /*params*/, std::span<DType> types) {
  for (std::size_t i = 1; i < operands.size(); ++i) {
    if (operands[i].array() != nullptr) continue;
    types[i] = ops::integer_or_default(operands[i].scalar().kind, int64, uint64);
  }
}

constexpr trace::Routine<ops::SampleParams> randint_r{
    .name = "random::randint", .body = randint_body, .scalar_types = bound_types};

}  // namespace

Array ops::index_below(const Array& key, const Shape& shape, std::int64_t n) {
  const DType dtype = n <= std::numeric_limits<std::int32_t>::max() ? int32 : int64;
  const auto bound = [&](std::int64_t value) {
    return filled(Shape(), {int64, false}, ScalarValue::of(value));
  };
  return integers_between(key, shape, bound(0), bound(n), dtype);
}

Array random::randint(const Key& key, const Shape& shape, const Operand& minval,
                      const Operand& maxval, DType dtype) {
  return trace::call(randint_r, {shape, dtype}, {Operand(key.data, minval.here()), minval, maxval});
}

}  // namespace berth
