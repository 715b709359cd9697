#include <cmath>
#include <vector>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/reduce.h"
#include "berth/ops/shape.h"
#include "core/float_format.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Numbers whose distribution function has an inverse, of evenly distributed ones; and choices
/// made with them.
namespace berth {
namespace {

using ops::SampleParams;

// Evenly in (0, 1), beginning with the smallest number that has all its digits: its logarithm is
// finite.
Array positive_uniform(const Array& key, const Shape& shape, DType dtype) {
  ops::check_sampled(dtype);
  const double tiny = std::ldexp(1.0, 1 - float_format(dtype).bias);
  return ops::uniform_between(key, shape, ops::constant_of(dtype, tiny),
                              ops::constant_of(dtype, 1));
}

// Of 1 - u, which is never 0.
Arrays exponential_body(std::span<const Array> x, const SampleParams& params) {
  return {-log1p(-ops::unit_uniform(x[0], params.shape, params.dtype))};
}

Arrays gumbel_body(std::span<const Array> x, const SampleParams& params) {
  return {ops::gumbel_sample(x[0], params.shape, params.dtype)};
}

Arrays laplace_body(std::span<const Array> x, const SampleParams& params) {
  const Array even = ops::signed_uniform(x[0], params.shape, params.dtype);
  return {sign(even) * log1p(-abs(even))};
}

Arrays logistic_body(std::span<const Array> x, const SampleParams& params) {
  const Array even = positive_uniform(x[0], params.shape, params.dtype);
  return {log(even) - log1p(-even)};
}

struct CategoricalParams {
  int axis = -1;
  std::optional<Shape> shape;
  bool operator==(const CategoricalParams&) const = default;
};

// The largest of logits with Gumbel noise: the noise has the shape asked for, with the axis in it.
Arrays categorical_body(std::span<const Array> x, const CategoricalParams& params) {
  const Array& logits = x[1];
  ops::check_sampled(logits.dtype());
  const int axis = ops::axis_of(params.axis, logits.ndim());
  std::vector<std::int64_t> dims(logits.shape().begin(), logits.shape().end());
  if (params.shape) {
    dims.erase(dims.begin() + axis);
    const Shape one_each(dims);
    const Shape& wanted = *params.shape;
    (void)ops::broadcast_to(zeros(one_each, bool_), wanted);  // fails where it does not
    dims.assign(wanted.begin(), wanted.end());
    dims.insert(dims.end() - (logits.ndim() - 1 - axis), logits.shape(axis));
  }
  const Array noise = ops::gumbel_sample(x[0], Shape(dims), logits.dtype());
  return {argmax(noise + logits, axis - logits.ndim())};
}

constexpr trace::Routine<SampleParams> exponential_r{.name = "random::exponential",
                                                     .body = exponential_body};
constexpr trace::Routine<SampleParams> gumbel_r{.name = "random::gumbel", .body = gumbel_body};
constexpr trace::Routine<SampleParams> laplace_r{.name = "random::laplace", .body = laplace_body};
constexpr trace::Routine<SampleParams> logistic_r{.name = "random::logistic",
                                                  .body = logistic_body};
constexpr trace::Routine<CategoricalParams> categorical_r{.name = "random::categorical",
                                                          .body = categorical_body};

}  // namespace

Array ops::gumbel_sample(const Array& key, const Shape& shape, DType dtype) {
  return -log(-log(positive_uniform(key, shape, dtype)));
}

namespace random {

Array exponential(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(exponential_r, key, shape, dtype, here);
}

Array gumbel(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(gumbel_r, key, shape, dtype, here);
}

Array laplace(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(laplace_r, key, shape, dtype, here);
}

Array logistic(const Key& key, const Shape& shape, DType dtype, Here here) {
  return ops::sample(logistic_r, key, shape, dtype, here);
}

Array categorical(const Key& key, const Operand& logits, int axis) {
  return trace::call(categorical_r, {axis, std::nullopt},
                     {Operand(key.data, logits.here()), logits});
}

Array categorical(const Key& key, const Operand& logits, int axis, const Shape& shape) {
  return trace::call(categorical_r, {axis, shape}, {Operand(key.data, logits.here()), logits});
}

}  // namespace random
}  // namespace berth
