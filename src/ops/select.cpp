#include "berth/ops/select.h"

#include <fmt/format.h>

#include "berth/ops/arithmetic.h"
#include "core/scalar.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Choices between values.
namespace berth {

using ops::absent;
using trace::Backward;
using trace::Batch;
using trace::bind;
using trace::call;
using trace::Forward;
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
static Arrays select_jvp(const Forward& at, const NoParams&) {
  const auto tangent = [](const Array& dx) -> Operand { return absent(dx) ? Operand(0) : dx; };
  return {where(at.x[0], tangent(at.dx[1]), tangent(at.dx[2]))};
}

static Arrays select_transpose(const Backward& at, const NoParams&) {
  return {Array(), absent(at.x[1]) ? where(at.x[0], at.ct[0], 0) : Array(),
          absent(at.x[2]) ? where(at.x[0], 0, at.ct[0]) : Array()};
}

static Arrays select_batch(const Batch& at, const NoParams&) {
  const Array x = ops::with_batch(at.x[1], at.batched[1], at.size);
  const Array y = ops::with_batch(at.x[2], at.batched[2], at.size);
  const Array which = ops::with_batch_or_scalar(at.x[0], at.batched[0], x.shape());
  return trace::perform(at.self, Arrays{which, x, y});
}

constinit const Primitive<> select_p{
    "select", select_infer, lower::by_name<NoParams>, select_jvp, select_transpose, select_batch,
};

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

// Where a bound and the value are equal, nobody has a slope.
static Arrays clamp_jvp(const Forward& at, const NoParams&) {
  const Array& low = at.x[0];
  const Array& x = at.x[1];
  const Array& high = at.x[2];
  const auto part = [&](std::size_t i, const Array& chosen) {
    return absent(at.dx[i]) ? Array() : where(chosen, at.dx[i], 0);
  };
  const Array tangent =
      ops::add_present(part(0, (low > x) & (low < high)), part(1, (low < x) & (x < high)));
  return {ops::add_present(tangent, part(2, high < x))};
}

static Arrays clamp_batch(const Batch& at, const NoParams&) {
  const Array x = ops::with_batch(at.x[1], at.batched[1], at.size);
  const auto bound = [&](std::size_t i) {
    return ops::with_batch_or_scalar(at.x[i], at.batched[i], x.shape());
  };
  return trace::perform(at.self, Arrays{bound(0), x, bound(2)});
}

constinit const Primitive<> clamp_p{
    "clamp", clamp_infer, lower::by_name<NoParams>, clamp_jvp, nullptr, clamp_batch,
};

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
