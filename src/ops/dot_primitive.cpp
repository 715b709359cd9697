#include "ops/dot_primitive.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <string>
#include <vector>

#include "berth/ops/elementwise.h"
#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/derivatives.h"
#include "trace/tracing.h"

namespace berth::ops {
namespace {

bool names(const std::vector<int>& axes, int axis) {
  return std::ranges::find(axes, axis) != axes.end();
}

Avals dot_general_infer(std::span<const Aval> x, const DotParams& params) {
  std::vector<std::int64_t> dims;
  for (const int axis : params.batch_x) dims.push_back(x[0].shape[axis]);
  const auto append_free = [&](const Shape& shape, const auto& contract, const auto& batch) {
    for (int axis = 0; axis < shape.rank(); ++axis) {
      if (!names(contract, axis) && !names(batch, axis)) dims.push_back(shape[axis]);
    }
  };
  append_free(x[0].shape, params.contract_x, params.batch_x);
  append_free(x[1].shape, params.contract_y, params.batch_y);
  return {{Shape(dims), params.result, x[0].weak_type && x[1].weak_type}};
}

lower::Values dot_general_lower(lower::Emitter& out, std::span<const lower::Value> x,
                                std::span<const Aval> results, const DotParams& params) {
  const std::string attributes = fmt::format(
      "dot_dimension_numbers = #stablehlo.dot<lhs_batching_dimensions = [{}], "
      "rhs_batching_dimensions = [{}], lhs_contracting_dimensions = [{}], "
      "rhs_contracting_dimensions = [{}]>, "
      "precision_config = [#stablehlo<precision DEFAULT>, #stablehlo<precision DEFAULT>]",
      fmt::join(params.batch_x, ", "), fmt::join(params.batch_y, ", "),
      fmt::join(params.contract_x, ", "), fmt::join(params.contract_y, ", "));
  return {out.op("dot_general", x, results[0], attributes)};
}

Arrays dot_general_jvp(const trace::Forward& at, const DotParams& params) {
  const Array left =
      absent(at.dx[0]) ? Array() : trace::bind(dot_general_p, params, {at.dx[0], at.x[1]});
  const Array right =
      absent(at.dx[1]) ? Array() : trace::bind(dot_general_p, params, {at.x[0], at.dx[1]});
  return {add_present(left, right)};
}

// The axes of one operand, as numbers of its own.
struct Side {
  int rank;
  const std::vector<int>& contract;
  const std::vector<int>& batch;

  std::vector<int> free() const {
    std::vector<int> axes;
    for (int axis = 0; axis < rank; ++axis) {
      if (!names(contract, axis) && !names(batch, axis)) axes.push_back(axis);
    }
    return axes;
  }
};

std::vector<int> range(int start, std::size_t count) {
  std::vector<int> axes(count);
  std::iota(axes.begin(), axes.end(), start);
  return axes;
}

// The cotangent of one operand: of the result with the other operand `known`, whose free axes stand
// in the result from `known_at` on. What it has are the batch axes, the operand's own free axes,
// and in the order of `known` the contracted ones: they are put where the operand has them.
Array dot_transpose_of(const Aval& of, const Side& side, const Array& ct, const Array& known,
                       const Side& other, int known_at) {
  const std::vector<int> kept = other.free();
  const Array product = trace::bind(dot_general_p,
                                    {.contract_x = range(known_at, kept.size()),
                                     .contract_y = kept,
                                     .batch_x = range(0, side.batch.size()),
                                     .batch_y = other.batch,
                                     .result = ct.dtype()},
                                    {ct, astype(known, ct.dtype())});
  std::vector<int> stands_for = side.batch;
  const std::vector<int> own = side.free();
  stands_for.insert(stands_for.end(), own.begin(), own.end());
  for (int axis = 0; axis < other.rank; ++axis) {
    const auto found = std::ranges::find(other.contract, axis);
    if (found == other.contract.end()) continue;
    stands_for.push_back(side.contract[static_cast<std::size_t>(found - other.contract.begin())]);
  }
  std::vector<int> order(stands_for.size());
  for (std::size_t i = 0; i < order.size(); ++i) {
    order[static_cast<std::size_t>(stands_for[i])] = static_cast<int>(i);
  }
  return astype(transpose(product, Axes(order)), of.dtype);
}

Arrays dot_general_transpose(const trace::Backward& at, const DotParams& params) {
  const Side x = {at.of[0].shape.rank(), params.contract_x, params.batch_x};
  const Side y = {at.of[1].shape.rank(), params.contract_y, params.batch_y};
  const auto batches = static_cast<int>(params.batch_x.size());
  const auto free_of_x = static_cast<int>(x.free().size());
  if (absent(at.x[0])) {
    return {dot_transpose_of(at.of[0], x, at.ct[0], at.x[1], y, batches + free_of_x), Array()};
  }
  return {Array(), dot_transpose_of(at.of[1], y, at.ct[0], at.x[0], x, batches)};
}

// In step where both have a batch; else it is one more free axis, which is brought to the front.
Arrays dot_general_batch(const trace::Batch& at, const DotParams& params) {
  DotParams wider = params;
  if (at.batched[0]) {
    wider.contract_x = behind_batch(params.contract_x);
    wider.batch_x = behind_batch(params.batch_x);
  }
  if (at.batched[1]) {
    wider.contract_y = behind_batch(params.contract_y);
    wider.batch_y = behind_batch(params.batch_y);
  }
  if (at.batched[0] && at.batched[1]) {
    wider.batch_x = in_front(0, wider.batch_x);
    wider.batch_y = in_front(0, wider.batch_y);
    return trace::bind_all(dot_general_p, wider, at.x);
  }
  const auto batches = static_cast<int>(params.batch_x.size());
  const Side x = {at.x[0].ndim(), params.contract_x, params.batch_x};
  const int stands = at.batched[0] ? batches : batches + static_cast<int>(x.free().size());
  return {moveaxis(trace::bind_all(dot_general_p, wider, at.x)[0], stands, 0)};
}

}  // namespace

constinit const trace::Primitive<DotParams> dot_general_p{
    .name = "dot_general",
    .infer = dot_general_infer,  // f32[n, k], f32[m, k], contract {1}, {1} -> f32[n, m]
    .lower = dot_general_lower,
    .jvp = dot_general_jvp,
    .transpose = dot_general_transpose,
    .batch = dot_general_batch,
};

}  // namespace berth::ops
