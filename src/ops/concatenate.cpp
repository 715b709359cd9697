#include <fmt/format.h>

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

Avals concatenate_infer(std::span<const Aval> x, const ConcatenateParams& params) {
  std::vector<std::int64_t> dims(x[0].shape.begin(), x[0].shape.end());
  bool weak = x[0].weak_type;
  for (std::size_t i = 1; i < x.size(); ++i) {
    for (int axis = 0; axis < x[0].shape.rank(); ++axis) {
      if (x[i].shape.rank() == x[0].shape.rank() &&
          (axis == params.axis || x[i].shape[axis] == x[0].shape[axis])) {
        continue;
      }
      trace::fail(
          fmt::format("operand 0 is {} and operand {} is {}: all axes but axis {} must agree",
                      to_string(x[0]), i, to_string(x[i]), params.axis));
    }
    dims[static_cast<std::size_t>(params.axis)] += x[i].shape[params.axis];
    weak = weak && x[i].weak_type;
  }
  return {{Shape(dims), x[0].dtype, weak}};
}

lower::Values concatenate_lower(lower::Emitter& out, std::span<const lower::Value> x,
                                std::span<const Aval> results, const ConcatenateParams& params) {
  return {out.op("concatenate", x, results[0], fmt::format("dimension = {} : i64", params.axis))};
}

// To each operand the part that came from it.
Arrays concatenate_transpose(const trace::Backward& at, const ConcatenateParams& params) {
  const Shape& whole = at.ct[0].shape();
  SliceParams part = {.starts = std::vector<std::int64_t>(whole.dims().size(), 0),
                      .limits = {whole.begin(), whole.end()},
                      .strides = std::vector<std::int64_t>(whole.dims().size(), 1)};
  std::int64_t& start = part.starts[static_cast<std::size_t>(params.axis)];
  std::int64_t& limit = part.limits[static_cast<std::size_t>(params.axis)];
  Arrays parts(at.x.size());
  limit = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    start = limit;
    limit += at.of[i].shape[params.axis];
    if (absent(at.x[i])) parts[i] = trace::bind(slice_p, part, {at.ct[0]});
  }
  return parts;
}

Arrays concatenate_batch(const trace::Batch& at, const ConcatenateParams& params) {
  Arrays operands;
  for (std::size_t i = 0; i < at.x.size(); ++i) {
    operands.push_back(with_batch(at.x[i], at.batched[i], at.size));
  }
  return trace::bind_all(concatenate_p, {params.axis + 1}, operands);
}

}  // namespace

constinit const trace::Primitive<ConcatenateParams> concatenate_p{
    .name = "concatenate",
    .infer = concatenate_infer,  // f32[2, 3], f32[4, 3], axis 0 -> f32[6, 3]
    .lower = concatenate_lower,
    .transpose = concatenate_transpose,
    .batch = concatenate_batch,
};

}  // namespace ops

namespace {

struct AxisParams {
  int axis = 0;
  bool operator==(const AxisParams&) const = default;
};

Arrays concatenate_body(std::span<const Array> x, const AxisParams& params) {
  if (x[0].ndim() == 0) trace::fail("scalars have no axis to join along: use stack");
  const Arrays same = ops::promote(x);
  return trace::bind_all(ops::concatenate_p, {ops::axis_of(params.axis, x[0].ndim())}, same);
}

Arrays stack_body(std::span<const Array> x, const AxisParams& params) {
  const int axis = ops::axis_of(params.axis, x[0].ndim() + 1);
  Arrays expanded;
  for (std::size_t i = 0; i < x.size(); ++i) {
    if (x[i].shape() != x[0].shape()) {
      trace::fail(fmt::format("operand 0 is {} and operand {} is {}: all shapes must be equal",
                              ops::type_text(x[0]), i, ops::type_text(x[i])));
    }
    expanded.push_back(expand_dims(x[i], axis));
  }
  return concatenate_body(expanded, {axis});
}

constexpr trace::Routine<AxisParams> concatenate_r{.name = "concatenate", .body = concatenate_body};
constexpr trace::Routine<AxisParams> stack_r{.name = "stack", .body = stack_body};

Array join(const trace::Routine<AxisParams>& routine, std::span<const Array> arrays, int axis,
           Here here) {
  if (arrays.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] needs at least one array, got none", routine.name),
                detail::user_line(here));
  }
  std::vector<Operand> operands;
  operands.reserve(arrays.size());
  for (const Array& array : arrays) operands.emplace_back(array, here);
  return trace::call_all(routine, {axis}, operands)[0];
}

}  // namespace

Array concatenate(std::span<const Array> arrays, int axis, Here here) {
  return join(concatenate_r, arrays, axis, here);
}

Array concatenate(std::initializer_list<Array> arrays, int axis, Here here) {
  return join(concatenate_r, {arrays.begin(), arrays.size()}, axis, here);
}

Array stack(std::span<const Array> arrays, int axis, Here here) {
  return join(stack_r, arrays, axis, here);
}

Array stack(std::initializer_list<Array> arrays, int axis, Here here) {
  return join(stack_r, {arrays.begin(), arrays.size()}, axis, here);
}

}  // namespace berth
