#include <limits>

#include "berth/error.h"
#include "berth/ops/arithmetic.h"
#include "berth/ops/reduce.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/reduce.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Where the extremes are: a reduction of pairs, an element and its index.
namespace berth {
namespace {

using lower::Emitter;
using lower::Value;
using lower::Values;
using ops::AxesParams;
using ops::AxisList;
using ops::ReductionParams;
using trace::Primitive;
using trace::Routine;

// f32[n, m], s32[n, m], {1} -> s32[n]
Avals extreme_infer(std::span<const Aval> operands, const AxesParams& params) {
  ops::check_type(operands[0].dtype, ops::boolean | ops::real_number);
  BERTH_ASSERT(operands[0].shape == operands[1].shape);
  return {{ops::reduced_shape(operands[0].shape, params.axes), operands[1].dtype}};
}

// Of two pairs the one whose element is further in `direction`, or NaN; of equal elements the one
// with the lower index.
template <ops::OpName direction>
Values further(Emitter& out, std::span<const Value> pairs) {
  const Value &x = pairs[0], &i = pairs[1], &y = pairs[2], &j = pairs[3];
  const Aval truth = {Shape(), bool_};
  const Value beyond = out.op(
      "or", {ops::emit_compare(out, direction.view(), x, y), ops::emit_compare(out, "NE", x, x)},
      truth);
  const Value first = out.op(
      "and", {ops::emit_compare(out, "EQ", x, y), ops::emit_compare(out, "LT", i, j)}, truth);
  return {out.op("select", {beyond, x, y}, x.aval),
          out.op("select", {out.op("or", {beyond, first}, truth), i, j}, i.aval)};
}

template <ops::OpName direction, ScalarBits (*initial)(DType dtype)>
Values extreme_lower(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                     const AxesParams& params) {
  const Aval element = {Shape(), operands[0].aval.dtype};
  const Aval index = {Shape(), operands[1].aval.dtype};
  const Value start = out.splat(initial(element.dtype), Shape());
  const Value start_index = out.splat({.dtype = index.dtype}, Shape());
  const Aval types[] = {{results[0].shape, element.dtype}, results[0]};
  const Avals block[] = {{element, index, element, index}};
  const Emitter::Region combine[] = {further<direction>};
  const Values both =
      out.op_with_regions("reduce", Values{operands[0], operands[1], start, start_index}, types,
                          "dimensions = " + lower::i64_array(params.axes), block, combine);
  return {both[1]};
}

Arrays extreme_batch(const trace::Batch& at, const AxesParams& params) {
  const Array pairs[] = {ops::with_batch(at.x[0], at.batched[0], at.size),
                         ops::with_batch(at.x[1], at.batched[1], at.size)};
  return trace::bind_again(at.self, AxesParams{ops::behind_batch(params.axes)}, pairs);
}

constinit const Primitive<AxesParams> argmax_p{
    .name = "argmax",
    .infer = extreme_infer,
    .lower = extreme_lower<"GT", ops::lowest>,
    .batch = extreme_batch,
};
constinit const Primitive<AxesParams> argmin_p{
    .name = "argmin",
    .infer = extreme_infer,
    .lower = extreme_lower<"LT", ops::highest>,
    .batch = extreme_batch,
};

// The position of each element among those that are reduced with it, row-major.
Array positions(const Shape& shape, const AxisList& axes) {
  const bool fits = ops::elements_along(shape, axes) <= std::numeric_limits<std::int32_t>::max();
  const DType dtype = fits ? int32 : int64;
  Array position = ops::filled(shape, {dtype}, ScalarValue::of(0));
  for (const int axis : axes) {
    const Array index = ops::index_along(axis, shape, dtype);
    position = axis == axes[0] ? index : position * shape[axis] + index;
  }
  return position;
}

template <const Primitive<AxesParams>& primitive>
Arrays arg_body(std::span<const Array> operands, const ReductionParams& params) {
  const Array& x = operands[0];
  ops::check_not_empty(x, params.axes);
  const Array index = trace::bind(primitive, {params.axes}, {x, positions(x.shape(), params.axes)});
  return {ops::finished(index, index.dtype(), x.shape(), params.axes, params.keepdims)};
}
constinit const Routine<ReductionParams> argmax_r{"argmax", arg_body<argmax_p>};
constinit const Routine<ReductionParams> argmin_r{"argmin", arg_body<argmin_p>};

}  // namespace

Array argmax(const Operand& x) { return ops::reduce_over(argmax_r, x, nullptr); }
Array argmax(const Operand& x, int axis, Keep options) {
  const Axes axes = axis;
  return ops::reduce_over(argmax_r, x, &axes, options);
}

Array argmin(const Operand& x) { return ops::reduce_over(argmin_r, x, nullptr); }
Array argmin(const Operand& x, int axis, Keep options) {
  const Axes axes = axis;
  return ops::reduce_over(argmin_r, x, &axes, options);
}

}  // namespace berth
