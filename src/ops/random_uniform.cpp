#include <fmt/format.h>

#include <cmath>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "core/float_format.h"
#include "ops/broadcast.h"
#include "ops/elementwise.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Evenly distributed numbers, and what compares them with a probability.
namespace berth {

void ops::check_sampled(DType dtype) {
  check_type(dtype, floating);
  if (bitsize(dtype) >= 16) return;
  trace::fail(
      fmt::format("{} is for storage: sample float32 and convert with astype", name(dtype)));
}

Array ops::constant_of(DType dtype, double value) {
  return filled(Shape(), {dtype, false}, ScalarValue::of(value));
}

// Random mantissas under the exponent of 1: evenly in [1, 2). Types with less than 8 mantissa bits
// get by with 8 random ones.
Array ops::unit_uniform(const Array& key, const Shape& shape, DType dtype) {
  check_sampled(dtype);
  const FloatFormat format = float_format(dtype);
  const DType word = bitsize(dtype) == 16 ? uint16 : bitsize(dtype) == 32 ? uint32 : uint64;
  const bool few = format.mantissa_bits < 8;
  const Array bits = astype(random_bits(key, shape, few ? uint8 : word), word);
  const int spare = (few ? 8 : bitsize(dtype)) - format.mantissa_bits;
  const Array mantissa = shift_right_logical(bits, spare);
  return bitcast_convert_type(mantissa | encode(1, format), dtype) - 1;
}

Array ops::uniform_between(const Array& key, const Shape& shape, const Array& low,
                           const Array& high) {
  const Array from = broadcast_to(low, shape);
  const Array unit = unit_uniform(key, shape, low.dtype());
  return maximum(from, unit * (broadcast_to(high, shape) - from) + from);  // which may round up
}

Array ops::signed_uniform(const Array& key, const Shape& shape, DType dtype) {
  check_sampled(dtype);
  const double low = std::ldexp(1.0, -1 - float_format(dtype).mantissa_bits) - 1;
  return uniform_between(key, shape, constant_of(dtype, low), constant_of(dtype, 1));
}

namespace {

using ops::SampleParams;

Arrays uniform_body(std::span<const Array> x, const SampleParams& params) {
  return {ops::unit_uniform(x[0], params.shape, params.dtype)};
}

Arrays uniform_between_body(std::span<const Array> x, const SampleParams& params) {
  ops::check_sampled(params.dtype);
  return {ops::uniform_between(x[0], params.shape, astype(x[1], params.dtype),
                               astype(x[2], params.dtype))};
}

// True where a number in [0, 1) is below.
Array below(const Array& key, const Array& p, const Shape& shape) {
  return ops::unit_uniform(key, shape, p.dtype()) < ops::broadcast_to(p, shape);
}

struct BernoulliParams {
  std::optional<Shape> shape;
  bool operator==(const BernoulliParams&) const = default;
};

Arrays bernoulli_body(std::span<const Array> x, const BernoulliParams& params) {
  return {below(x[0], x[1], params.shape.value_or(x[1].shape()))};
}

void own_types(const char* /*who*/, std::span<const Operand> operands,
               const BernoulliParams& /*params*/, std::span<DType> types) {
  if (operands[1].array() == nullptr) types[1] = default_dtype(operands[1].scalar().kind);
}

Arrays rademacher_body(std::span<const Array> x, const SampleParams& params) {
  ops::check_type(params.dtype, ops::number);
  const Array heads = below(x[0], ops::constant_of(float32, 0.5), params.shape);
  return {2 * astype(heads, params.dtype) - 1};
}

constexpr trace::Routine<SampleParams> uniform_r{.name = "random::uniform", .body = uniform_body};
constexpr trace::Routine<SampleParams> uniform_between_r{
    .name = "random::uniform",
    .body = uniform_between_body,
    .scalar_types = ops::sampled_scalars<SampleParams>};
constexpr trace::Routine<BernoulliParams> bernoulli_r{
    .name = "random::bernoulli", .body = bernoulli_body, .scalar_types = own_types};
constexpr trace::Routine<SampleParams> rademacher_r{.name = "random::rademacher",
                                                    .body = rademacher_body};

}  // namespace

namespace random {

Array uniform(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(uniform_r, key, shape, dtype, here);
}

Array uniform(const Key& key, const Shape& shape, DType dtype, const Operand& minval,
              const Operand& maxval) {
  return trace::call(uniform_between_r, {shape, dtype},
                     {Operand(key.data, minval.here()), minval, maxval});
}

Array bernoulli(const Key& key, const Operand& p) {
  return trace::call(bernoulli_r, {std::nullopt}, {Operand(key.data, p.here()), p});
}

Array bernoulli(const Key& key, const Operand& p, const Shape& shape) {
  return trace::call(bernoulli_r, {shape}, {Operand(key.data, p.here()), p});
}

Array rademacher(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(rademacher_r, key, shape, dtype, here);
}

}  // namespace random
}  // namespace berth
