#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/reduce.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace ops {
namespace {

Avals pad_infer(std::span<const Aval> x, const PadParams& params) {
  std::vector<std::int64_t> dims;
  for (std::size_t i = 0; i < params.low.size(); ++i) {
    const std::int64_t size = x[0].shape.dims()[i];
    const std::int64_t between = std::max<std::int64_t>(size - 1, 0) * params.interior[i];
    dims.push_back(params.low[i] + size + between + params.high[i]);
  }
  return {{Shape(dims), x[0].dtype, x[0].weak_type}};
}

lower::Values pad_lower(lower::Emitter& out, std::span<const lower::Value> x,
                        std::span<const Aval> results, const PadParams& params) {
  return {out.op("pad", x, results[0],
                 fmt::format("edge_padding_low = {}, edge_padding_high = {}, interior_padding = {}",
                             lower::i64_array(params.low), lower::i64_array(params.high),
                             lower::i64_array(params.interior)))};
}

// What is not of the array is the value's.
Arrays pad_transpose(const trace::Backward& at, const PadParams& params) {
  const Array& ct = at.ct[0];
  SliceParams kept = {.starts = params.low, .limits = {}, .strides = {}};
  for (std::size_t i = 0; i < params.low.size(); ++i) {
    kept.limits.push_back(ct.shape().dims()[i] - params.high[i]);
    kept.strides.push_back(params.interior[i] + 1);
  }
  const Array part = trace::bind(slice_p, kept, {ct});
  return {absent(at.x[0]) ? part : Array(), absent(at.x[1]) ? sum(ct) - sum(part) : Array()};
}

Arrays pad_batch(const trace::Batch& at, const PadParams& params) {
  const PadParams wider = {in_front(0, params.low), in_front(0, params.high),
                           in_front(0, params.interior)};
  const Array x = with_batch(at.x[0], at.batched[0], at.size);
  if (!at.batched[1]) return {trace::bind(pad_p, wider, {x, at.x[1]})};
  // A value for each example, where a padded truth is false.
  const Array padded = trace::bind(pad_p, wider, {x, zeros(Shape(), x.dtype())});
  const Array inside = trace::bind(pad_p, wider, {ones(x.shape(), bool_), zeros(Shape(), bool_)});
  std::vector<std::int64_t> dims(params.low.size(), 1);
  return {where(inside, padded, reshape(at.x[1], Shape(in_front(at.size, dims))))};
}

}  // namespace

constinit const trace::Primitive<PadParams> pad_p{
    .name = "pad",
    .infer = pad_infer,  // f32[n], f32[], low 1, high 2, interior 0 -> f32[n + 3]
    .lower = pad_lower,
    .transpose = pad_transpose,
    .batch = pad_batch,
};

}  // namespace ops

namespace {

// The value is a scalar of the array's own type, whatever C++ type it was written in.
void type_of_array(const char* who, std::span<const Operand> operands, const ops::PadParams&,
                   std::span<DType> types) {
  std::ranges::fill(types, trace::result_type(who, operands.first(1)).dtype);
}

Arrays pad_body(std::span<const Array> x, const ops::PadParams& params) {
  const std::string type = ops::type_text(x[0]);
  if (static_cast<int>(params.low.size()) != x[0].ndim()) {
    trace::fail(
        fmt::format("{} widths for {}: one is needed for each axis", params.low.size(), type));
  }
  for (std::size_t i = 0; i < params.low.size(); ++i) {
    if (params.low[i] >= 0 && params.high[i] >= 0) continue;
    trace::fail(fmt::format("width ({}, {}) of axis {} is negative: slice to remove elements",
                            params.low[i], params.high[i], i));
  }
  if (x[1].dtype() != x[0].dtype() || x[1].ndim() != 0) {
    trace::fail(
        fmt::format("the value is {}, the array {}: the value must be a scalar of that type",
                    ops::type_text(x[1]), type));
  }
  return {trace::bind(ops::pad_p, params, {x[0], x[1]})};
}

constexpr trace::Routine<ops::PadParams> pad_r{
    .name = "pad", .body = pad_body, .scalar_types = type_of_array};

}  // namespace

Array pad(const Operand& x, const std::vector<PadWidth>& widths, const Operand& value) {
  ops::PadParams params;
  for (const PadWidth& width : widths) {
    params.low.push_back(width.before);
    params.high.push_back(width.after);
    params.interior.push_back(0);
  }
  return trace::call(pad_r, std::move(params), {x, value});
}

}  // namespace berth
