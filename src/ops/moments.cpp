#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/reduce.h"
#include "berth/ops/select.h"
#include "ops/broadcast.h"
#include "ops/reduce.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Means and variances. Short floating types are computed in float32 and rounded at the end.
namespace berth {
namespace {

using ops::AxisList;
using ops::ReductionParams;
using trace::call;
using trace::Routine;

struct VarianceParams {
  AxisList axes;
  double ddof;
  bool keepdims;

  bool operator==(const VarianceParams&) const = default;
};

Array mean_over(const Array& x, const AxisList& axes) {
  return ops::reduce_sum(x, axes) / ops::elements_along(x.shape(), axes);
}

Arrays mean_body(std::span<const Array> operands, const ReductionParams& params) {
  const DType dtype = params.dtype.value_or(inexact_dtype(operands[0].dtype()));
  ops::check_type(dtype, ops::number);
  const Array x = ops::convert(operands[0], {ops::at_least_float32(inexact_dtype(dtype)), false});
  return {ops::finished(mean_over(x, params.axes), dtype, x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> mean_r{"mean", mean_body};

Array squared_length(const Array& x) {
  return is_complex(x.dtype()) ? square(real(x)) + square(imag(x)) : square(x);
}

Arrays var_body(std::span<const Array> operands, const VarianceParams& params) {
  const DType dtype = inexact_dtype(operands[0].dtype());
  const Array x = ops::convert(operands[0], {ops::at_least_float32(dtype), false});
  const Array centre = ops::restore_axes(mean_over(x, params.axes), x.shape(), params.axes);
  const Array squares = squared_length(x - centre);

  const double divisor =
      static_cast<double>(ops::elements_along(x.shape(), params.axes)) - params.ddof;
  const double safe = divisor > 0 ? divisor : std::numeric_limits<double>::quiet_NaN();
  const Array variance = ops::reduce_sum(squares, params.axes) / safe;
  return {ops::finished(variance, ops::real_dtype(dtype), x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<VarianceParams> var_r{"var", var_body};

Arrays std_body(std::span<const Array> operands, const VarianceParams& params) {
  return {sqrt(var_body(operands, params)[0])};
}
constinit const Routine<VarianceParams> std_r{"std", std_body};

Array call_over(const Routine<VarianceParams>& routine, const Operand& x, const Axes* axes,
                const Variance& options) {
  return call(routine, {ops::axis_list(x, axes, routine.name), options.ddof, options.keepdims},
              {x});
}

}  // namespace

Array mean(const Operand& x) { return ops::reduce_over(mean_r, x, nullptr); }
Array mean(const Operand& x, const Axes& axes, Reduce options) {
  return ops::reduce_over(mean_r, x, &axes, options);
}

Array var(const Operand& x) { return call_over(var_r, x, nullptr, {}); }
Array var(const Operand& x, const Axes& axes, Variance options) {
  return call_over(var_r, x, &axes, options);
}

Array std(const Operand& x) { return call_over(std_r, x, nullptr, {}); }
Array std(const Operand& x, const Axes& axes, Variance options) {
  return call_over(std_r, x, &axes, options);
}

}  // namespace berth
