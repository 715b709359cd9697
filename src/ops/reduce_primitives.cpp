#include <fmt/format.h>

#include <algorithm>
#include <limits>

#include "berth/error.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/reduce.h"
#include "ops/rules.h"
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

constinit const Primitive<AxesParams> reduce_sum_p{
    "reduce_sum", reduce_infer<number>, reduce_lower<"add", zero>,
    nullptr,      reduce_sum_transpose, reduce_batch};
constinit const Primitive<AxesParams> reduce_prod_p{"reduce_prod", reduce_infer<number>,
                                                    reduce_lower<"multiply", one>};
constinit const Primitive<AxesParams> reduce_max_p{
    "reduce_max", reduce_infer<boolean | real_number>, reduce_lower<"maximum", lowest>};
constinit const Primitive<AxesParams> reduce_min_p{
    "reduce_min", reduce_infer<boolean | real_number>, reduce_lower<"minimum", highest>};
constinit const Primitive<AxesParams> reduce_or_p{"reduce_or", reduce_infer<boolean>,
                                                  reduce_lower<"or", zero>};
constinit const Primitive<AxesParams> reduce_and_p{"reduce_and", reduce_infer<boolean>,
                                                   reduce_lower<"and", one>};

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
