#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <vector>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/indexing.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/gather.h"
#include "ops/index_type.h"
#include "ops/reduce.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct TakeParams {
  int axis = 0;
  OutOfBounds mode = OutOfBounds::fill;
  bool operator==(const TakeParams&) const = default;
};

// JAX's answer where there is no element of this type.
Array missing(ResultType type) {
  const auto [dtype, weak] = type;
  if (dtype == bool_ || is_integer(dtype)) {
    return ops::filled(Shape(), is_signed(dtype) ? ops::lowest(dtype) : ops::highest(dtype), weak);
  }
  const double nan = std::numeric_limits<double>::quiet_NaN();
  return ops::filled(Shape(), type, ScalarValue::of(nan));
}

// An index inside `axis` of `x`; in mode `fill`, or outside.
Array resolve(const Array& index, const Array& x, int axis, OutOfBounds mode) {
  const std::int64_t size = x.shape(axis);
  const DType type = ops::index_type(x.shape());
  if (size == 0 && index.size() != 0) {
    trace::fail(fmt::format("axis {} of {} has no element to choose from", axis, ops::type_text(x)),
                ErrorCode::out_of_range);
  }
  const std::int64_t some = std::max<std::int64_t>(size, 1);
  switch (mode) {
    case OutOfBounds::clip:
      return astype(clip(ops::widened(index, type), 0, some - 1), type);
    case OutOfBounds::wrap:
      return astype(remainder(ops::widened(index, type), some), type);
    case OutOfBounds::fill:
      break;
  }
  return ops::from_start(index, size, type);
}

// `gathered` where `index`, in its shape or one that broadcasts to it, is in [0, size).
Array where_inside(const Array& index, std::int64_t size, const Array& gathered) {
  return where(logical_and(index >= 0, index < size), gathered, missing(ops::type_of(gathered)));
}

Arrays take_body(std::span<const Array> operands, const TakeParams& params) {
  const Array& x = operands[0];
  const int axis = ops::axis_of(params.axis, x.ndim());
  const Array index = resolve(operands[1], x, axis, params.mode);
  const Array gathered = ops::gather_points(x, {&axis, 1}, {&index, 1}, axis);
  if (params.mode != OutOfBounds::fill) return {gathered};

  std::vector<std::int64_t> dims(static_cast<std::size_t>(gathered.ndim()), 1);
  std::ranges::copy(index.shape(), dims.begin() + axis);
  return {where_inside(reshape(index, Shape(dims)), x.shape(axis), gathered)};
}

Arrays take_along_axis_body(std::span<const Array> operands, const TakeParams& params) {
  const Array& x = operands[0];
  if (operands[1].ndim() != x.ndim()) {
    trace::fail(fmt::format("indices of {} must have as many axes as {}",
                            ops::type_text(operands[1]), ops::type_text(x)));
  }
  const int axis = ops::axis_of(params.axis, x.ndim());
  Array index = resolve(operands[1], x, axis, params.mode);
  std::vector<std::int64_t> dims(x.shape().begin(), x.shape().end());
  dims[static_cast<std::size_t>(axis)] = 1;
  const Shape shape = broadcast_shapes(Shape(dims), index.shape());
  index = broadcast_to(index, shape);

  std::vector<int> axes;
  Arrays points;
  for (int i = 0; i < x.ndim(); ++i) {
    axes.push_back(i);
    if (i == axis) {
      points.push_back(index);
    } else if (x.shape(i) == 1) {
      points.push_back(ops::filled(shape, {index.dtype(), false}, ScalarValue::of(0)));
    } else {
      points.push_back(ops::index_along(i, shape, index.dtype()));
    }
  }
  const Array gathered = ops::gather_points(x, axes, points, 0);
  return {where_inside(index, x.shape(axis), gathered)};
}

void index_types(const char* who, std::span<const Operand> operands, const TakeParams& params,
                 std::span<DType> types) {
  ops::index_scalars(who, operands, params, types);
  types[0] = trace::result_type(who, operands.first(1)).dtype;
}

constexpr trace::Routine<TakeParams> take_r{
    .name = "take", .body = take_body, .scalar_types = index_types};
constexpr trace::Routine<TakeParams> take_along_axis_r{
    .name = "take_along_axis", .body = take_along_axis_body, .scalar_types = index_types};

}  // namespace

Array take(const Operand& x, const Operand& indices, OutOfBounds mode) {
  const Array flat = ravel(x);
  return trace::call(take_r, {0, mode}, {Operand(flat, x.here()), indices});
}

Array take(const Operand& x, const Operand& indices, int axis, OutOfBounds mode) {
  return trace::call(take_r, {axis, mode}, {x, indices});
}

Array take_along_axis(const Operand& x, const Operand& indices, int axis) {
  return trace::call(take_along_axis_r, {axis, OutOfBounds::fill}, {x, indices});
}

}  // namespace berth
