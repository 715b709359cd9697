#include "berth/ops/arithmetic.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// The bits of integers, two operands at a time.
namespace berth {

using ops::elementwise;
using ops::infer_same;
using ops::lower_as;
using ops::numeric;
using ops::of_two;
using ops::one_primitive;
using trace::bind;
using trace::call;
using trace::Primitive;
using trace::Routine;

constinit const Primitive<> and_p = elementwise("and", infer_same<ops::integral>, lower_as<"and">);
constinit const Routine<> bitwise_and_r{"bitwise_and", one_primitive<and_p>};
Array bitwise_and(const Operand& x, const Operand& y) { return call(bitwise_and_r, {x, y}); }

constinit const Primitive<> or_p = elementwise("or", infer_same<ops::integral>, lower_as<"or">);
constinit const Routine<> bitwise_or_r{"bitwise_or", one_primitive<or_p>};
Array bitwise_or(const Operand& x, const Operand& y) { return call(bitwise_or_r, {x, y}); }

constinit const Primitive<> xor_p = elementwise("xor", infer_same<ops::integral>, lower_as<"xor">);
constinit const Routine<> bitwise_xor_r{"bitwise_xor", one_primitive<xor_p>};
Array bitwise_xor(const Operand& x, const Operand& y) { return call(bitwise_xor_r, {x, y}); }

constinit const Primitive<> shift_left_p =
    elementwise("shift_left", infer_same<ops::integer>, lower_as<"shift_left">);
constinit const Routine<> left_shift_r{"left_shift", one_primitive<shift_left_p, numeric>};
Array left_shift(const Operand& x, const Operand& y) { return call(left_shift_r, {x, y}); }

constinit const Primitive<> shift_right_arithmetic_p{
    "shift_right_arithmetic", infer_same<ops::integer>, lower_as<"shift_right_arithmetic">};
constinit const Primitive<> shift_right_logical_p =
    elementwise("shift_right_logical", infer_same<ops::integer>, lower_as<"shift_right_logical">);
static Array right_shift_body(const Array& x, const Array& y) {
  return is_signed(x.dtype()) ? bind(shift_right_arithmetic_p, {x, y})
                              : bind(shift_right_logical_p, {x, y});
}
constinit const Routine<> right_shift_r{"right_shift", of_two<right_shift_body, numeric>};
Array right_shift(const Operand& x, const Operand& y) { return call(right_shift_r, {x, y}); }

Array ops::shift_right_logical(const Array& x, int bits) {
  return bind(shift_right_logical_p, {x, filled(x.shape(), type_of(x), ScalarValue::of(bits))});
}

}  // namespace berth
