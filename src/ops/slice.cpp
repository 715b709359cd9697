#include <fmt/format.h>

#include <vector>

#include "berth/ops/creation.h"
#include "berth/ops/indexing.h"
#include "lower/emitter.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
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

// Back to where it came from, zeros between.
Arrays slice_transpose(const trace::Backward& at, const SliceParams& params) {
  const Array& ct = at.ct[0];
  PadParams pad = {.low = params.starts, .high = {}, .interior = {}};
  for (std::size_t i = 0; i < params.starts.size(); ++i) {
    const std::int64_t count = ct.shape().dims()[i];
    const std::int64_t reach = count == 0 ? 0 : (count - 1) * params.strides[i] + 1;
    pad.high.push_back(at.of[0].shape.dims()[i] - params.starts[i] - reach);
    pad.interior.push_back(params.strides[i] - 1);
  }
  return {trace::bind(pad_p, pad, {ct, zeros(Shape(), ct.dtype())})};
}

Arrays slice_batch(const trace::Batch& at, const SliceParams& params) {
  const SliceParams wider = {in_front(0, params.starts), in_front(at.size, params.limits),
                             in_front(1, params.strides)};
  return trace::bind_all(slice_p, wider, at.x);
}

}  // namespace

constinit const trace::Primitive<SliceParams> slice_p{
    .name = "slice",
    .infer = slice_infer,  // f32[n], starts 1, limits 5, strides 2 -> f32[2]
    .lower = slice_lower,
    .transpose = slice_transpose,
    .batch = slice_batch,
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

constexpr trace::Routine<ops::SliceParams> slice_r{.name = "slice", .body = slice_body};

}  // namespace

Array slice(const Operand& x, std::span<const std::int64_t> starts,
            std::span<const std::int64_t> limits, std::span<const std::int64_t> strides) {
  return trace::call(slice_r,
                     {{starts.begin(), starts.end()},
                      {limits.begin(), limits.end()},
                      {strides.begin(), strides.end()}},
                     {x});
}

}  // namespace berth
