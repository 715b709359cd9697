#include "berth/ops/reduce.h"

#include <optional>
#include <utility>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/broadcast.h"
#include "ops/reduce.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using ops::AxisList;
using ops::reduce_over;
using ops::ReductionParams;
using trace::Routine;

using Reduction = Array (*)(const Array& x, const AxisList& axes);

// The type in which small integers are summed.
DType sum_dtype(DType dtype) {
  if (dtype == bool_) return int32;
  if (!is_integer(dtype) || bitsize(dtype) >= 32) return dtype;
  return is_signed(dtype) ? int32 : uint32;
}

template <Reduction reduction>
Arrays sum_body(std::span<const Array> operands, const ReductionParams& params) {
  const Array& x = operands[0];
  const DType dtype = params.dtype.value_or(sum_dtype(x.dtype()));
  const Array total = reduction(ops::convert(x, {dtype, false}), params.axes);
  return {ops::finished(total, dtype, x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> sum_r{"sum", sum_body<ops::reduce_sum>};
constinit const Routine<ReductionParams> prod_r{"prod", sum_body<ops::reduce_prod>};

template <Reduction reduction>
Arrays extreme_body(std::span<const Array> operands, const ReductionParams& params) {
  const Array& x = operands[0];
  ops::check_not_empty(x, params.axes);
  return {
      ops::finished(reduction(x, params.axes), x.dtype(), x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> max_r{"max", extreme_body<ops::reduce_max>};
constinit const Routine<ReductionParams> min_r{"min", extreme_body<ops::reduce_min>};

template <Reduction reduction>
Arrays truth_body(std::span<const Array> operands, const ReductionParams& params) {
  const Array& x = operands[0];
  const Array truth = ops::convert(x, {bool_, false});
  return {
      ops::finished(reduction(truth, params.axes), bool_, x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> any_r{"any", truth_body<ops::reduce_or>};
constinit const Routine<ReductionParams> all_r{"all", truth_body<ops::reduce_and>};

Arrays count_nonzero_body(std::span<const Array> operands, const ReductionParams& params) {
  const Array& x = operands[0];
  const Array ones = ops::convert(ops::convert(x, {bool_, false}), {int32, false});
  return {ops::finished(ops::reduce_sum(ones, params.axes), int32, x.shape(), params.axes,
                        params.keepdims)};
}
constinit const Routine<ReductionParams> count_nonzero_r{"count_nonzero", count_nonzero_body};

}  // namespace

Array sum(const Operand& x) { return reduce_over(sum_r, x, nullptr); }
Array sum(const Operand& x, const Axes& axes, Reduce options) {
  return reduce_over(sum_r, x, &axes, options);
}

Array prod(const Operand& x) { return reduce_over(prod_r, x, nullptr); }
Array prod(const Operand& x, const Axes& axes, Reduce options) {
  return reduce_over(prod_r, x, &axes, options);
}

Array max(const Operand& x) { return reduce_over(max_r, x, nullptr); }
Array max(const Operand& x, const Axes& axes, Keep options) {
  return reduce_over(max_r, x, &axes, options);
}

Array min(const Operand& x) { return reduce_over(min_r, x, nullptr); }
Array min(const Operand& x, const Axes& axes, Keep options) {
  return reduce_over(min_r, x, &axes, options);
}

Array any(const Operand& x) { return reduce_over(any_r, x, nullptr); }
Array any(const Operand& x, const Axes& axes, Keep options) {
  return reduce_over(any_r, x, &axes, options);
}

Array all(const Operand& x) { return reduce_over(all_r, x, nullptr); }
Array all(const Operand& x, const Axes& axes, Keep options) {
  return reduce_over(all_r, x, &axes, options);
}

Array count_nonzero(const Operand& x) { return reduce_over(count_nonzero_r, x, nullptr); }
Array count_nonzero(const Operand& x, const Axes& axes, Keep options) {
  return reduce_over(count_nonzero_r, x, &axes, options);
}

}  // namespace berth
