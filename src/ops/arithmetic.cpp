#include "berth/ops/arithmetic.h"

#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Sums, products, quotients and what is left of them; the greater and the smaller.
namespace berth {

using ops::absent;
using ops::elementwise;
using ops::inexact;
using ops::infer_same;
using ops::jvp_by_slopes;
using ops::lower_as;
using ops::numeric;
using ops::of_two;
using ops::one_primitive;
using trace::Backward;
using trace::bind;
using trace::call;
using trace::Forward;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

static Arrays add_transpose(const Backward& at, const NoParams&) { return {at.ct[0], at.ct[0]}; }
static Arrays add_jvp(const Forward& at, const NoParams&) {
  return {ops::add_present(at.dx[0], at.dx[1])};
}
constinit const Primitive<> add_p =
    elementwise("add", infer_same<ops::number>, lower_as<"add">, add_jvp, add_transpose);
static Array add_body(const Array& x, const Array& y) {
  return x.dtype() == bool_ ? x | y : bind(add_p, {x, y});
}
constinit const Routine<> add_r{"add", of_two<add_body>};
Array add(const Operand& x, const Operand& y) { return call(add_r, {x, y}); }

static Arrays sub_jvp(const Forward& at, const NoParams&) {
  if (absent(at.dx[1])) return {at.dx[0]};
  return {absent(at.dx[0]) ? -at.dx[1] : at.dx[0] - at.dx[1]};
}
static Arrays sub_transpose(const Backward& at, const NoParams&) { return {at.ct[0], -at.ct[0]}; }
constinit const Primitive<> sub_p =
    elementwise("sub", infer_same<ops::number>, lower_as<"subtract">, sub_jvp, sub_transpose);
constinit const Routine<> subtract_r{"subtract", one_primitive<sub_p>};
Array subtract(const Operand& x, const Operand& y) { return call(subtract_r, {x, y}); }

static Array other(const Array& /*x*/, const Array& y, const Array&) { return y; }
static Array first(const Array& x, const Array& /*y*/, const Array&) { return x; }
// Linear in one of them while the other has a value.
static Arrays mul_transpose(const Backward& at, const NoParams&) {
  if (absent(at.x[0])) return {at.ct[0] * at.x[1], Array()};
  return {Array(), at.ct[0] * at.x[0]};
}
constinit const Primitive<> mul_p =
    elementwise("mul", infer_same<ops::number>, lower_as<"multiply">, jvp_by_slopes<other, first>,
                mul_transpose);
static Array multiply_body(const Array& x, const Array& y) {
  return x.dtype() == bool_ ? x & y : bind(mul_p, {x, y});
}
constinit const Routine<> multiply_r{"multiply", of_two<multiply_body>};
Array multiply(const Operand& x, const Operand& y) { return call(multiply_r, {x, y}); }

// Of integers the quotient rounded towards zero.
static Arrays div_jvp(const Forward& at, const NoParams&) {
  const Array& x = at.x[0];
  const Array& y = at.x[1];
  return {ops::add_present(absent(at.dx[0]) ? Array() : at.dx[0] / y,
                           absent(at.dx[1]) ? Array() : -at.dx[1] * x * power(y, -2))};
}
static Arrays div_transpose(const Backward& at, const NoParams&) {
  return {at.ct[0] / at.x[1], Array()};
}
constinit const Primitive<> div_p =
    elementwise("div", infer_same<ops::number>, lower_as<"divide">, div_jvp, div_transpose);
constinit const Routine<> divide_r{"divide", one_primitive<div_p, inexact>};
Array divide(const Operand& x, const Operand& y) { return call(divide_r, {x, y}); }

// With the sign of the dividend.
static Arrays rem_jvp(const Forward& at, const NoParams&) {
  if (absent(at.dx[1])) return {at.dx[0]};
  const Array quotient = at.x[0] / at.x[1];
  const Array by_y = -at.dx[1] * (sign(quotient) * floor(abs(quotient)));
  return {ops::add_present(at.dx[0], by_y)};
}
constinit const Primitive<> rem_p =
    elementwise("rem", infer_same<ops::real_number>, lower_as<"remainder">, rem_jvp);

// The engine answers a division of integers by zero with -1.
static Array floor_divide_integers(const Array& x, const Array& y) {
  const Array quotient = bind(div_p, {x, y});
  if (!is_signed(x.dtype())) return quotient;
  const Array rounded_up = (sign(x) != sign(y)) & (bind(rem_p, {x, y}) != 0);
  return where(rounded_up, quotient - 1, quotient);
}

// The dividend without its remainder divides exactly, so that rounding to nearest is right.
static Array floor_divide_body(const Array& x, const Array& y) {
  ops::check_type(x.dtype(), ops::real_number);
  if (is_integer(x.dtype())) return floor_divide_integers(x, y);
  const Array rest = bind(rem_p, {x, y});
  const Array quotient = where(y == 0, x, x - rest) / y;
  const Array rounded_up = (rest != 0) & (sign(y) != sign(rest));
  return ops::round_half_away(where(rounded_up, quotient - 1, quotient));
}
constinit const Routine<> floor_divide_r{"floor_divide", of_two<floor_divide_body, numeric>};
Array floor_divide(const Operand& x, const Operand& y) { return call(floor_divide_r, {x, y}); }

static Array fmod_body(const Array& x, const Array& y) {
  return bind(rem_p, {x, is_integer(y.dtype()) ? where(y == 0, 1, y) : y});
}
constinit const Routine<> fmod_r{"fmod", of_two<fmod_body, numeric>};
Array fmod(const Operand& x, const Operand& y) { return call(fmod_r, {x, y}); }

static Array remainder_body(const Array& x, const Array& y) {
  const Array divisor = is_integer(y.dtype()) ? where(y == 0, 1, y) : y;
  const Array rest = bind(rem_p, {x, divisor});
  const Array other_side = ((rest < 0) != (divisor < 0)) & (rest != 0);
  return where(other_side, rest + divisor, rest);
}
constinit const Routine<> remainder_r{"remainder", of_two<remainder_body, numeric>};
Array remainder(const Operand& x, const Operand& y) { return call(remainder_r, {x, y}); }

// The operand that was chosen has the slope 1; of two equals each has a half.
static Array slope_of_chosen(const Array& x, const Array& y, const Array& chosen) {
  return where(x == chosen, where(y == chosen, 0.5, 1.0), 0.0);
}
static Array slope_of_other(const Array& x, const Array& y, const Array& chosen) {
  return slope_of_chosen(y, x, chosen);
}

// Complex numbers in their lexicographic order, which the engine's operation has not.
template <ops::OpName op, Array (*comes_first)(const Operand& x, const Operand& y)>
static lower::Values lower_choice(lower::Emitter& out, std::span<const lower::Value> operands,
                                  std::span<const Aval> results, const NoParams& params) {
  if (!is_complex(results[0].dtype)) return lower_as<op>(out, operands, results, params);
  return ops::lower_recorded(out, operands, results, [](ops::Operands x) {
    return Arrays{where(comes_first(x[0], x[1]), x[0], x[1])};
  });
}

constinit const Primitive<> max_p =
    elementwise("max", infer_same<ops::any_type>, lower_choice<"maximum", greater>,
                jvp_by_slopes<slope_of_chosen, slope_of_other>);
constinit const Routine<> maximum_r{"maximum", one_primitive<max_p>};
Array maximum(const Operand& x, const Operand& y) { return call(maximum_r, {x, y}); }

constinit const Primitive<> min_p =
    elementwise("min", infer_same<ops::any_type>, lower_choice<"minimum", less>,
                jvp_by_slopes<slope_of_chosen, slope_of_other>);
constinit const Routine<> minimum_r{"minimum", one_primitive<min_p>};
Array minimum(const Operand& x, const Operand& y) { return call(minimum_r, {x, y}); }

static Array atan2_slope_y(const Array& y, const Array& x, const Array&) {
  return x / (square(y) + square(x));
}
static Array atan2_slope_x(const Array& y, const Array& x, const Array&) {
  return -y / (square(y) + square(x));
}
constinit const Primitive<> atan2_p =
    elementwise("atan2", infer_same<ops::inexact_number>, lower_as<"atan2">,
                jvp_by_slopes<atan2_slope_y, atan2_slope_x>);
constinit const Routine<> atan2_r{"atan2", one_primitive<atan2_p, inexact>};
Array atan2(const Operand& y, const Operand& x) { return call(atan2_r, {y, x}); }

// It has no derivative.
constinit const Primitive<> nextafter_p =
    elementwise("nextafter", infer_same<ops::floating>, lower_as<"chlo.next_after">);
constinit const Routine<> nextafter_r{"nextafter", one_primitive<nextafter_p, inexact>};
Array nextafter(const Operand& x, const Operand& y) { return call(nextafter_r, {x, y}); }

}  // namespace berth
