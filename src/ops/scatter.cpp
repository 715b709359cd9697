#include "ops/scatter.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string>

#include "berth/error.h"
#include "lower/emitter.h"
#include "ops/derivatives.h"
#include "ops/gather.h"
#include "ops/rules.h"
#include "trace/tracing.h"

namespace berth::ops {
namespace {

using lower::Emitter;
using lower::Value;
using lower::Values;
using trace::Primitive;

bool names(const std::vector<int>& axes, int axis) {
  return std::ranges::find(axes, axis) != axes.end();
}

// f32[n, d], s32[k, 1], f32[k, d] -> f32[n, d]
template <Types accepted>
Avals scatter_infer(std::span<const Aval> operands, const ScatterParams& params) {
  const Aval &x = operands[0], &indices = operands[1], &updates = operands[2];
  check_type(x.dtype, accepted);
  BERTH_ASSERT(updates.dtype == x.dtype);
  BERTH_ASSERT(indices.shape[-1] == static_cast<std::int64_t>(params.index_map.size()));
  BERTH_ASSERT(params.window_dims.size() + params.inserted_dims.size() == x.shape.dims().size());
  BERTH_ASSERT(updates.shape.dims().size() ==
               params.window_dims.size() + indices.shape.dims().size() - 1);
  return {x};
}

// What is there combined with the update by `op`, or replaced where that is "".
template <OpName op>
Values scatter_lower(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                     const ScatterParams& params) {
  const Aval scalar = {Shape(), results[0].dtype};
  const Avals block[] = {{scalar, scalar}};
  const Emitter::Region combine[] = {[&](Emitter& inner, std::span<const Value> both) {
    return Values{op.view().empty() ? both[1] : inner.op(op.view(), both, scalar)};
  }};
  const std::string attributes = fmt::format(
      "scatter_dimension_numbers = #stablehlo.scatter<update_window_dims = [{}], "
      "inserted_window_dims = [{}], scatter_dims_to_operand_dims = [{}], index_vector_dim = {}>",
      fmt::join(params.window_dims, ", "), fmt::join(params.inserted_dims, ", "),
      fmt::join(params.index_map, ", "), operands[1].aval.shape.rank() - 1);
  return out.op_with_regions("scatter", operands, results, attributes, block, combine);
}

Arrays scatter_batch(const trace::Batch& at, const ScatterParams& params) {
  const auto& self = static_cast<const trace::ApplicationOf<ScatterParams>&>(*at.self);
  return batched_scatter(self.description(), params, at);
}

}  // namespace

constinit const Primitive<ScatterParams> scatter_p{
    .name = "scatter",
    .infer = scatter_infer<any_type>,
    .lower = scatter_lower<"">,
    .jvp = scatter_jvp,
    .batch = scatter_batch,
};

constinit const Primitive<ScatterParams> scatter_add_p{
    .name = "scatter_add",
    .infer = scatter_infer<number>,
    .lower = scatter_lower<"add">,
    .jvp = scatter_add_jvp,
    .transpose = scatter_add_transpose,
    .batch = scatter_batch,
};

constinit const Primitive<ScatterParams> scatter_mul_p{
    .name = "scatter_mul",
    .infer = scatter_infer<number>,
    .lower = scatter_lower<"multiply">,
    .jvp = scatter_mul_jvp,
    .transpose = scatter_mul_transpose,
    .batch = scatter_batch,
};

constinit const Primitive<ScatterParams> scatter_min_p{
    .name = "scatter_min",
    .infer = scatter_infer<boolean | real_number>,
    .lower = scatter_lower<"minimum">,
    .jvp = scatter_extreme_jvp,
    .batch = scatter_batch,
};

constinit const Primitive<ScatterParams> scatter_max_p{
    .name = "scatter_max",
    .infer = scatter_infer<boolean | real_number>,
    .lower = scatter_lower<"maximum">,
    .jvp = scatter_extreme_jvp,
    .batch = scatter_batch,
};

ScatterParams scatter_into(const GatherParams& gather) {
  return {gather.offset_dims, gather.collapsed_dims, gather.index_map};
}

GatherParams gather_from(const ScatterParams& scatter, const Shape& x, const Shape& updates) {
  GatherParams gather = {.offset_dims = scatter.window_dims,
                         .collapsed_dims = scatter.inserted_dims,
                         .index_map = scatter.index_map,
                         .block = {}};
  auto window = scatter.window_dims.begin();
  for (int axis = 0; axis < x.rank(); ++axis) {
    gather.block.push_back(names(scatter.inserted_dims, axis) ? 1 : updates[*window++]);
  }
  return gather;
}

// As for gather: examples are one more axis of the block where all have the same indices, else one
// more axis of the indices, and a coordinate.
Arrays batched_scatter(const Primitive<ScatterParams>& primitive, const ScatterParams& params,
                       const trace::Batch& at) {
  const Array x = with_batch(at.x[0], at.batched[0], at.size);
  const Array updates = with_batch(at.x[2], at.batched[2], at.size);
  ScatterParams wider = {behind_batch(params.window_dims), behind_batch(params.inserted_dims),
                         behind_batch(params.index_map)};
  if (!at.batched[1]) {
    wider.window_dims = in_front(0, wider.window_dims);
    return trace::bind_all(primitive, wider, Arrays{x, at.x[1], updates});
  }
  wider.inserted_dims = in_front(0, wider.inserted_dims);
  wider.index_map = in_front(0, wider.index_map);
  return trace::bind_all(primitive, wider, Arrays{x, with_example_number(at.x[1]), updates});
}

}  // namespace berth::ops
