#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/shape.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {

// As many bits of a hash as are wanted: all 64, or of both words' exclusive or the lowest.
Array ops::random_bits(const Array& key, const Shape& shape, DType dtype) {
  const auto [high, low] = threefry_of_counts(key, shape);
  if (dtype == uint64) return (astype(high, uint64) << 32) | astype(low, uint64);
  return astype(high ^ low, dtype);
}

namespace {

Arrays bits_body(std::span<const Array> x, const ops::SampleParams& params) {
  const DType dtype = params.dtype;
  if (!is_integer(dtype) || is_signed(dtype) || bitsize(dtype) < 8) {
    trace::fail(std::string(name(dtype)) +
                " is not taken, only uint8, uint16, uint32 and uint64: convert with "
                "bitcast_convert_type");
  }
  return {ops::random_bits(x[0], params.shape, dtype)};
}

constexpr trace::Routine<ops::SampleParams> bits_r{.name = "random::bits", .body = bits_body};

}  // namespace

Array random::bits(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(bits_r, key, shape, dtype, here);
}

}  // namespace berth
