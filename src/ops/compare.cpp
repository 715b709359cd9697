#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Comparisons, and the logic of truth values.
namespace berth {

using lower::Emitter;
using lower::Value;
using lower::Values;
using ops::elementwise;
using ops::infer_bool;
using ops::of_two;
using ops::one_primitive;
using trace::bind;
using trace::call;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

template <ops::OpName direction>
static Values compare_as(Emitter& out, std::span<const Value> operands,
                         std::span<const Aval> /*results*/, const NoParams& /*params*/) {
  return {ops::emit_compare(out, direction.view(), operands[0], operands[1])};
}

constexpr ops::Types ordered = ops::boolean | ops::real_number;

// Complex numbers by their real parts, and by their imaginary parts where those are equal.
template <const Primitive<>& primitive>
static Array in_order(const Array& x, const Array& y) {
  if (!is_complex(x.dtype())) return bind(primitive, {x, y});
  const Array same = real(x) == real(y);
  return where(same, bind(primitive, {imag(x), imag(y)}), bind(primitive, {real(x), real(y)}));
}

constinit const Primitive<> eq_p = elementwise("eq", infer_bool<ops::any_type>, compare_as<"EQ">);
constinit const Routine<> equal_r{"equal", one_primitive<eq_p>};
Array equal(const Operand& x, const Operand& y) { return call(equal_r, {x, y}); }

constinit const Primitive<> ne_p = elementwise("ne", infer_bool<ops::any_type>, compare_as<"NE">);
constinit const Routine<> not_equal_r{"not_equal", one_primitive<ne_p>};
Array not_equal(const Operand& x, const Operand& y) { return call(not_equal_r, {x, y}); }

constinit const Primitive<> lt_p = elementwise("lt", infer_bool<ordered>, compare_as<"LT">);
constinit const Routine<> less_r{"less", of_two<in_order<lt_p>>};
Array less(const Operand& x, const Operand& y) { return call(less_r, {x, y}); }

constinit const Primitive<> le_p = elementwise("le", infer_bool<ordered>, compare_as<"LE">);
constinit const Routine<> less_equal_r{"less_equal", of_two<in_order<le_p>>};
Array less_equal(const Operand& x, const Operand& y) { return call(less_equal_r, {x, y}); }

constinit const Primitive<> gt_p = elementwise("gt", infer_bool<ordered>, compare_as<"GT">);
constinit const Routine<> greater_r{"greater", of_two<in_order<gt_p>>};
Array greater(const Operand& x, const Operand& y) { return call(greater_r, {x, y}); }

constinit const Primitive<> ge_p = elementwise("ge", infer_bool<ordered>, compare_as<"GE">);
constinit const Routine<> greater_equal_r{"greater_equal", of_two<in_order<ge_p>>};
Array greater_equal(const Operand& x, const Operand& y) { return call(greater_equal_r, {x, y}); }

// Both as truth values, then one operation on bits.
template <Array (*function)(const Operand& x, const Operand& y)>
static Arrays of_truth(ops::Operands operands, const NoParams& /*params*/) {
  constexpr ResultType truth = {bool_, false};
  return {function(ops::convert(operands[0], truth), ops::convert(operands[1], truth))};
}

constinit const Routine<> logical_and_r{"logical_and", of_truth<bitwise_and>};
Array logical_and(const Operand& x, const Operand& y) { return call(logical_and_r, {x, y}); }

constinit const Routine<> logical_or_r{"logical_or", of_truth<bitwise_or>};
Array logical_or(const Operand& x, const Operand& y) { return call(logical_or_r, {x, y}); }

constinit const Routine<> logical_xor_r{"logical_xor", of_truth<bitwise_xor>};
Array logical_xor(const Operand& x, const Operand& y) { return call(logical_xor_r, {x, y}); }

}  // namespace berth
