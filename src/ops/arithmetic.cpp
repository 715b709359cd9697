#include "berth/ops/arithmetic.h"

#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Sums, products, quotients and what is left of them; the greater and the smaller.
namespace berth {

using ops::absent;
using ops::batch_each;
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
constinit const Primitive<> add_p{"add",   infer_same<ops::number>, lower_as<"add">,
                                  add_jvp, add_transpose,           batch_each};
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
constinit const Primitive<> sub_p{"sub",   infer_same<ops::number>, lower_as<"subtract">,
                                  sub_jvp, sub_transpose,           batch_each};
constinit const Routine<> subtract_r{"subtract", one_primitive<sub_p>};
Array subtract(const Operand& x, const Operand& y) { return call(subtract_r, {x, y}); }

static Array other(const Array& /*x*/, const Array& y, const Array&) { return y; }
static Array first(const Array& x, const Array& /*y*/, const Array&) { return x; }
// Linear in one of them while the other has a value.
static Arrays mul_transpose(const Backward& at, const NoParams&) {
  if (absent(at.x[0])) return {at.ct[0] * at.x[1], Array()};
  return {Array(), at.ct[0] * at.x[0]};
}
constinit const Primitive<> mul_p{"mul",
                                  infer_same<ops::number>,
                                  lower_as<"multiply">,
                                  jvp_by_slopes<other, first>,
                                  mul_transpose,
                                  batch_each};
static Array multiply_body(const Array& x, const Array& y) {
  return x.dtype() == bool_ ? x & y : bind(mul_p, {x, y});
}
constinit const Routine<> multiply_r{"multiply", of_two<multiply_body>};
Array multiply(const Operand& x, const Operand& y) { return call(multiply_r, {x, y}); }

// Of integers the quotient rounded towards zero.
constinit const Primitive<> div_p{"div", infer_same<ops::number>, lower_as<"divide">};
constinit const Routine<> divide_r{"divide", one_primitive<div_p, inexact>};
Array divide(const Operand& x, const Operand& y) { return call(divide_r, {x, y}); }

// With the sign of the dividend.
constinit const Primitive<> rem_p{"rem", infer_same<ops::real_number>, lower_as<"remainder">};

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

constinit const Primitive<> max_p{"max", infer_same<ops::boolean | ops::real_number>,
                                  lower_as<"maximum">};
static Array maximum_body(const Array& x, const Array& y) {
  return is_complex(x.dtype()) ? where(x > y, x, y) : bind(max_p, {x, y});
}
constinit const Routine<> maximum_r{"maximum", of_two<maximum_body>};
Array maximum(const Operand& x, const Operand& y) { return call(maximum_r, {x, y}); }

constinit const Primitive<> min_p{"min", infer_same<ops::boolean | ops::real_number>,
                                  lower_as<"minimum">};
static Array minimum_body(const Array& x, const Array& y) {
  return is_complex(x.dtype()) ? where(x < y, x, y) : bind(min_p, {x, y});
}
constinit const Routine<> minimum_r{"minimum", of_two<minimum_body>};
Array minimum(const Operand& x, const Operand& y) { return call(minimum_r, {x, y}); }

constinit const Primitive<> atan2_p{"atan2", infer_same<ops::inexact_number>, lower_as<"atan2">};
constinit const Routine<> atan2_r{"atan2", one_primitive<atan2_p, inexact>};
Array atan2(const Operand& y, const Operand& x) { return call(atan2_r, {y, x}); }

constinit const Primitive<> nextafter_p{"nextafter", infer_same<ops::floating>,
                                        lower_as<"chlo.next_after">};
constinit const Routine<> nextafter_r{"nextafter", one_primitive<nextafter_p, inexact>};
Array nextafter(const Operand& x, const Operand& y) { return call(nextafter_r, {x, y}); }

}  // namespace berth
