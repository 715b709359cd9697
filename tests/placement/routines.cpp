#include "placement/routines.h"

#include "trace/constant.h"

namespace berth::routines {
namespace {

using trace::bind;

Avals add_infer(std::span<const Aval> operands, const trace::NoParams&) {
  if (operands[0].dtype != operands[1].dtype || operands[0].shape != operands[1].shape) {
    trace::fail(to_string(operands[0]) + " and " + to_string(operands[1]) +
                ": the operands must have one type and shape");
  }
  return {{operands[0].shape, operands[0].dtype, operands[0].weak_type && operands[1].weak_type}};
}

constexpr trace::Primitive<> add_p{
    .name = "add",
    .infer = add_infer,
    .lower = lower::by_name,
};

struct SpreadParams {
  Shape shape;
  bool operator==(const SpreadParams&) const = default;
};

constexpr trace::Primitive<SpreadParams> spread_p{
    .name = "broadcast_in_dim",
    .infer = [](std::span<const Aval> operands, const SpreadParams& params) -> Avals {
      return {{params.shape, operands[0].dtype, operands[0].weak_type}};
    },
    .lower = [](lower::Emitter& out, std::span<const lower::Value> operands,
                std::span<const Aval> results, const SpreadParams&) -> lower::Values {
      return {out.op("broadcast_in_dim", operands, results[0],
                     "broadcast_dimensions = " + lower::i64_array(std::span<const int>()))};
    },
};

Array spread(const Array& x, const Shape& shape) {
  if (x.ndim() > 0 || shape.rank() == 0) return x;
  return bind(spread_p, SpreadParams{shape}, {x});
}

Arrays plus_body(std::span<const Array> operands, const trace::NoParams&) {
  const Array& x = operands[0];
  const Array& y = operands[1];
  return {bind(add_p, {spread(x, y.shape()), spread(y, x.shape())})};
}

Arrays first_body(std::span<const Array> operands, const trace::NoParams&) {
  return {bind(add_p, {operands[0], operands[0]})};
}

Arrays twice_body(std::span<const Array> operands, const trace::NoParams&) {
  const Array sum = bind(add_p, {operands[0], operands[0]});
  return {sum, bind(add_p, {sum, operands[0]})};
}

Arrays seven_body(std::span<const Array>, const trace::NoParams&) {
  return {trace::constant(ScalarValue::of(7.0f), float32, "seven", {})};
}

constexpr trace::Routine<> plus_routine{.name = "plus", .body = plus_body};
constexpr trace::Routine<> first_routine{.name = "first", .body = first_body};
constexpr trace::Routine<> twice_routine{.name = "twice", .body = twice_body};
constexpr trace::Routine<> seven_routine{.name = "seven", .body = seven_body};

}  // namespace

Array plus(const Operand& x, const Operand& y) { return trace::call(plus_routine, {x, y}); }
Array first(const Operand& x, const Operand& y) { return trace::call(first_routine, {x, y}); }

Arrays twice(const Operand& x) { return trace::call_all(twice_routine, {}, {&x, 1}); }

Array seven(trace::CallSite site) { return trace::call(seven_routine, {}, site); }

}  // namespace berth::routines
