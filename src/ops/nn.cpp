#include "berth/ops/nn.h"

#include <cmath>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/elementwise.h"
#include "ops/reduce.h"
#include "ops/rules.h"

namespace berth {
namespace {

using ops::AxisList;
using ops::inexact;
using ops::of_inexact;
using ops::reduce_over;
using ops::ReductionParams;
using trace::call;
using trace::Routine;

Array relu_body(const Array& x) {
  ops::check_type(x.dtype(), ops::real_number);
  return maximum(x, 0);
}
constinit const Routine<> relu_r{"relu", ops::of_one<relu_body>};

Array sigmoid_body(const Array& x) { return 1 / (1 + exp(-x)); }
constinit const Routine<> sigmoid_r{"sigmoid", of_inexact<sigmoid_body>};

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

// `x` less its maximum along the axes, of which exp does not overflow.
Array shifted(const Array& x, const AxisList& axes) {
  ops::check_type(x.dtype(), ops::floating);
  return x - ops::restore_axes(ops::reduce_max(x, axes), x.shape(), axes);
}

Array sum_along(const Array& x, const AxisList& axes) {
  return ops::restore_axes(ops::reduce_sum(x, axes), x.shape(), axes);
}

Arrays softmax_body(ops::Operands operands, const ReductionParams& params) {
  const Array weights = exp(shifted(ops::promote(operands, inexact)[0], params.axes));
  return {weights / sum_along(weights, params.axes)};
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
  const Array largest = ops::reduce_max(x, params.axes);
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
