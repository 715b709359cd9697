#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <numeric>
#include <vector>

#include "berth/ops/shape.h"
#include "lower/emitter.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace ops {
namespace {

Avals transpose_infer(std::span<const Aval> x, const TransposeParams& params) {
  std::vector<std::int64_t> dims;
  for (const int axis : params.axes) dims.push_back(x[0].shape[axis]);
  return {{Shape(dims), x[0].dtype, x[0].weak_type}};
}

lower::Values transpose_lower(lower::Emitter& out, std::span<const lower::Value> x,
                              std::span<const Aval> results, const TransposeParams& params) {
  return {out.op("transpose", x, results[0], "permutation = " + lower::i64_array(params.axes))};
}

Arrays transpose_transpose(const trace::Backward& at, const TransposeParams& params) {
  std::vector<int> inverse(params.axes.size());
  for (std::size_t i = 0; i < inverse.size(); ++i) {
    inverse[static_cast<std::size_t>(params.axes[i])] = static_cast<int>(i);
  }
  return {trace::bind(transpose_p, {inverse}, {at.ct[0]})};
}

Arrays transpose_batch(const trace::Batch& at, const TransposeParams& params) {
  return trace::bind_all(transpose_p, {batch_and(params.axes)}, at.x);
}

Avals reverse_infer(std::span<const Aval> x, const ReverseParams& /*params*/) { return {x[0]}; }

lower::Values reverse_lower(lower::Emitter& out, std::span<const lower::Value> x,
                            std::span<const Aval> results, const ReverseParams& params) {
  return {out.op("reverse", x, results[0], "dimensions = " + lower::i64_array(params.axes))};
}

Arrays reverse_transpose(const trace::Backward& at, const ReverseParams& params) {
  return trace::bind_all(reverse_p, params, at.ct);
}

Arrays reverse_batch(const trace::Batch& at, const ReverseParams& params) {
  return trace::bind_all(reverse_p, {behind_batch(params.axes)}, at.x);
}

}  // namespace

constinit const trace::Primitive<TransposeParams> transpose_p{
    .name = "transpose",
    .infer = transpose_infer,  // f32[2, 3], {1, 0} -> f32[3, 2]
    .lower = transpose_lower,
    .transpose = transpose_transpose,
    .batch = transpose_batch,
};

constinit const trace::Primitive<ReverseParams> reverse_p{
    .name = "rev",
    .infer = reverse_infer,  // f32[n], {0} -> f32[n]
    .lower = reverse_lower,
    .transpose = reverse_transpose,
    .batch = reverse_batch,
};

}  // namespace ops

namespace {

using ops::AxesParams;

struct PermutationParams {
  std::vector<int> source;       // axes of x ...
  std::vector<int> destination;  // ... and where each goes
  bool operator==(const PermutationParams&) const = default;
};

std::vector<int> each_once(const std::vector<int>& axes, int rank) {
  std::vector<int> result;
  for (const int axis : axes) {
    result.push_back(ops::axis_of(axis, rank));
    if (std::count(result.begin(), result.end(), result.back()) > 1) {
      trace::fail(fmt::format("axis {} is named twice in {{{}}}", axis, fmt::join(axes, ", ")));
    }
  }
  return result;
}

Array permuted(const Array& x, std::vector<int> axes) {
  if (std::ranges::is_sorted(axes)) return x;
  return trace::bind(ops::transpose_p, {std::move(axes)}, {x});
}

Arrays reversed_axes_body(std::span<const Array> x, const trace::NoParams&) {
  std::vector<int> axes(static_cast<std::size_t>(x[0].ndim()));
  std::iota(axes.rbegin(), axes.rend(), 0);
  return {permuted(x[0], std::move(axes))};
}

Arrays transpose_body(std::span<const Array> x, const AxesParams& params) {
  if (static_cast<int>(params.axes.size()) != x[0].ndim()) {
    trace::fail(fmt::format("{{{}}} must name each of the {} axes of {} once",
                            fmt::join(params.axes, ", "), x[0].ndim(), ops::type_text(x[0])));
  }
  return {permuted(x[0], each_once(params.axes, x[0].ndim()))};
}

Arrays moveaxis_body(std::span<const Array> x, const PermutationParams& params) {
  if (params.source.size() != params.destination.size()) {
    trace::fail(fmt::format("{{{}}} and {{{}}} must name as many axes",
                            fmt::join(params.source, ", "), fmt::join(params.destination, ", ")));
  }
  const int rank = x[0].ndim();
  const std::vector<int> source = each_once(params.source, rank);
  const std::vector<int> destination = each_once(params.destination, rank);
  std::vector<int> axes(static_cast<std::size_t>(rank), -1);
  for (std::size_t i = 0; i < source.size(); ++i) {
    axes[static_cast<std::size_t>(destination[i])] = source[i];
  }
  int next = 0;
  for (int& axis : axes) {
    if (axis >= 0) continue;
    while (std::ranges::find(source, next) != source.end()) ++next;
    axis = next++;
  }
  return {permuted(x[0], std::move(axes))};
}

Arrays swapaxes_body(std::span<const Array> x, const AxesParams& params) {
  std::vector<int> axes(static_cast<std::size_t>(x[0].ndim()));
  std::iota(axes.begin(), axes.end(), 0);
  const auto at = [&](int axis) {
    return static_cast<std::size_t>(ops::axis_of(axis, x[0].ndim()));
  };
  std::swap(axes[at(params.axes[0])], axes[at(params.axes[1])]);
  return {permuted(x[0], std::move(axes))};
}

Arrays flip_body(std::span<const Array> x, const AxesParams& params) {
  return {trace::bind(ops::reverse_p, {each_once(params.axes, x[0].ndim())}, {x[0]})};
}

constexpr trace::Routine<> reversed_axes_r{.name = "transpose", .body = reversed_axes_body};
constexpr trace::Routine<AxesParams> transpose_r{.name = "transpose", .body = transpose_body};
constexpr trace::Routine<PermutationParams> moveaxis_r{.name = "moveaxis", .body = moveaxis_body};
constexpr trace::Routine<AxesParams> swapaxes_r{.name = "swapaxes", .body = swapaxes_body};
constexpr trace::Routine<AxesParams> flip_r{.name = "flip", .body = flip_body};

}  // namespace

Array transpose(const Operand& x) { return trace::call(reversed_axes_r, {x}); }

Array transpose(const Operand& x, const Axes& axes) {
  return trace::call(transpose_r, {ops::as_given(axes)}, {x});
}

Array swapaxes(const Operand& x, int axis1, int axis2) {
  return trace::call(swapaxes_r, {{axis1, axis2}}, {x});
}

Array moveaxis(const Operand& x, const Axes& source, const Axes& destination) {
  return trace::call(moveaxis_r, {ops::as_given(source), ops::as_given(destination)}, {x});
}

Array flip(const Operand& x, const Axes& axes) {
  return trace::call(flip_r, {ops::as_given(axes)}, {x});
}

Array Array::T(Here here) const { return transpose(Operand(*this, here)); }

}  // namespace berth
