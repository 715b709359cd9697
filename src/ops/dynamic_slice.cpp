#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "berth/ops/creation.h"
#include "berth/ops/indexing.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/gather.h"
#include "ops/index_type.h"
#include "ops/scatter.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Blocks whose place is known when the program runs.
namespace berth {
namespace ops {
namespace {

Avals dynamic_slice_infer(std::span<const Aval> x, const DynamicSliceParams& params) {
  return {{params.sizes, x[0].dtype, x[0].weak_type}};
}

lower::Values dynamic_slice_lower(lower::Emitter& out, std::span<const lower::Value> x,
                                  std::span<const Aval> results, const DynamicSliceParams& params) {
  return {out.op("dynamic_slice", x, results[0],
                 "slice_sizes = " + lower::i64_array(params.sizes.dims()))};
}

Avals dynamic_update_slice_infer(std::span<const Aval> x, const trace::NoParams&) { return {x[0]}; }

Arrays with_operands(std::initializer_list<Array> first, std::span<const Array> starts) {
  Arrays operands = first;
  operands.insert(operands.end(), starts.begin(), starts.end());
  return operands;
}

Arrays dynamic_slice_transpose(const trace::Backward& at, const DynamicSliceParams& /*params*/) {
  Arrays result(at.x.size());
  result[0] = trace::bind_all(dynamic_update_slice_p, trace::NoParams(),
                              with_operands({zeros_of(at.of[0]), at.ct[0]}, at.x.subspan(1)))[0];
  return result;
}

Arrays dynamic_update_slice_jvp(const trace::Forward& at, const trace::NoParams& none) {
  return trace::bind_all(
      dynamic_update_slice_p, none,
      with_operands({or_zeros(at.dx[0], at.x[0]), or_zeros(at.dx[1], at.x[1])}, at.x.subspan(2)));
}

// What was overwritten counts for nothing.
Arrays dynamic_update_slice_transpose(const trace::Backward& at, const trace::NoParams& none) {
  const auto starts = at.x.subspan(2);
  Arrays result(at.x.size());
  if (absent(at.x[0])) {
    result[0] = trace::bind_all(dynamic_update_slice_p, none,
                                with_operands({at.ct[0], zeros_of(at.of[1])}, starts))[0];
  }
  if (absent(at.x[1])) {
    result[1] =
        trace::bind_all(dynamic_slice_p, {at.of[1].shape}, with_operands({at.ct[0]}, starts))[0];
  }
  return result;
}

/// The starts of a block in a batch: of the last operands, from number `first` on.
class BatchedStarts {
 public:
  BatchedStarts(const trace::Batch& at, std::size_t first)
      : starts_(at.x.subspan(first)),
        batched_(at.batched.begin() + static_cast<std::ptrdiff_t>(first), at.batched.end()),
        size_(at.size) {}

  bool differ() const { return std::ranges::find(batched_, true) != batched_.end(); }

  // Where they do not differ, for a block with the batch in front.
  Arrays with_batch_axis() const {
    const DType type = starts_.empty() ? int32 : starts_[0].dtype();
    return with_operands({zeros(Shape(), type)}, starts_);
  }

  // Coordinates for each example, s32[b, rank], moved so that the block lies inside.
  Array coordinates(const Shape& whole, const Shape& block) const {
    Arrays columns;
    for (int axis = 0; axis < whole.rank(); ++axis) {
      const auto i = static_cast<std::size_t>(axis);
      const Array inside = clip(starts_[i], 0, whole[axis] - block[axis]);
      columns.push_back(with_batch(inside, batched_[i], size_));
    }
    return stack(columns, 1);
  }

 private:
  std::span<const Array> starts_;
  std::vector<bool> batched_;
  std::int64_t size_;
};

std::vector<int> all_axes(int rank) {
  std::vector<int> axes(static_cast<std::size_t>(rank));
  std::iota(axes.begin(), axes.end(), 0);
  return axes;
}

Shape example_shape(const trace::Batch& at, std::size_t operand) {
  const Shape& shape = at.x[operand].shape();
  return at.batched[operand] ? Shape(shape.dims().subspan(1)) : shape;
}

Arrays dynamic_slice_batch(const trace::Batch& at, const DynamicSliceParams& params) {
  const BatchedStarts starts(at, 1);
  if (!starts.differ()) {
    Arrays operands = starts.with_batch_axis();
    operands.insert(operands.begin(), at.x[0]);
    return trace::bind_all(dynamic_slice_p, {with_batch(params.sizes, at.size)}, operands);
  }
  const Array operands[] = {at.x[0], starts.coordinates(example_shape(at, 0), params.sizes)};
  const std::vector<int> axes = all_axes(params.sizes.rank());
  return gather_batch({operands, {at.batched[0], true}, at.size, at.self},
                      {.offset_dims = axes,
                       .collapsed_dims = {},
                       .index_map = axes,
                       .block = {params.sizes.begin(), params.sizes.end()}});
}

Arrays dynamic_update_slice_batch(const trace::Batch& at, const trace::NoParams& none) {
  const BatchedStarts starts(at, 2);
  if (!starts.differ()) {
    Arrays operands = starts.with_batch_axis();
    operands.insert(operands.begin(), {with_batch(at.x[0], at.batched[0], at.size),
                                       with_batch(at.x[1], at.batched[1], at.size)});
    return trace::bind_all(dynamic_update_slice_p, none, operands);
  }
  const Shape block = example_shape(at, 1);
  const Array operands[] = {at.x[0], starts.coordinates(example_shape(at, 0), block), at.x[1]};
  const std::vector<int> axes = all_axes(block.rank());
  return batched_scatter(scatter_p, {.window_dims = axes, .inserted_dims = {}, .index_map = axes},
                         {operands, {at.batched[0], true, at.batched[1]}, at.size, at.self});
}

}  // namespace

constinit const trace::Primitive<DynamicSliceParams> dynamic_slice_p{
    .name = "dynamic_slice",
    .infer = dynamic_slice_infer,  // f32[n, m], s32[], s32[], sizes [2, m] -> f32[2, m]
    .lower = dynamic_slice_lower,
    .jvp = jvp_of_first<DynamicSliceParams>,
    .transpose = dynamic_slice_transpose,
    .batch = dynamic_slice_batch,
};

constinit const trace::Primitive<> dynamic_update_slice_p{
    .name = "dynamic_update_slice",
    .infer = dynamic_update_slice_infer,  // f32[n], f32[2], s32[] -> f32[n]
    .lower = lower::by_name,
    .jvp = dynamic_update_slice_jvp,
    .transpose = dynamic_update_slice_transpose,
    .batch = dynamic_update_slice_batch,
};

}  // namespace ops

namespace {

// Starts in one integer type; those that count from the end are made to count from the start.
Arrays with_starts(Arrays operands, std::span<const Array> starts) {
  const Array x = operands[0];  // not a reference: the vector grows
  if (static_cast<int>(starts.size()) != x.ndim()) {
    trace::fail(fmt::format("{} starts for {}: one is needed for each axis", starts.size(),
                            ops::type_text(x)));
  }
  for (std::size_t i = 0; i < starts.size(); ++i) {
    if (starts[i].ndim() != 0) {
      trace::fail(fmt::format("start {} is {}: a scalar is needed", i, ops::type_text(starts[i])));
    }
    operands.push_back(ops::from_start(starts[i], x.shape().dims()[i], ops::index_type(x.shape())));
  }
  return operands;
}

Arrays dynamic_slice_body(std::span<const Array> x, const ops::DynamicSliceParams& params) {
  bool fits = params.sizes.rank() == x[0].ndim();
  for (int axis = 0; fits && axis < x[0].ndim(); ++axis) {
    fits = params.sizes[axis] <= x[0].shape(axis);
  }
  if (!fits) {
    trace::fail(fmt::format("a block of {} does not fit into {}", to_string(params.sizes),
                            ops::type_text(x[0])));
  }
  return trace::bind_all(ops::dynamic_slice_p, params, with_starts({x[0]}, x.subspan(1)));
}

Arrays dynamic_update_slice_body(std::span<const Array> x, const trace::NoParams&) {
  bool fits = x[1].ndim() == x[0].ndim() && x[1].dtype() == x[0].dtype();
  for (int axis = 0; fits && axis < x[0].ndim(); ++axis)
    fits = x[1].shape(axis) <= x[0].shape(axis);
  if (!fits) {
    trace::fail(fmt::format("an update of {} does not fit into {}", ops::type_text(x[1]),
                            ops::type_text(x[0])));
  }
  return trace::bind_all(ops::dynamic_update_slice_p, trace::NoParams(),
                         with_starts({x[0], x[1]}, x.subspan(2)));
}

void update_types(const char* who, std::span<const Operand> operands, const trace::NoParams& none,
                  std::span<DType> types) {
  ops::index_scalars(who, operands, none, types);
  types[0] = types[1] = trace::result_type(who, operands.first(1)).dtype;
}

constexpr trace::Routine<ops::DynamicSliceParams> dynamic_slice_r{
    .name = "dynamic_slice", .body = dynamic_slice_body, .scalar_types = ops::index_scalars};
constexpr trace::Routine<> dynamic_update_slice_r{.name = "dynamic_update_slice",
                                                  .body = dynamic_update_slice_body,
                                                  .scalar_types = update_types};

}  // namespace

Array dynamic_slice(const Operand& x, std::span<const Operand> starts, const Shape& sizes) {
  std::vector<Operand> operands = {x};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return trace::call_all(dynamic_slice_r, {sizes}, operands)[0];
}

Array dynamic_slice(const Operand& x, std::initializer_list<Operand> starts, const Shape& sizes) {
  return dynamic_slice(x, std::span(starts.begin(), starts.size()), sizes);
}

Array dynamic_update_slice(const Operand& x, const Operand& update,
                           std::span<const Operand> starts) {
  std::vector<Operand> operands = {x, update};
  operands.insert(operands.end(), starts.begin(), starts.end());
  return trace::call_all(dynamic_update_slice_r, {}, operands)[0];
}

Array dynamic_update_slice(const Operand& x, const Operand& update,
                           std::initializer_list<Operand> starts) {
  return dynamic_update_slice(x, update, std::span(starts.begin(), starts.size()));
}

}  // namespace berth
