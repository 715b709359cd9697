#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <vector>

#include "berth/ops/elementwise.h"
#include "berth/ops/linalg.h"
#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/dot_primitive.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using ops::DotParams;
using ops::type_text;

std::vector<int> axes_of(const Array& x, std::vector<int> axes) {
  for (int& axis : axes) axis = ops::axis_of(axis, x.ndim());
  return axes;
}

// Pairs of axes must be of one size, and each axis stand in one pair.
void check_pairs(const Array& x, const Array& y, const DotParams& params) {
  const auto check = [&](const char* what, const auto& of_x, const auto& of_y) {
    if (of_x.size() != of_y.size()) {
      trace::fail(fmt::format("{{{}}} and {{{}}}: as many {} axes are needed of each operand",
                              fmt::join(of_x, ", "), fmt::join(of_y, ", "), what));
    }
    for (std::size_t i = 0; i < of_x.size(); ++i) {
      if (x.shape(of_x[i]) == y.shape(of_y[i])) continue;
      trace::fail(fmt::format(
          "{} axis {} of {} has size {}, axis {} of {} has size {}: they must "
          "be equal",
          what, of_x[i], type_text(x), x.shape(of_x[i]), of_y[i], type_text(y), y.shape(of_y[i])));
    }
  };
  check("contracted", params.contract_x, params.contract_y);
  check("batch", params.batch_x, params.batch_y);
  const auto check_once = [](const Array& operand, std::vector<int> axes, const auto& more) {
    axes.insert(axes.end(), more.begin(), more.end());
    std::ranges::sort(axes);
    const auto twice = std::ranges::adjacent_find(axes);
    if (twice != axes.end()) {
      trace::fail(fmt::format("axis {} of {} is named twice", *twice, type_text(operand)));
    }
  };
  check_once(x, params.contract_x, params.batch_x);
  check_once(y, params.contract_y, params.batch_y);
}

struct DotGeneralParams {
  std::vector<int> contract_x;
  std::vector<int> contract_y;
  std::vector<int> batch_x;
  std::vector<int> batch_y;
  std::optional<DType> result;
  bool operator==(const DotGeneralParams&) const = default;
};

Arrays dot_general_body(std::span<const Array> x, const DotGeneralParams& given) {
  const Arrays same = ops::promote(x);
  const DotParams params = {.contract_x = axes_of(x[0], given.contract_x),
                            .contract_y = axes_of(x[1], given.contract_y),
                            .batch_x = axes_of(x[0], given.batch_x),
                            .batch_y = axes_of(x[1], given.batch_y),
                            .result = given.result.value_or(same[0].dtype())};
  check_pairs(same[0], same[1], params);
  return trace::bind_all(ops::dot_general_p, params, same);
}

// The product of `x` and `y` over one axis of each, in the type they have together.
Array contract(const Array& x, int axis_x, const Array& y, int axis_y) {
  return dot_general(x, y, {.contract_x = {axis_x}, .contract_y = {axis_y}});
}

void refuse_scalars(std::span<const Array> x, const char* instead) {
  if (x[0].ndim() > 0 && x[1].ndim() > 0) return;
  trace::fail(fmt::format("{} and {}: a scalar has no axis to sum over, use {}", type_text(x[0]),
                          type_text(x[1]), instead));
}

[[noreturn]] void fail_inner(const Array& x, int axis_x, const Array& y, int axis_y) {
  trace::fail(fmt::format("axis {} of {} and axis {} of {} must be equal", axis_x, type_text(x),
                          axis_y, type_text(y)));
}

// Leading axes in step: where one operand has size 1, the other's size; missing ones are added.
Arrays matmul_body(std::span<const Array> operands, const trace::NoParams&) {
  refuse_scalars(operands, "multiply");
  const bool row = operands[0].ndim() == 1;
  const bool column = operands[1].ndim() == 1;
  const Array x = row ? expand_dims(operands[0], 0) : operands[0];
  const Array y = column ? expand_dims(operands[1], 1) : operands[1];
  const int last_x = x.ndim() - 1;
  if (x.shape(last_x) != y.shape(y.ndim() - 2)) {
    fail_inner(operands[0], operands[0].ndim() - 1, operands[1],
               std::max(operands[1].ndim() - 2, 0));
  }

  const auto leading = [](const Array& z) {
    return Shape(z.shape().dims().first(static_cast<std::size_t>(z.ndim() - 2)));
  };
  const Shape batch = broadcast_shapes(leading(x), leading(y));
  const auto with_batch = [&](const Array& z) {
    std::vector<std::int64_t> dims(batch.begin(), batch.end());
    dims.insert(dims.end(), z.shape().end() - 2, z.shape().end());
    return broadcast_to(z, Shape(dims));
  };
  std::vector<int> batch_axes;
  for (int axis = 0; axis < batch.rank(); ++axis) batch_axes.push_back(axis);
  const int rank = batch.rank();
  const bool plain = rank > 0 && leading(y).rank() == 0;
  // f32[..., n, k] by a plain matrix is one product of all rows: nothing is repeated.
  Array product = plain ? contract(x, last_x, y, 0)
                        : dot_general(with_batch(x), with_batch(y),
                                      {.contract_x = {rank + 1},
                                       .contract_y = {rank},
                                       .batch_x = batch_axes,
                                       .batch_y = batch_axes});
  if (column) product = squeeze(product, product.ndim() - 1);
  if (row) product = squeeze(product, product.ndim() - (column ? 1 : 2));
  return {product};
}

Arrays dot_body(std::span<const Array> x, const trace::NoParams&) {
  if (x[0].ndim() == 0 || x[1].ndim() == 0) return {multiply(x[0], x[1])};
  const int axis_x = x[0].ndim() - 1;
  const int axis_y = std::max(x[1].ndim() - 2, 0);
  if (x[0].shape(axis_x) != x[1].shape(axis_y)) fail_inner(x[0], axis_x, x[1], axis_y);
  return {contract(x[0], axis_x, x[1], axis_y)};
}

Arrays vdot_body(std::span<const Array> x, const trace::NoParams&) {
  if (x[0].size() != x[1].size()) {
    trace::fail(
        fmt::format("{} and {} must have as many elements", type_text(x[0]), type_text(x[1])));
  }
  return {contract(ravel(is_complex(x[0].dtype()) ? conj(x[0]) : x[0]), 0, ravel(x[1]), 0)};
}

Arrays outer_body(std::span<const Array> x, const trace::NoParams&) {
  return {multiply(expand_dims(ravel(x[0]), 1), expand_dims(ravel(x[1]), 0))};
}

struct TensordotParams {
  int axes = 0;
  bool operator==(const TensordotParams&) const = default;
};

Arrays tensordot_body(std::span<const Array> x, const TensordotParams& params) {
  if (params.axes < 0 || params.axes > std::min(x[0].ndim(), x[1].ndim())) {
    trace::fail(fmt::format("{} and {} have not {} axes to sum over", type_text(x[0]),
                            type_text(x[1]), params.axes));
  }
  DotDimensions dimensions;
  for (int i = 0; i < params.axes; ++i) {
    dimensions.contract_x.push_back(x[0].ndim() - params.axes + i);
    dimensions.contract_y.push_back(i);
  }
  return {dot_general(x[0], x[1], dimensions)};
}

constexpr trace::Routine<DotGeneralParams> dot_general_r{.name = "dot_general",
                                                         .body = dot_general_body};
constexpr trace::Routine<> matmul_r{.name = "matmul", .body = matmul_body};
constexpr trace::Routine<> dot_r{.name = "dot", .body = dot_body};
constexpr trace::Routine<> vdot_r{.name = "vdot", .body = vdot_body};
constexpr trace::Routine<> outer_r{.name = "outer", .body = outer_body};
constexpr trace::Routine<TensordotParams> tensordot_r{.name = "tensordot", .body = tensordot_body};

}  // namespace

Array dot_general(const Operand& x, const Operand& y, const DotDimensions& dimensions,
                  std::optional<DType> result) {
  return trace::call(dot_general_r,
                     {dimensions.contract_x, dimensions.contract_y, dimensions.batch_x,
                      dimensions.batch_y, result},
                     {x, y});
}

Array matmul(const Operand& x, const Operand& y) { return trace::call(matmul_r, {x, y}); }
Array dot(const Operand& x, const Operand& y) { return trace::call(dot_r, {x, y}); }
Array vdot(const Operand& x, const Operand& y) { return trace::call(vdot_r, {x, y}); }
Array outer(const Operand& x, const Operand& y) { return trace::call(outer_r, {x, y}); }

Array tensordot(const Operand& x, const Operand& y, int axes) {
  return trace::call(tensordot_r, {axes}, {x, y});
}

}  // namespace berth
