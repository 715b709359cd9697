#include "ops/broadcast.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <utility>

#include "berth/error.h"
#include "berth/ops/reduce.h"
#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/derivatives.h"
#include "ops/rules.h"
#include "trace/constant.h"
#include "trace/tracing.h"

namespace berth::ops {
namespace {

struct BroadcastParams {
  Shape shape;
  std::vector<int> axes;  // of the result, one for each of the operand; ascending

  bool operator==(const BroadcastParams&) const = default;
};

// f32[1, d], {n, k, d}, {0, 2} -> f32[n, k, d]
Avals broadcast_infer(std::span<const Aval> operands, const BroadcastParams& params) {
  const Aval& x = operands[0];
  BERTH_ASSERT(static_cast<int>(params.axes.size()) == x.shape.rank());
  int last = -1;
  for (int axis = 0; axis < x.shape.rank(); ++axis) {
    const int target = params.axes[static_cast<std::size_t>(axis)];
    BERTH_ASSERT(target > last && target < params.shape.rank());
    BERTH_ASSERT(x.shape[axis] == 1 || x.shape[axis] == params.shape[target]);
    last = target;
  }
  return {{params.shape, x.dtype, x.weak_type}};
}

lower::Values broadcast_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                              std::span<const Aval> results, const BroadcastParams& params) {
  return {out.op("broadcast_in_dim", operands, results[0],
                 "broadcast_dimensions = " + lower::i64_array(params.axes))};
}

// Each element went to many places: their cotangents add up.
Arrays broadcast_transpose(const trace::Backward& at, const BroadcastParams& params) {
  const Shape& before = at.of[0].shape;
  std::vector<int> gone;
  for (int axis = 0; axis < params.shape.rank(); ++axis) {
    const auto found = std::ranges::find(params.axes, axis);
    const bool kept = found != params.axes.end() &&
                      before[static_cast<int>(found - params.axes.begin())] == params.shape[axis];
    if (!kept) gone.push_back(axis);
  }
  return {berth::reshape(gone.empty() ? at.ct[0] : sum(at.ct[0], Axes(gone)), before)};
}

Arrays broadcast_batch(const trace::Batch& at, const BroadcastParams& params) {
  return {broadcast_in_dim(at.x[0], with_batch(params.shape, at.size), batch_and(params.axes))};
}

constinit const trace::Primitive<BroadcastParams> broadcast_in_dim_p{
    .name = "broadcast_in_dim",
    .infer = broadcast_infer,
    .lower = broadcast_lower,
    .transpose = broadcast_transpose,
    .batch = broadcast_batch,
};

bool broadcasts_to(const Shape& from, const Shape& to) {
  if (from.rank() > to.rank()) return false;
  for (int axis = -1; axis >= -from.rank(); --axis) {
    if (from[axis] != to[axis] && from[axis] != 1) return false;
  }
  return true;
}

[[noreturn]] void fail_to_broadcast(std::span<const Array> operands, int axis, std::int64_t size,
                                    std::int64_t other) {
  trace::fail(
      fmt::format("{} do not broadcast: counted from the last, axis {} is {} and {}; they "
                  "must be equal, or one of them 1",
                  list(operands), axis, size, other));
}

}  // namespace

Array broadcast_in_dim(const Array& x, const Shape& shape, std::vector<int> axes) {
  return trace::bind(broadcast_in_dim_p, {shape, std::move(axes)}, {x});
}

Array broadcast_to(const Array& x, const Shape& shape) {
  if (x.shape() == shape) return x;
  if (!broadcasts_to(x.shape(), shape)) {
    trace::fail(
        fmt::format("{} does not broadcast to {}: an axis must have the size asked for, or 1",
                    type_text(x), to_string(shape)));
  }
  std::vector<int> axes(static_cast<std::size_t>(x.ndim()));
  std::iota(axes.begin(), axes.end(), shape.rank() - x.ndim());
  return broadcast_in_dim(x, shape, std::move(axes));
}

Array filled(const Shape& shape, ResultType type, const ScalarValue& value) {
  const trace::Tracing* tracing = trace::Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  return filled(shape, berth::convert(value, type.dtype, tracing->who(), tracing->here()),
                type.weak_type);
}

Array filled(const Shape& shape, const ScalarBits& value, bool weak_type) {
  return trace::bind(trace::constant_p, {value, shape, weak_type}, {});
}

Array scalar_like(const Array& x, double value) {
  return filled(Shape(), {real_dtype(x.dtype()), true}, ScalarValue::of(value));
}

ResultType common_type(std::span<const Array> operands) {
  std::vector<ResultType> types;
  for (const Array& x : operands) types.push_back(type_of(x));
  const trace::Tracing* tracing = trace::Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  return berth::result_type(types, tracing->who(), tracing->here());
}

Shape common_shape(std::span<const Array> operands) {
  int rank = 0;
  for (const Array& x : operands) rank = std::max(rank, x.ndim());
  std::vector<std::int64_t> dims(static_cast<std::size_t>(rank), 1);
  for (const Array& x : operands) {
    for (int axis = -1; axis >= -x.ndim(); --axis) {
      std::int64_t& dim = dims[static_cast<std::size_t>(rank + axis)];
      const std::int64_t size = x.shape(axis);
      if (dim != size && dim != 1 && size != 1) fail_to_broadcast(operands, axis, dim, size);
      if (dim == 1) dim = size;
    }
  }
  return Shape(dims);
}

ResultType as_is(ResultType common) { return common; }

ResultType numeric(ResultType common) {
  return common.dtype == bool_ ? ResultType{int32, false} : common;
}

ResultType inexact(ResultType common) { return {inexact_dtype(common.dtype), common.weak_type}; }

Arrays promote(std::span<const Array> operands, TypeRule rule) {
  const ResultType type = rule(common_type(operands));
  Arrays result;
  // Results are weak where all operands are, so a weak operand of the right type need not change.
  for (const Array& x : operands) {
    result.push_back(x.dtype() == type.dtype ? x : convert(x, type));
  }
  return result;
}

Arrays broadcast(std::span<const Array> operands) {
  const Shape shape = common_shape(operands);
  Arrays result;
  for (const Array& x : operands) result.push_back(broadcast_to(x, shape));
  return result;
}

Arrays promote_and_broadcast(std::span<const Array> operands, TypeRule rule) {
  return broadcast(promote(operands, rule));
}

std::string type_text(const Array& x) { return to_string(x.dtype(), x.shape()); }

std::string list(std::span<const Array> operands) {
  std::string text;
  for (const Array& x : operands) {
    text += (text.empty() ? "" : " and ") + type_text(x);
  }
  return text;
}

}  // namespace berth::ops
