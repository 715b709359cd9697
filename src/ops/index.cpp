#include <algorithm>
#include <cstdlib>
#include <vector>

#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "core/array_state.h"
#include "ops/broadcast.h"
#include "ops/gather.h"
#include "ops/index_plan.h"
#include "ops/index_type.h"
#include "ops/masks.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using ops::AxisRead;
using ops::IndexParams;

// The block that all slices and points read, each axis from its start on. Axes that are read
// whole need no start of the caller's: theirs is 0.
Array read_block(const Array& x, const IndexParams& params, std::span<const Array> starts) {
  const DType type = ops::index_type(x.shape());
  std::vector<std::int64_t> sizes;
  Arrays operands = {x};
  std::size_t next = 0;
  for (const AxisRead& axis : params.axes) {
    sizes.push_back(axis.block());
    operands.push_back(axis.has_start() ? starts[next++]
                                        : ops::filled(Shape(), {type}, ScalarValue::of(0)));
  }
  if (next == 0) return x;
  return trace::bind_all(ops::dynamic_slice_p, {Shape(sizes)}, operands)[0];
}

// Every |step|-th element of the slices' blocks, backwards where the step is negative.
Array stride(const Array& x, const IndexParams& params) {
  ops::SliceParams slice;
  std::vector<int> reversed;
  bool strided = false;
  for (std::size_t i = 0; i < params.axes.size(); ++i) {
    const AxisRead& axis = params.axes[i];
    slice.starts.push_back(0);
    slice.limits.push_back(axis.block());
    slice.strides.push_back(std::max<std::int64_t>(std::abs(axis.step), 1));
    strided = strided || slice.strides.back() > 1;
    if (axis.step < 0) reversed.push_back(static_cast<int>(i));
  }
  const Array picked = strided ? trace::bind(ops::slice_p, slice, {x}) : x;
  return reversed.empty() ? picked : trace::bind(ops::reverse_p, {reversed}, {picked});
}

Array select(const Array& x, const IndexParams& params, std::span<const Array> indices) {
  std::vector<int> axes;
  for (std::size_t i = 0; i < params.axes.size(); ++i) {
    if (params.axes[i].kind == AxisRead::Kind::select) axes.push_back(static_cast<int>(i));
  }
  if (axes.empty()) return x;
  Shape shape;
  for (const Array& index : indices) shape = broadcast_shapes(shape, index.shape());
  Arrays points;
  for (std::size_t i = 0; i < indices.size(); ++i) {
    const std::int64_t size = x.shape(axes[i]);
    if (size == 0 && shape.size() != 0) {
      trace::fail("axis " + std::to_string(axes[i]) + " has no element to choose from",
                  ErrorCode::out_of_range);
    }
    const Array index = ops::from_start(indices[i], size, ops::index_type(x.shape()));
    points.push_back(broadcast_to(index, shape));
  }
  return ops::gather_points(x, axes, points, params.select_at);
}

// Operands: the array, a start for each axis that has one, an array for each axis of `select`.
Arrays index_body(std::span<const Array> operands, const IndexParams& params) {
  const auto starts = static_cast<std::size_t>(
      std::ranges::count_if(params.axes, [](const AxisRead& a) { return a.has_start(); }));
  const Array block = read_block(operands[0], params, operands.subspan(1, starts));
  const Array selected = select(stride(block, params), params, operands.subspan(1 + starts));

  std::vector<std::int64_t> dims(selected.shape().begin(), selected.shape().end());
  for (const int axis : params.dropped) dims.erase(dims.begin() + axis);
  for (const int axis : params.added) dims.insert(dims.begin() + axis, 1);
  return {reshape(selected, Shape(dims))};
}

constexpr trace::Routine<IndexParams> index_r{
    .name = "operator[]", .body = index_body, .scalar_types = ops::index_scalars};

}  // namespace

Array Array::operator[](std::initializer_list<Index> indices) const {
  const Here here = detail::user_line(indices.size() == 0 ? Here() : indices.begin()->here());
  const Aval& aval = detail::state_of(*this, "operator[]", here).aval;
  std::span<const Index> parts(indices.begin(), indices.size());
  std::vector<Index> unmasked;
  if (ops::has_mask(parts)) parts = unmasked = ops::without_masks(aval, parts, here);

  ops::IndexPlan plan = ops::plan_index(aval, parts, here);
  std::vector<Operand> operands = {Operand(*this, here)};
  for (const std::int64_t start : plan.starts) operands.emplace_back(start, here);
  operands.insert(operands.end(), plan.selections.begin(), plan.selections.end());
  return trace::call_all(index_r, std::move(plan.params), operands)[0];
}

Array Array::operator[](const Index& index) const { return (*this)[{index}]; }

}  // namespace berth
