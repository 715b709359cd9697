#include "berth/ops/at.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>
#include <utility>

#include "berth/ops/arithmetic.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "core/array_state.h"
#include "ops/broadcast.h"
#include "ops/index.h"
#include "ops/index_type.h"
#include "ops/masks.h"
#include "ops/rules.h"
#include "ops/scatter.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using ops::AxisRead;
using ops::IndexParams;
using Sizes = std::vector<std::int64_t>;

enum class Update : std::uint8_t { set, add, mul, min, max };

struct UpdateParams {
  IndexParams index;
  Update update;

  bool operator==(const UpdateParams&) const = default;
};

struct MaskedParams {
  Update update;

  bool operator==(const MaskedParams&) const = default;
};

Array combine(Update update, const Array& x, const Array& value) {
  switch (update) {
    case Update::add:
      return x + value;
    case Update::mul:
      return x * value;
    case Update::min:
      return minimum(x, value);
    case Update::max:
      return maximum(x, value);
    case Update::set:
      break;
  }
  return value;
}

const trace::Primitive<ops::ScatterParams>& scatter_of(Update update) {
  switch (update) {
    case Update::add:
      return ops::scatter_add_p;
    case Update::mul:
      return ops::scatter_mul_p;
    case Update::min:
      return ops::scatter_min_p;
    case Update::max:
      return ops::scatter_max_p;
    case Update::set:
      break;
  }
  return ops::scatter_p;
}

// The value as `x` has it; the array must hold what it is.
Array typed_like(const Array& x, const Array& value, Update update) {
  if (update == Update::add || update == Update::mul) ops::check_type(x.dtype(), ops::number);
  if (update == Update::min || update == Update::max) {
    ops::check_type(x.dtype(), ops::boolean | ops::real_number);
  }
  const Array both[] = {x, value};
  if (ops::common_type(both).dtype != x.dtype()) {
    trace::fail(fmt::format("{} does not hold {}: convert with astype", ops::type_text(x),
                            ops::type_text(value)));
  }
  return ops::convert(value, ops::type_of(x));
}

/// What an index names of its block, along axes as `x[index]` reads them: the block's that are
/// kept, in their order, and among them those of the index arrays.
class Selection {
 public:
  Selection(const IndexParams& params, Arrays points)
      : params_(params), points_(std::move(points)) {
    for (std::size_t i = 0; i < params.axes.size(); ++i) {
      if (params.axes[i].kind == AxisRead::Kind::select) continue;
      block_axis_.push_back(static_cast<int>(i));
      dims_.push_back(params.axes[i].count);
    }
    if (points_.empty()) return;
    const Shape& shape = points_[0].shape();
    block_axis_.insert(block_axis_.begin() + params.select_at, shape.dims().size(), of_arrays);
    dims_.insert(dims_.begin() + params.select_at, shape.begin(), shape.end());
  }

  const Sizes& dims() const { return dims_; }
  // Whether it is the whole block, in some order.
  bool is_block() const {
    return points_.empty() && std::ranges::none_of(params_.axes, [](const AxisRead& axis) {
             return std::abs(axis.step) > 1;
           });
  }

  // `value`, of these dimensions, in the block's order where slices run backwards.
  Array forwards(const Array& value) const {
    std::vector<int> backwards;
    for (std::size_t i = 0; i < block_axis_.size(); ++i) {
      if (step(i) < 0) backwards.push_back(static_cast<int>(i));
    }
    return backwards.empty() ? value : trace::bind(ops::reverse_p, {backwards}, {value});
  }

  // `block` with the elements changed. The coordinates are those of the index arrays, and of slices
  // with a stride.
  Array scatter(Update update, const Array& block, const Array& values) const {
    ops::ScatterParams params;
    params.inserted_dims = params.index_map = params_.axes_of(AxisRead::Kind::select);
    std::vector<int> indexed;  // axes of the values that are no window
    std::vector<int> strided;  // likewise
    for (std::size_t i = 0; i < block_axis_.size(); ++i) {
      const int axis = static_cast<int>(i);
      const bool is_strided = std::abs(step(i)) > 1;
      if (is_strided) {
        strided.push_back(axis);
        params.inserted_dims.push_back(block_axis_[i]);
        params.index_map.push_back(block_axis_[i]);
      }
      (is_strided || block_axis_[i] == of_arrays ? indexed : params.window_dims).push_back(axis);
    }
    std::ranges::sort(params.inserted_dims);
    return trace::bind(scatter_of(update), params,
                       {block, coordinates(block, indexed, strided), values});
  }

 private:
  static constexpr int of_arrays = -1;

  std::int64_t step(std::size_t axis) const {
    const int of_block = block_axis_[axis];
    return of_block == of_arrays ? 1 : params_.axes[static_cast<std::size_t>(of_block)].step;
  }

  // Of each element along the axes `indexed`: s32[..., coordinates].
  Array coordinates(const Array& block, const std::vector<int>& indexed,
                    const std::vector<int>& strided) const {
    Sizes sizes;
    for (const int axis : indexed) sizes.push_back(dims_[static_cast<std::size_t>(axis)]);
    const Shape shape(sizes);
    const auto place = [&](int axis) {
      return static_cast<int>(std::ranges::find(indexed, axis) - indexed.begin());
    };
    Arrays columns;
    for (const Array& point : points_) {
      std::vector<int> axes;
      for (int i = 0; i < point.ndim(); ++i) axes.push_back(place(params_.select_at + i));
      columns.push_back(ops::broadcast_in_dim(point, shape, axes));
    }
    const DType type = ops::index_type(block.shape());
    for (const int axis : strided) {
      const Array number = ops::index_along(place(axis), shape, type);
      columns.push_back(number * std::abs(step(static_cast<std::size_t>(axis))));
    }
    return stack(columns, -1);
  }

  const IndexParams& params_;
  const Arrays points_;
  std::vector<int> block_axis_;  // of each axis, or `of_arrays`
  Sizes dims_;
};

// Operands: the array, the value, and those of the index.
Arrays update_body(std::span<const Array> operands, const UpdateParams& params) {
  const Array& x = operands[0];
  const auto [starts, selections] = ops::index_inputs(operands.subspan(2), params.index);
  const Selection selection(params.index, ops::selected_points(x, params.index, selections));

  const Array value = typed_like(x, operands[1], params.update);
  const Array filled = ops::broadcast_to(value, params.index.result_shape(selection.dims()));
  const Array values = selection.forwards(reshape(filled, Shape(selection.dims())));
  const Array block = ops::read_block(x, params.index, starts);
  const Array changed = selection.is_block() ? combine(params.update, block, values)
                                             : selection.scatter(params.update, block, values);

  Arrays back = ops::block_starts(x, params.index, starts);
  if (back.empty()) return {changed};
  back.insert(back.begin(), {x, changed});
  return trace::bind_all(ops::dynamic_update_slice_p, trace::NoParams(), back);
}

// Operands: the array, a scalar value, a mask of the array's first axes.
Arrays masked_body(std::span<const Array> operands, const MaskedParams& params) {
  const Array& x = operands[0];
  const Array value = typed_like(x, operands[1], params.update);
  std::vector<int> axes;
  for (int axis = 0; axis < operands[2].ndim(); ++axis) axes.push_back(axis);
  const Array mask = ops::broadcast_in_dim(operands[2], x.shape(), axes);
  return {where(mask, combine(params.update, x, ops::broadcast_to(value, x.shape())), x)};
}

// The value is judged with the array; starts and integers count elements.
template <class Params>
void update_types(const char* who, std::span<const Operand> operands, const Params& params,
                  std::span<DType> types) {
  ops::index_scalars(who, operands, params, types);
  if (operands[1].array() == nullptr) {
    types[1] = trace::result_type(who, operands.first(2)).dtype;
  }
}

constexpr trace::Routine<UpdateParams> update_r{
    .name = "at", .body = update_body, .scalar_types = update_types<UpdateParams>};
constexpr trace::Routine<MaskedParams> masked_r{
    .name = "at", .body = masked_body, .scalar_types = update_types<MaskedParams>};

// The mask, if `indices` is nothing else and there is one value for all of its elements.
const Array* lone_mask(std::span<const Index> indices, const Operand& value) {
  const bool one_value = value.array() == nullptr || value.array()->ndim() == 0;
  if (indices.size() != 1 || !one_value || !ops::has_mask(indices)) return nullptr;
  return std::get_if<Array>(&indices[0].value());
}

Array updated(const Array& x, std::span<const Index> indices, Update update, const Operand& value) {
  const Here here = detail::user_line(indices.empty() ? value.here() : indices[0].here());
  std::vector<Operand> operands = {Operand(x, here), value};
  if (const Array* mask = lone_mask(indices, value)) {
    ops::check_mask(detail::state_of(x, masked_r.name, here).aval, *mask, 0, masked_r.name, here);
    operands.emplace_back(*mask, here);
    return trace::call_all(masked_r, {update}, operands)[0];
  }
  const ops::IndexOperands index(x, indices, update_r.name, here);
  index.append_to(operands);
  return trace::call_all(update_r, {index.params(), update}, operands)[0];
}

}  // namespace

AtRef::AtRef(Array x, std::span<const Index> indices)
    : x_(std::move(x)), indices_(indices.begin(), indices.end()) {}

Array AtRef::get() const { return ops::read_index(x_, indices_); }
Array AtRef::set(const Operand& value) const { return updated(x_, indices_, Update::set, value); }
Array AtRef::add(const Operand& value) const { return updated(x_, indices_, Update::add, value); }
Array AtRef::mul(const Operand& value) const { return updated(x_, indices_, Update::mul, value); }
Array AtRef::min(const Operand& value) const { return updated(x_, indices_, Update::min, value); }
Array AtRef::max(const Operand& value) const { return updated(x_, indices_, Update::max, value); }

AtRef Array::at(const Index& index) const { return {*this, {&index, 1}}; }
AtRef Array::at(std::initializer_list<Index> indices) const {
  return {*this, {indices.begin(), indices.size()}};
}

}  // namespace berth
