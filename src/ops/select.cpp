#include "berth/ops/select.h"

#include <fmt/format.h>

#include "berth/ops/arithmetic.h"
#include "core/scalar.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Choices between values.
namespace berth {

using trace::bind;
using trace::call;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

// bool[n], f32[n], f32[n] -> f32[n]; the first may be bool[].
static Avals select_infer(std::span<const Aval> operands, const NoParams& /*params*/) {
  const Aval& which = operands[0];
  const Aval& x = ops::check_alike(operands.subspan(1), ops::any_type);
  BERTH_ASSERT(which.dtype == bool_ && (which.shape == x.shape || which.shape.rank() == 0));
  return {{x.shape, x.dtype, ops::all_weak(operands.subspan(1))}};
}
constinit const Primitive<> select_p{"select", select_infer, lower::by_name<NoParams>};

// The first operand is a condition and keeps its type; the others are values.
static void scalars_of_values(const char* who, std::span<const Operand> operands,
                              const NoParams& params, std::span<DType> types) {
  const Operand& condition = operands[0];
  if (condition.array() == nullptr) types[0] = default_dtype(condition.scalar().kind);
  trace::promote_together(who, operands.subspan(1), params, types.subspan(1));
}

static Arrays where_body(ops::Operands operands, const NoParams& /*params*/) {
  const Arrays values = ops::promote(operands.subspan(1));
  const Array condition = ops::convert(operands[0], {bool_, false});
  const Arrays all = ops::broadcast(Arrays{condition, values[0], values[1]});
  return {bind(select_p, {all[0], all[1], all[2]})};
}
constinit const Routine<> where_r{"where", where_body, scalars_of_values};
Array where(const Operand& condition, const Operand& x, const Operand& y) {
  return call(where_r, {condition, x, y});
}

static Arrays clip_body(ops::Operands operands, const NoParams& /*params*/) {
  const Arrays all = ops::promote(operands);
  ops::check_type(all[0].dtype(), ops::boolean | ops::real_number);
  return {minimum(all[2], maximum(all[1], all[0]))};
}
constinit const Routine<> clip_r{"clip", clip_body};
Array clip(const Operand& x, const Operand& low, const Operand& high) {
  return call(clip_r, {x, low, high});
}

static void check_one_type(ops::Operands values) {
  for (const Array& value : values) {
    if (value.dtype() == values[0].dtype()) continue;
    trace::fail(
        fmt::format("{} differ in type: convert with astype, or use where or clip, which "
                    "promote",
                    ops::list(values)));
  }
}

static Array with_shape(const Array& x, const Shape& shape) {
  if (x.shape() != shape && x.ndim() != 0) {
    trace::fail(fmt::format("{} where {} or a scalar is needed: broadcast it, or use where or clip",
                            ops::type_text(x), to_string(x.dtype(), shape)));
  }
  return ops::broadcast_to(x, shape);
}

static Arrays select_body(ops::Operands operands, const NoParams& /*params*/) {
  const Array& which = operands[0];
  check_one_type(operands.subspan(1));
  ops::check_type(which.dtype(), ops::boolean);
  const Shape& shape = operands[operands[1].ndim() == 0 ? 2 : 1].shape();
  if (which.ndim() != 0) with_shape(which, shape);
  return {bind(select_p, {which, with_shape(operands[1], shape), with_shape(operands[2], shape)})};
}
constinit const Routine<> select_r{"select", select_body, scalars_of_values};
Array select(const Operand& which, const Operand& on_true, const Operand& on_false) {
  return call(select_r, {which, on_true, on_false});
}

// f32[], f32[n], f32[] -> f32[n]; the bounds may be f32[n].
static Avals clamp_infer(std::span<const Aval> operands, const NoParams& /*params*/) {
  return {{operands[1].shape, operands[1].dtype, ops::all_weak(operands)}};
}
constinit const Primitive<> clamp_p{"clamp", clamp_infer, lower::by_name<NoParams>};

static Arrays clamp_body(ops::Operands operands, const NoParams& /*params*/) {
  const Array& x = operands[1];
  check_one_type(operands);
  ops::check_type(x.dtype(), ops::boolean | ops::real_number);
  return {
      bind(clamp_p, {with_shape(operands[0], x.shape()), x, with_shape(operands[2], x.shape())})};
}
constinit const Routine<> clamp_r{"clamp", clamp_body};
Array clamp(const Operand& low, const Operand& x, const Operand& high) {
  return call(clamp_r, {low, x, high});
}

}  // namespace berth
