#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "berth/error.h"
#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/shape.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/reduce.h"
#include "ops/rules.h"
#include "ops/shape_primitives.h"
#include "trace/tracing.h"

/// Primitives that reduce, and what reductions share.
namespace berth::ops {
namespace {

using lower::Emitter;
using lower::Value;
using lower::Values;
using trace::Primitive;

bool reduces(const AxisList& axes, int axis) { return std::ranges::find(axes, axis) != axes.end(); }

// f32[n, m, k], {0, 2} -> f32[m]
template <Types accepted>
Avals reduce_infer(std::span<const Aval> operands, const AxesParams& params) {
  const Aval& x = check_alike(operands, accepted);
  return {{reduced_shape(x.shape, params.axes), x.dtype, x.weak_type}};
}

ScalarBits zero(DType dtype) { return {.dtype = dtype}; }

ScalarBits bits_of(const ScalarValue& value, DType dtype) {
  return berth::convert(value, dtype, "reduce", {});
}

ScalarBits one(DType dtype) { return bits_of(ScalarValue::of(1), dtype); }

// `op` of all elements along the axes and `initial`.
template <OpName op, ScalarBits (*initial)(DType dtype)>
Values reduce_lower(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                    const AxesParams& params) {
  const Aval scalar = {Shape(), results[0].dtype};
  const Value start = out.splat(initial(scalar.dtype), Shape());
  const Avals block[] = {{scalar, scalar}};
  const Emitter::Region combine[] = {[&](Emitter& inner, std::span<const Value> arguments) {
    return Values{inner.op(op.view(), arguments, scalar)};
  }};
  return out.op_with_regions("reduce", Values{operands[0], start}, results,
                             "dimensions = " + lower::i64_array(params.axes), block, combine);
}

Arrays reduce_sum_transpose(const trace::Backward& at, const AxesParams& params) {
  const Shape& before = at.of[0].shape;
  std::vector<int> kept;
  for (int axis = 0; axis < before.rank(); ++axis) {
    if (!reduces(params.axes, axis)) kept.push_back(axis);
  }
  return {broadcast_in_dim(at.ct[0], before, kept)};
}

Arrays reduce_batch(const trace::Batch& at, const AxesParams& params) {
  return trace::bind_again(at.self, AxesParams{behind_batch(params.axes)}, at.x);
}

// The axes in front, as one.
Array flattened(const Array& x, const AxisList& axes) {
  std::vector<int> front(axes.size());
  std::iota(front.begin(), front.end(), 0);
  const Shape kept = reduced_shape(x.shape(), axes);
  return reshape(moveaxis(x, Axes(axes), Axes(front)),
                 with_batch(kept, elements_along(x.shape(), axes)));
}

Array rows(const Array& x, std::int64_t start, std::int64_t limit) {
  SliceParams part = {.starts = std::vector<std::int64_t>(x.shape().dims().size(), 0),
                      .limits = {x.shape().begin(), x.shape().end()},
                      .strides = std::vector<std::int64_t>(x.shape().dims().size(), 1)};
  part.starts[0] = start;
  part.limits[0] = limit;
  return trace::bind(slice_p, part, {x});
}

Array one_more_row(const Array& x, int value) {
  std::vector<PadWidth> widths(x.shape().dims().size());
  widths[0].after = 1;
  return pad(x, widths, value);
}

// (ab)' = a'b + ab' for the halves of all that is multiplied, until one row is left: no quotient,
// so that zeros are factors like others.
Arrays reduce_prod_jvp(const trace::Forward& at, const AxesParams& params) {
  Array x = flattened(at.x[0], params.axes);
  Array dx = flattened(at.dx[0], params.axes);
  if (x.shape(0) == 0) return {Array()};
  while (x.shape(0) > 1) {
    if (x.shape(0) % 2 != 0) {
      x = one_more_row(x, 1);
      dx = one_more_row(dx, 0);
    }
    const std::int64_t all = x.shape(0);
    const Array a = rows(x, 0, all / 2), b = rows(x, all / 2, all);
    dx = rows(dx, 0, all / 2) * b + a * rows(dx, all / 2, all);
    x = a * b;
  }
  return {reshape(dx, at.y[0].shape())};
}

// Shared equally among the elements that are the extreme.
Arrays reduce_extreme_jvp(const trace::Forward& at, const AxesParams& params) {
  const Array& x = at.x[0];
  const Array extreme = restore_axes(at.y[0], x.shape(), params.axes);
  const Array is_extreme = astype(x == extreme, x.dtype());
  return {reduce_sum(at.dx[0] * is_extreme, params.axes) / reduce_sum(is_extreme, params.axes)};
}

constinit const Primitive<AxesParams> reduce_sum_p{
    .name = "reduce_sum",
    .infer = reduce_infer<number>,
    .lower = reduce_lower<"add", zero>,
    .transpose = reduce_sum_transpose,
    .batch = reduce_batch,
};
constinit const Primitive<AxesParams> reduce_prod_p{
    .name = "reduce_prod",
    .infer = reduce_infer<number>,
    .lower = reduce_lower<"multiply", one>,
    .jvp = reduce_prod_jvp,
    .batch = reduce_batch,
};
constinit const Primitive<AxesParams> reduce_max_p{
    .name = "reduce_max",
    .infer = reduce_infer<boolean | real_number>,
    .lower = reduce_lower<"maximum", lowest>,
    .jvp = reduce_extreme_jvp,
    .batch = reduce_batch,
};
constinit const Primitive<AxesParams> reduce_min_p{
    .name = "reduce_min",
    .infer = reduce_infer<boolean | real_number>,
    .lower = reduce_lower<"minimum", highest>,
    .jvp = reduce_extreme_jvp,
    .batch = reduce_batch,
};
constinit const Primitive<AxesParams> reduce_or_p{
    .name = "reduce_or",
    .infer = reduce_infer<boolean>,
    .lower = reduce_lower<"or", zero>,
    .batch = reduce_batch,
};
constinit const Primitive<AxesParams> reduce_and_p{
    .name = "reduce_and",
    .infer = reduce_infer<boolean>,
    .lower = reduce_lower<"and", one>,
    .batch = reduce_batch,
};

Array reduce_wide(const Primitive<AxesParams>& primitive, const Array& x, const AxisList& axes) {
  const Array wide = ops::convert(x, {at_least_float32(x.dtype()), x.weak_type()});
  return ops::convert(trace::bind(primitive, {axes}, {wide}), type_of(x));
}

}  // namespace

Array reduce_over(const trace::Routine<ReductionParams>& routine, const Operand& x,
                  const Axes* axes, const Reduce& options) {
  return trace::call(routine, {axis_list(x, axes, routine.name), options.keepdims, options.dtype},
                     {x});
}

Array reduce_over(const trace::Routine<ReductionParams>& routine, const Operand& x,
                  const Axes* axes, Keep options) {
  return reduce_over(routine, x, axes, Reduce{.keepdims = options.keepdims});
}

Shape reduced_shape(const Shape& shape, const AxisList& axes) {
  std::vector<std::int64_t> dims;
  for (int axis = 0; axis < shape.rank(); ++axis) {
    if (!reduces(axes, axis)) dims.push_back(shape[axis]);
  }
  return Shape(dims);
}

ScalarBits lowest(DType dtype) {
  if (is_floating(dtype)) {
    return bits_of(ScalarValue::of(-std::numeric_limits<double>::infinity()), dtype);
  }
  if (!is_signed(dtype)) return zero(dtype);
  return bits_of(
      ScalarValue::of(-1 - (std::numeric_limits<std::int64_t>::max() >> (64 - bitsize(dtype)))),
      dtype);
}

ScalarBits highest(DType dtype) {
  if (dtype == bool_) return one(dtype);
  if (is_floating(dtype)) {
    return bits_of(ScalarValue::of(std::numeric_limits<double>::infinity()), dtype);
  }
  const int value_bits = bitsize(dtype) - (is_signed(dtype) ? 1 : 0);
  return bits_of(ScalarValue::of(std::numeric_limits<std::uint64_t>::max() >> (64 - value_bits)),
                 dtype);
}

Array reduce_sum(const Array& x, const AxisList& axes) {
  return reduce_wide(reduce_sum_p, x, axes);
}

Array reduce_prod(const Array& x, const AxisList& axes) {
  return reduce_wide(reduce_prod_p, x, axes);
}

// The 8-bit floats have no infinity to begin with.
Array reduce_max(const Array& x, const AxisList& axes) {
  if (bitsize(x.dtype()) <= 8) return reduce_wide(reduce_max_p, x, axes);
  return trace::bind(reduce_max_p, {axes}, {x});
}

Array reduce_min(const Array& x, const AxisList& axes) {
  if (bitsize(x.dtype()) <= 8) return reduce_wide(reduce_min_p, x, axes);
  return trace::bind(reduce_min_p, {axes}, {x});
}

Array reduce_or(const Array& x, const AxisList& axes) {
  return trace::bind(reduce_or_p, {axes}, {x});
}

Array reduce_and(const Array& x, const AxisList& axes) {
  return trace::bind(reduce_and_p, {axes}, {x});
}

Array restore_axes(const Array& reduced, const Shape& before, const AxisList& axes) {
  std::vector<std::int64_t> dims(before.begin(), before.end());
  std::vector<int> kept;
  for (int axis = 0; axis < before.rank(); ++axis) {
    if (reduces(axes, axis)) {
      dims[static_cast<std::size_t>(axis)] = 1;
    } else {
      kept.push_back(axis);
    }
  }
  return broadcast_in_dim(reduced, Shape(dims), std::move(kept));
}

Array finished(const Array& reduced, DType dtype, const Shape& before, const AxisList& axes,
               bool keepdims) {
  const Array result = ops::convert(reduced, {dtype, false});
  return keepdims ? restore_axes(result, before, axes) : result;
}

DType at_least_float32(DType dtype) {
  return is_floating(dtype) && bitsize(dtype) < 32 ? float32 : dtype;
}

std::int64_t elements_along(const Shape& shape, const AxisList& axes) {
  std::int64_t count = 1;
  for (const int axis : axes) count *= shape[axis];
  return count;
}

void check_not_empty(const Array& x, const AxisList& axes) {
  for (const int axis : axes) {
    if (x.shape(axis) != 0) continue;
    trace::fail(
        fmt::format("{} has no elements along axis {}, and nothing is the result of none: "
                    "look at size() first",
                    type_text(x), axis));
  }
}

}  // namespace berth::ops
