#include "ops/index.h"

#include <algorithm>
#include <cstdlib>
#include <vector>

#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "core/array_state.h"
#include "ops/broadcast.h"
#include "ops/gather.h"
#include "ops/index_type.h"
#include "ops/masks.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {

ops::IndexOperands::IndexOperands(const Array& x, std::span<const Index> indices, const char* who,
                                  Here here)
    : here_(here) {
  const Aval& aval = detail::state_of(x, who, here).aval;
  if (has_mask(indices)) indices = unmasked_ = without_masks(aval, indices, who, here);
  plan_ = plan_index(aval, indices, who, here);
}

void ops::IndexOperands::append_to(std::vector<Operand>& operands) const {
  for (const std::int64_t start : plan_.starts) operands.emplace_back(start, here_);
  operands.insert(operands.end(), plan_.selections.begin(), plan_.selections.end());
}

ops::IndexInputs ops::index_inputs(std::span<const Array> operands, const IndexParams& params) {
  const auto starts = static_cast<std::size_t>(
      std::ranges::count_if(params.axes, [](const AxisRead& a) { return a.has_start(); }));
  return {operands.first(starts), operands.subspan(starts)};
}

// Axes that are read whole need no start of the caller's: theirs is 0.
Arrays ops::block_starts(const Array& x, const IndexParams& params, std::span<const Array> starts) {
  if (starts.empty()) return {};
  Arrays all;
  auto next = starts.begin();
  for (const AxisRead& axis : params.axes) {
    all.push_back(axis.has_start() ? *next++
                                   : filled(Shape(), {index_type(x.shape())}, ScalarValue::of(0)));
  }
  return all;
}

Array ops::read_block(const Array& x, const IndexParams& params, std::span<const Array> starts) {
  Arrays operands = block_starts(x, params, starts);
  if (operands.empty()) return x;
  operands.insert(operands.begin(), x);
  std::vector<std::int64_t> sizes;
  for (const AxisRead& axis : params.axes) sizes.push_back(axis.block());
  return trace::bind_all(dynamic_slice_p, {Shape(sizes)}, operands)[0];
}

Arrays ops::selected_points(const Array& x, const IndexParams& params,
                            std::span<const Array> selections) {
  const std::vector<int> axes = params.axes_of(AxisRead::Kind::select);
  Shape shape;
  for (const Array& selection : selections) shape = broadcast_shapes(shape, selection.shape());
  Arrays points;
  for (std::size_t i = 0; i < selections.size(); ++i) {
    const std::int64_t size = x.shape(axes[i]);
    if (size == 0 && shape.size() != 0) {
      trace::fail("axis " + std::to_string(axes[i]) + " has no element to choose from",
                  ErrorCode::out_of_range);
    }
    const Array point = from_start(selections[i], size, index_type(x.shape()));
    points.push_back(broadcast_to(point, shape));
  }
  return points;
}

namespace {

using ops::AxisRead;
using ops::IndexParams;

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

Array select(const Array& x, const IndexParams& params, std::span<const Array> selections) {
  const std::vector<int> axes = params.axes_of(AxisRead::Kind::select);
  if (axes.empty()) return x;
  return ops::gather_points(x, axes, ops::selected_points(x, params, selections), params.select_at);
}

// Operands: the array and those of the index.
Arrays index_body(std::span<const Array> operands, const IndexParams& params) {
  const auto [starts, selections] = ops::index_inputs(operands.subspan(1), params);
  const Array block = ops::read_block(operands[0], params, starts);
  const Array selected = select(stride(block, params), params, selections);
  return {reshape(selected, params.result_shape(selected.shape().dims()))};
}

constexpr trace::Routine<IndexParams> index_r{
    .name = "operator[]", .body = index_body, .scalar_types = ops::index_scalars};

}  // namespace

Array ops::read_index(const Array& x, std::span<const Index> indices) {
  const Here here = detail::user_line(indices.empty() ? Here() : indices[0].here());
  const IndexOperands index(x, indices, index_r.name, here);
  std::vector<Operand> operands = {Operand(x, here)};
  index.append_to(operands);
  return trace::call_all(index_r, index.params(), operands)[0];
}

Array Array::operator[](std::initializer_list<Index> indices) const {
  return ops::read_index(*this, {indices.begin(), indices.size()});
}

Array Array::operator[](const Index& index) const { return (*this)[{index}]; }

}  // namespace berth
