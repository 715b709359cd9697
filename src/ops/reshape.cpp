#include <algorithm>
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
namespace {

using ops::AxesParams;
using trace::fail;

// The shape that `dims` asks of `size` elements, -1 resolved.
Shape resolve(std::span<const std::int64_t> dims, const Aval& x) {
  std::vector<std::int64_t> result(dims.begin(), dims.end());
  const auto open = std::ranges::find(result, -1);
  if (open != result.end()) {
    *open = 1;
    const std::int64_t rest = Shape(result).size();
    if (rest == 0 || x.shape.size() % rest != 0) {
      fail("no size for -1 makes " + to_string(x) + " a " + to_string(Shape(result)) +
           " with its 1 replaced: the other dimensions hold " + std::to_string(rest) +
           " elements, the array " + std::to_string(x.shape.size()));
    }
    *open = x.shape.size() / rest;
  }
  Shape shape{std::span<const std::int64_t>(result)};
  if (shape.size() != x.shape.size()) {
    fail(to_string(x) + " has " + std::to_string(x.shape.size()) + " elements, " +
         to_string(shape) + " has " + std::to_string(shape.size()) + ": they must be as many");
  }
  return shape;
}

struct DimsParams {
  std::vector<std::int64_t> dims;
  bool operator==(const DimsParams&) const = default;
};

Array with_shape(const Array& x, const Shape& shape) {
  return x.shape() == shape ? x : trace::bind(ops::reshape_p, {shape}, {x});
}

Aval aval_of(const Array& x) { return {x.shape(), x.dtype(), x.weak_type()}; }

Arrays reshape_body(std::span<const Array> x, const DimsParams& params) {
  return {with_shape(x[0], resolve(params.dims, aval_of(x[0])))};
}

Arrays expand_dims_body(std::span<const Array> x, const AxesParams& params) {
  const int rank = x[0].ndim() + static_cast<int>(params.axes.size());
  const ops::AxisList axes = ops::sorted_axes_of(params.axes, rank);
  std::vector<std::int64_t> dims(x[0].shape().begin(), x[0].shape().end());
  for (const int axis : axes) dims.insert(dims.begin() + axis, 1);  // ascending, so in place
  return {with_shape(x[0], Shape(dims))};
}

Arrays squeeze_body(std::span<const Array> x, const AxesParams& params) {
  const ops::AxisList axes = ops::sorted_axes_of(params.axes, x[0].ndim());
  std::vector<std::int64_t> dims;
  for (int axis = 0; axis < x[0].ndim(); ++axis) {
    if (!std::ranges::binary_search(axes, axis)) {
      dims.push_back(x[0].shape(axis));
    } else if (x[0].shape(axis) != 1) {
      fail("axis " + std::to_string(axis) + " of " + to_string(aval_of(x[0])) +
           " has not size 1: only such an axis can be dropped");
    }
  }
  return {with_shape(x[0], Shape(dims))};
}

Arrays squeeze_all_body(std::span<const Array> x, const trace::NoParams&) {
  std::vector<std::int64_t> dims;
  std::ranges::copy_if(x[0].shape(), std::back_inserter(dims), [](auto d) { return d != 1; });
  return {with_shape(x[0], Shape(dims))};
}

Arrays broadcast_to_body(std::span<const Array> x, const ops::ReshapeParams& params) {
  return {ops::broadcast_to(x[0], params.shape)};
}

constexpr trace::Routine<DimsParams> reshape_r{.name = "reshape", .body = reshape_body};
constexpr trace::Routine<AxesParams> expand_dims_r{.name = "expand_dims", .body = expand_dims_body};
constexpr trace::Routine<AxesParams> squeeze_r{.name = "squeeze", .body = squeeze_body};
constexpr trace::Routine<> squeeze_all_r{.name = "squeeze", .body = squeeze_all_body};
constexpr trace::Routine<ops::ReshapeParams> broadcast_to_r{.name = "broadcast_to",
                                                            .body = broadcast_to_body};

}  // namespace

namespace ops {
namespace {

Avals reshape_infer(std::span<const Aval> x, const ReshapeParams& params) {
  BERTH_ASSERT(params.shape.size() == x[0].shape.size());
  return {{params.shape, x[0].dtype, x[0].weak_type}};
}

Arrays reshape_transpose(const trace::Backward& at, const ReshapeParams& /*params*/) {
  return {berth::reshape(at.ct[0], at.of[0].shape)};
}

Arrays reshape_batch(const trace::Batch& at, const ReshapeParams& params) {
  return {berth::reshape(at.x[0], with_batch(params.shape, at.size))};
}

}  // namespace

constinit const trace::Primitive<ReshapeParams> reshape_p{
    .name = "reshape",
    .infer = reshape_infer,  // f32[2, 3], [6] -> f32[6]
    .lower = lower::by_name,
    .transpose = reshape_transpose,
    .batch = reshape_batch,
};

}  // namespace ops

Array reshape(const Operand& x, const Dims& shape) {
  const auto dims = shape.values();
  return trace::call(reshape_r, {{dims.begin(), dims.end()}}, {x});
}

Array ravel(const Operand& x) { return reshape(x, {-1}); }

Array expand_dims(const Operand& x, const Axes& axes) {
  return trace::call(expand_dims_r, {ops::as_given(axes)}, {x});
}

Array squeeze(const Operand& x) { return trace::call(squeeze_all_r, {x}); }

Array squeeze(const Operand& x, const Axes& axes) {
  return trace::call(squeeze_r, {ops::as_given(axes)}, {x});
}

Array broadcast_to(const Operand& x, const Shape& shape) {
  return trace::call(broadcast_to_r, {shape}, {x});
}

Array Array::reshape(const Dims& shape, Here here) const {
  return berth::reshape(Operand(*this, here), shape);
}

}  // namespace berth
