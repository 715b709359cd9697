#include <fmt/format.h>

#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "berth/ops/sort.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct TopKParams {
  std::int64_t k = 0;  // at most the size of the last axis
  bool operator==(const TopKParams&) const = default;
};

// f32[n, m], k -> f32[n, k], s32[n, k]
Avals top_k_infer(std::span<const Aval> operands, const TopKParams& params) {
  const Aval& x = operands[0];
  ops::check_type(x.dtype, ops::boolean | ops::real_number);
  std::vector<std::int64_t> dims(x.shape.begin(), x.shape.end());
  dims.back() = params.k;
  return {{Shape(dims), x.dtype, x.weak_type}, {Shape(dims), int32}};
}

lower::Values top_k_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                          std::span<const Aval> results, const TopKParams& params) {
  return out.op_with_regions("chlo.top_k", operands, results, fmt::format("k = {} : i64", params.k),
                             {}, {});
}

Arrays top_k_jvp(const trace::Forward& at, const TopKParams& /*params*/) {
  return {take_along_axis(at.dx[0], at.y[1], -1), Array()};
}

Arrays top_k_batch(const trace::Batch& at, const TopKParams& /*params*/) {
  return trace::perform(at.self, at.x);
}

constinit const trace::Primitive<TopKParams> top_k_p{
    .name = "top_k",
    .infer = top_k_infer,
    .lower = top_k_lower,
    .jvp = top_k_jvp,
    .batch = top_k_batch,
};

struct TopKAlongParams {
  std::int64_t k = 0;
  int axis = -1;
  bool operator==(const TopKAlongParams&) const = default;
};

Arrays top_k_body(std::span<const Array> x, const TopKAlongParams& params) {
  const int axis = ops::axis_of(params.axis, x[0].ndim());
  if (params.k < 0 || params.k > x[0].shape(axis)) {
    trace::fail(
        fmt::format("axis {} of {} has {} elements: k must be at least 0 and at most that, "
                    "not {}",
                    axis, ops::type_text(x[0]), x[0].shape(axis), params.k));
  }
  const bool last = axis == x[0].ndim() - 1;
  Arrays found =
      trace::bind_all(top_k_p, {params.k}, Arrays{last ? x[0] : moveaxis(x[0], axis, -1)});
  if (!last) {
    for (Array& part : found) part = moveaxis(part, -1, axis);
  }
  return found;
}

constexpr trace::Routine<TopKAlongParams> top_k_r{.name = "top_k", .body = top_k_body};

}  // namespace

TopK top_k(const Operand& x, std::int64_t k, int axis) {
  Arrays found = trace::call_all(top_k_r, {k, axis}, {&x, 1});
  return {std::move(found[0]), std::move(found[1])};
}

}  // namespace berth
