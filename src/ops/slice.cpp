#include <fmt/format.h>

#include <vector>

#include "berth/ops/indexing.h"
#include "lower/emitter.h"
#include "ops/broadcast.h"
#include "ops/index_type.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace ops {
namespace {

Avals slice_infer(std::span<const Aval> x, const SliceParams& params) {
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < params.starts.size(); ++i) {
    const std::int64_t length = params.limits[i] - params.starts[i];
    dims.push_back((length + params.strides[i] - 1) / params.strides[i]);
  }
  return {{Shape(dims), x[0].dtype, x[0].weak_type}};
}

lower::Values slice_lower(lower::Emitter& out, std::span<const lower::Value> x,
                          std::span<const Aval> results, const SliceParams& params) {
  return {out.op("slice", x, results[0],
                 fmt::format("start_indices = {}, limit_indices = {}, strides = {}",
                             lower::i64_array(params.starts), lower::i64_array(params.limits),
                             lower::i64_array(params.strides)))};
}

Avals dynamic_slice_infer(std::span<const Aval> x, const DynamicSliceParams& params) {
  return {{params.sizes, x[0].dtype, x[0].weak_type}};
}

lower::Values dynamic_slice_lower(lower::Emitter& out, std::span<const lower::Value> x,
                                  std::span<const Aval> results, const DynamicSliceParams& params) {
  return {out.op("dynamic_slice", x, results[0],
                 "slice_sizes = " + lower::i64_array(params.sizes.dims()))};
}

Avals dynamic_update_slice_infer(std::span<const Aval> x, const trace::NoParams&) { return {x[0]}; }

}  // namespace

constinit const trace::Primitive<SliceParams> slice_p{
    .name = "slice",
    .infer = slice_infer,  // f32[n], starts 1, limits 5, strides 2 -> f32[2]
    .lower = slice_lower,
};

constinit const trace::Primitive<DynamicSliceParams> dynamic_slice_p{
    .name = "dynamic_slice",
    .infer = dynamic_slice_infer,  // f32[n, m], s32[], s32[], sizes [2, m] -> f32[2, m]
    .lower = dynamic_slice_lower,
};

constinit const trace::Primitive<> dynamic_update_slice_p{
    .name = "dynamic_update_slice",
    .infer = dynamic_update_slice_infer,  // f32[n], f32[2], s32[] -> f32[n]
    .lower = lower::by_name,
};

}  // namespace ops

namespace {

Arrays slice_body(std::span<const Array> x, const ops::SliceParams& given) {
  const auto rank = static_cast<std::size_t>(x[0].ndim());
  ops::SliceParams params = given;
  if (params.strides.empty()) params.strides.assign(rank, 1);
  if (params.starts.size() != rank || params.limits.size() != rank ||
      params.strides.size() != rank) {
    trace::fail(fmt::format(
        "{} starts, {} limits and {} strides for {}: one is needed for each axis",
        params.starts.size(), params.limits.size(), params.strides.size(), ops::type_text(x[0])));
  }
  for (std::size_t i = 0; i < rank; ++i) {
    if (params.starts[i] >= 0 && params.starts[i] <= params.limits[i] &&
        params.limits[i] <= x[0].shape().dims()[i] && params.strides[i] >= 1) {
      continue;
    }
    trace::fail(
        fmt::format("start {}, limit {} and stride {} of axis {} do not fit {}: "
                    "0 <= start <= limit <= {} and stride >= 1 are needed",
                    params.starts[i], params.limits[i], params.strides[i], i, ops::type_text(x[0]),
                    x[0].shape().dims()[i]));
  }
  return {trace::bind(ops::slice_p, params, {x[0]})};
}

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

constexpr trace::Routine<ops::SliceParams> slice_r{.name = "slice", .body = slice_body};
constexpr trace::Routine<ops::DynamicSliceParams> dynamic_slice_r{
    .name = "dynamic_slice", .body = dynamic_slice_body, .scalar_types = ops::index_scalars};
constexpr trace::Routine<> dynamic_update_slice_r{.name = "dynamic_update_slice",
                                                  .body = dynamic_update_slice_body,
                                                  .scalar_types = update_types};

}  // namespace

Array slice(const Operand& x, std::span<const std::int64_t> starts,
            std::span<const std::int64_t> limits, std::span<const std::int64_t> strides) {
  return trace::call(slice_r,
                     {{starts.begin(), starts.end()},
                      {limits.begin(), limits.end()},
                      {strides.begin(), strides.end()}},
                     {x});
}

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
