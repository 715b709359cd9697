#include "ops/gather.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/derivatives.h"
#include "ops/index_type.h"
#include "ops/scatter.h"
#include "ops/shape_primitives.h"
#include "trace/tracing.h"

namespace berth::ops {
namespace {

// Result axes in order: those of the indices but their last, and the block's at `offset_dims`.
Avals gather_infer(std::span<const Aval> x, const GatherParams& params) {
  const Shape& indices = x[1].shape;
  std::vector<std::int64_t> block;
  for (int axis = 0; axis < x[0].shape.rank(); ++axis) {
    if (std::ranges::find(params.collapsed_dims, axis) == params.collapsed_dims.end()) {
      block.push_back(params.block[static_cast<std::size_t>(axis)]);
    }
  }
  std::vector<std::int64_t> dims;
  std::size_t next_block = 0;
  int next_index = 0;
  const int rank = indices.rank() - 1 + static_cast<int>(block.size());
  for (int axis = 0; axis < rank; ++axis) {
    const bool from_block = std::ranges::find(params.offset_dims, axis) != params.offset_dims.end();
    dims.push_back(from_block ? block[next_block++] : indices[next_index++]);
  }
  return {{Shape(dims), x[0].dtype, x[0].weak_type}};
}

lower::Values gather_lower(lower::Emitter& out, std::span<const lower::Value> x,
                           std::span<const Aval> results, const GatherParams& params) {
  const std::string attributes = fmt::format(
      "dimension_numbers = #stablehlo.gather<offset_dims = [{}], collapsed_slice_dims = [{}], "
      "start_index_map = [{}], index_vector_dim = {}>, slice_sizes = {}",
      fmt::join(params.offset_dims, ", "), fmt::join(params.collapsed_dims, ", "),
      fmt::join(params.index_map, ", "), x[1].aval.shape.rank() - 1,
      lower::i64_array(params.block));
  return {out.op("gather", x, results[0], attributes)};
}

// What was read from outside, and so moved inside, has no derivative: as JAX has it.
Arrays gather_transpose(const trace::Backward& at, const GatherParams& params) {
  return {trace::bind(scatter_add_p, scatter_into(params), {zeros_of(at.of[0]), at.x[1], at.ct[0]}),
          Array()};
}

}  // namespace

constinit const trace::Primitive<GatherParams> gather_p{
    .name = "gather",
    .infer = gather_infer,  // f32[n, d], s32[k, 1], map {0}, block [1, d] -> f32[k, d]
    .lower = gather_lower,
    .jvp = jvp_of_first<GatherParams>,
    .transpose = gather_transpose,
    .batch = gather_batch,
};

// With indices that are the same for all, examples are one more axis of the block; with others, one
// more axis of the indices, and if the array has one too, its coordinate.
Arrays gather_batch(const trace::Batch& at, const GatherParams& params) {
  const bool array = at.batched[0];
  const bool indices = at.batched[1];
  GatherParams wider = params;
  wider.offset_dims = indices ? behind_batch(params.offset_dims) : batch_and(params.offset_dims);
  if (!array) return trace::bind_all(gather_p, wider, at.x);

  wider.block = in_front(indices ? 1 : at.size, params.block);
  wider.index_map = behind_batch(params.index_map);
  wider.collapsed_dims = behind_batch(params.collapsed_dims);
  if (!indices) return trace::bind_all(gather_p, wider, at.x);
  wider.index_map = in_front(0, wider.index_map);
  wider.collapsed_dims = in_front(0, wider.collapsed_dims);
  return {trace::bind(gather_p, wider, {at.x[0], with_example_number(at.x[1])})};
}

Array with_example_number(const Array& indices) {
  std::vector<std::int64_t> dims(indices.shape().begin(), indices.shape().end());
  dims.back() = 1;
  const bool wide = indices.dtype() == int64 || index_type(indices.shape()) == int64;
  const DType type = wide ? int64 : indices.dtype();
  return concatenate({iota(Shape(dims), 0, type), astype(indices, type)}, -1);
}

Array gather_points(const Array& x, std::span<const int> axes, std::span<const Array> indices,
                    int result_axis) {
  const int index_rank = indices[0].ndim();
  Arrays columns;
  for (const Array& index : indices) columns.push_back(expand_dims(index, index_rank));
  const Array coordinates = columns.size() == 1 ? columns[0] : concatenate(columns, index_rank);

  GatherParams params;
  params.index_map.assign(axes.begin(), axes.end());
  params.collapsed_dims = params.index_map;
  std::ranges::sort(params.collapsed_dims);
  params.block.assign(x.shape().begin(), x.shape().end());
  for (const int axis : axes) {  // of an empty axis nothing is chosen, so no index reads it
    std::int64_t& size = params.block[static_cast<std::size_t>(axis)];
    size = std::min<std::int64_t>(size, 1);
  }
  const int kept = x.ndim() - static_cast<int>(axes.size());
  for (int i = 0; i < kept; ++i) params.offset_dims.push_back(i < result_axis ? i : i + index_rank);
  return trace::bind(gather_p, params, {x, coordinates});
}

}  // namespace berth::ops
