#include <cmath>
#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/broadcast.h"
#include "ops/elementwise.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Normal numbers: sqrt(2) times the inverse error function of evenly distributed ones.
namespace berth {
namespace {

using ops::OptionalShapeParams;
using ops::SampleParams;

Array real_normal(const Array& key, const Shape& shape, DType dtype) {
  return std::sqrt(2.0) * erf_inv(ops::signed_uniform(key, shape, dtype));
}

Arrays normal_body(std::span<const Array> x, const SampleParams& params) {
  if (!is_complex(params.dtype)) return {real_normal(x[0], params.shape, params.dtype)};
  const DType part = ops::real_dtype(params.dtype);
  const Arrays keys = ops::split_keys(x[0], 2);
  const Array z = ops::make_complex(real_normal(keys[0], params.shape, part),
                                    real_normal(keys[1], params.shape, part));
  return {z / std::sqrt(2.0)};
}

// Evenly between the bounds' error functions. Rounding may bring a number to a bound: it is moved
// to the next number inside.
Arrays truncated_normal_body(std::span<const Array> x, const OptionalShapeParams& params) {
  ops::check_sampled(params.dtype);
  const Array lower = astype(x[1], params.dtype);
  const Array upper = astype(x[2], params.dtype);
  const Shape shape = params.shape ? *params.shape : ops::common_shape(Arrays{lower, upper});
  const double root = std::sqrt(2.0);
  const Array even = ops::uniform_between(x[0], shape, erf(lower / root), erf(upper / root));
  const double infinity = std::numeric_limits<double>::infinity();
  return {clip(root * erf_inv(even), nextafter(stop_gradient(lower), infinity),
               nextafter(stop_gradient(upper), -infinity))};
}

constexpr trace::Routine<SampleParams> normal_r{.name = "random::normal", .body = normal_body};
constexpr trace::Routine<OptionalShapeParams> truncated_normal_r{
    .name = "random::truncated_normal",
    .body = truncated_normal_body,
    .scalar_types = ops::sampled_scalars<OptionalShapeParams>};

}  // namespace

namespace random {

Array normal(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(normal_r, key, shape, dtype, here);
}

Array truncated_normal(const Key& key, const Operand& lower, const Operand& upper) {
  return trace::call(truncated_normal_r, {std::nullopt, float32},
                     {Operand(key.data, lower.here()), lower, upper});
}

Array truncated_normal(const Key& key, const Operand& lower, const Operand& upper,
                       const Shape& shape, DType dtype) {
  return trace::call(truncated_normal_r, {shape, dtype},
                     {Operand(key.data, lower.here()), lower, upper});
}

}  // namespace random
}  // namespace berth
