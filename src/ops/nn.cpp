#include "berth/ops/nn.h"

#include <cmath>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/reduce.h"
#include "ops/rules.h"

namespace berth {
namespace {

using ops::AxesParams;
using ops::AxisList;
using ops::elementwise;
using ops::inexact;
using ops::of_inexact;
using ops::reduce_over;
using ops::ReductionParams;
using trace::call;
using trace::Forward;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

// The slope at 0 is 0, where that of `maximum` would be a half.
Arrays relu_of(ops::Operands x, const NoParams& /*params*/) { return {maximum(x[0], 0)}; }
Arrays relu_jvp(const Forward& at, const NoParams& /*params*/) {
  return {where(at.x[0] > 0, at.dx[0], 0)};
}
constinit const Primitive<> relu_p =
    elementwise("relu", ops::infer_same<ops::real_number>, ops::lower_body<relu_of>, relu_jvp);
constinit const Routine<> relu_r{"relu", ops::one_primitive<relu_p>};

// The exponential may overflow, and its slope with it.
Arrays logistic_of(ops::Operands x, const NoParams& /*params*/) { return {1 / (1 + exp(-x[0]))}; }
Array logistic_slope(const Array& /*x*/, const Array& y) { return y * (1 - y); }
constinit const Primitive<> logistic_p =
    elementwise("logistic", ops::infer_same<ops::inexact_number>, ops::lower_body<logistic_of>,
                ops::jvp_by_slope<logistic_slope>);
constinit const Routine<> sigmoid_r{"sigmoid", ops::one_primitive<logistic_p, inexact>};

Array silu_body(const Array& x) { return x * sigmoid(x); }
constinit const Routine<> silu_r{"silu", of_inexact<silu_body>};

Array softplus_body(const Array& x) { return logaddexp(x, 0); }
constinit const Routine<> softplus_r{"softplus", of_inexact<softplus_body>};

struct GeluParams {
  bool approximate;

  bool operator==(const GeluParams&) const = default;
};

Arrays gelu_body(ops::Operands operands, const GeluParams& params) {
  const Array x = ops::promote(operands, inexact)[0];
  ops::check_type(x.dtype(), ops::floating);
  if (!params.approximate) return {0.5 * x * erfc(-x * std::sqrt(0.5))};
  const Array inner = std::sqrt(2 / std::acos(-1.0)) * (x + 0.044715 * power(x, 3));
  return {x * (0.5 * (1 + tanh(inner)))};
}
constinit const Routine<GeluParams> gelu_r{"gelu", gelu_body};

// `x` less its maximum along the axes, of which exp does not overflow. What is subtracted does not
// change the result, so derivatives may take it for constant.
Array shifted(const Array& x, const AxisList& axes) {
  ops::check_type(x.dtype(), ops::floating);
  return x - ops::restore_axes(ops::reduce_max(stop_gradient(x), axes), x.shape(), axes);
}

Array sum_along(const Array& x, const AxisList& axes) {
  return ops::restore_axes(ops::reduce_sum(x, axes), x.shape(), axes);
}

// A primitive, so that derivatives need nothing but the result.
Arrays softmax_of(ops::Operands x, const AxesParams& params) {
  const Array weights = exp(shifted(x[0], params.axes));
  return {weights / sum_along(weights, params.axes)};
}
Arrays softmax_jvp(const Forward& at, const AxesParams& params) {
  const Array& y = at.y[0];
  return {y * (at.dx[0] - sum_along(y * at.dx[0], params.axes))};
}
Arrays softmax_batch(const trace::Batch& at, const AxesParams& params) {
  return trace::bind_again(at.self, AxesParams{ops::behind_batch(params.axes)}, at.x);
}
constinit const Primitive<AxesParams> softmax_p{
    .name = "softmax",
    .infer = ops::infer_same<ops::floating, AxesParams>,
    .lower = ops::lower_body<softmax_of, AxesParams>,
    .jvp = softmax_jvp,
    .batch = softmax_batch,
};

Arrays softmax_body(ops::Operands operands, const ReductionParams& params) {
  return {trace::bind(softmax_p, {params.axes}, {ops::promote(operands, inexact)[0]})};
}
constinit const Routine<ReductionParams> softmax_r{"softmax", softmax_body};

Arrays log_softmax_body(ops::Operands operands, const ReductionParams& params) {
  const Array x = shifted(ops::promote(operands, inexact)[0], params.axes);
  return {x - log(sum_along(exp(x), params.axes))};
}
constinit const Routine<ReductionParams> log_softmax_r{"log_softmax", log_softmax_body};

// An infinite maximum would make NaN of the difference.
Arrays logsumexp_body(ops::Operands operands, const ReductionParams& params) {
  const Array x = ops::promote(operands, inexact)[0];
  ops::check_type(x.dtype(), ops::floating);
  const Array largest = ops::reduce_max(stop_gradient(x), params.axes);
  const Array shift = where(isfinite(largest), largest, 0);
  const Array weights = exp(x - ops::restore_axes(shift, x.shape(), params.axes));
  const Array result = log(ops::reduce_sum(weights, params.axes)) + shift;
  return {ops::finished(result, x.dtype(), x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> logsumexp_r{"logsumexp", logsumexp_body};

}  // namespace

Array relu(const Operand& x) { return call(relu_r, {x}); }
Array sigmoid(const Operand& x) { return call(sigmoid_r, {x}); }
Array silu(const Operand& x) { return call(silu_r, {x}); }
Array softplus(const Operand& x) { return call(softplus_r, {x}); }
Array gelu(const Operand& x, Gelu options) { return call(gelu_r, {options.approximate}, {x}); }

Array softmax(const Operand& x, const Axes& axes) { return reduce_over(softmax_r, x, &axes); }
Array log_softmax(const Operand& x, const Axes& axes) {
  return reduce_over(log_softmax_r, x, &axes);
}
Array logsumexp(const Operand& x) { return reduce_over(logsumexp_r, x, nullptr); }
Array logsumexp(const Operand& x, const Axes& axes, bool keepdims) {
  return reduce_over(logsumexp_r, x, &axes, Keep{keepdims});
}

}  // namespace berth
