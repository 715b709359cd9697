#include "berth/ops/elementwise.h"

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/select.h"
#include "core/array_state.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Functions of one operand that keep its type, and those about complex parts and bits.
namespace berth {

using lower::Emitter;
using lower::Value;
using lower::Values;
using ops::absent;
using ops::elementwise;
using ops::infer_real;
using ops::infer_same;
using ops::jvp_by_slope;
using ops::jvp_zero;
using ops::lower_as;
using ops::of_one;
using ops::one_primitive;
using trace::Backward;
using trace::bind;
using trace::call;
using trace::Forward;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

static Arrays neg_transpose(const Backward& at, const NoParams&) { return {-at.ct[0]}; }
constinit const Primitive<> neg_p =
    elementwise("neg", infer_same<ops::number>, lower_as<"negate">, nullptr, neg_transpose);
constinit const Routine<> negative_r{"negative", one_primitive<neg_p>};
Array negative(const Operand& x) { return call(negative_r, {x}); }

static Array positive_body(const Array& x) { return x; }
constinit const Routine<> positive_r{"positive", of_one<positive_body>};
Array positive(const Operand& x) { return call(positive_r, {x}); }

// Unsigned numbers and bool have no sign to lose, and the engine's operation does not take them.
// At 0 the slope is 1; of a complex number it is the direction of z, and 0 at 0.
static Arrays abs_jvp(const Forward& at, const NoParams&) {
  const Array& x = at.x[0];
  if (!is_complex(x.dtype())) return {at.dx[0] * where(x >= 0, 1.0, -1.0)};
  const Array length = where(at.y[0] == 0, 1, at.y[0]);
  return {real(at.dx[0] * (conj(x) / length))};
}
constinit const Primitive<> abs_p =
    elementwise("abs", infer_real<ops::number>, lower_as<"abs">, abs_jvp);
static Array abs_body(const Array& x) { return is_signed(x.dtype()) ? bind(abs_p, {x}) : x; }
constinit const Routine<> abs_r{"abs", of_one<abs_body>};
Array abs(const Operand& x) { return call(abs_r, {x}); }

static Values sign_lower(Emitter& out, std::span<const Value> x, std::span<const Aval> results,
                         const NoParams& /*params*/) {
  if (is_signed(x[0].aval.dtype)) return {out.op("sign", x, results[0])};
  const Value zero = out.splat({.dtype = x[0].aval.dtype}, x[0].aval.shape);
  return {out.op("convert", {ops::emit_compare(out, "NE", x[0], zero)}, results[0])};
}
constinit const Primitive<> sign_p =
    elementwise("sign", infer_same<ops::number>, sign_lower, jvp_zero);
constinit const Routine<> sign_r{"sign", one_primitive<sign_p>};
Array sign(const Operand& x) { return call(sign_r, {x}); }

// Complex squares have an operation of their own, which is exact where the parts are.
static Values square_lower(Emitter& out, std::span<const Value> x, std::span<const Aval> results,
                           const NoParams& /*params*/) {
  if (is_complex(x[0].aval.dtype)) return {out.op("chlo.square", x, results[0])};
  return {out.op("multiply", {x[0], x[0]}, results[0])};
}
static Array square_slope(const Array& x, const Array& /*y*/) { return 2 * x; }
constinit const Primitive<> square_p =
    elementwise("square", infer_same<ops::number>, square_lower, jvp_by_slope<square_slope>);
constinit const Routine<> square_r{"square", one_primitive<square_p, ops::numeric>};
Array square(const Operand& x) { return call(square_r, {x}); }

// Transposes are of the product without conjugation: that of multiplying by i is itself, and so
// those of taking and of giving an imaginary part have a sign.
static Arrays real_transpose(const Backward& at, const NoParams&) {
  return {ops::make_complex(at.ct[0], zeros_like(at.ct[0]))};
}
constinit const Primitive<> real_p =
    elementwise("real", infer_real<ops::complex>, lower_as<"real">, nullptr, real_transpose);
static Array real_body(const Array& x) { return is_complex(x.dtype()) ? bind(real_p, {x}) : x; }
constinit const Routine<> real_r{"real", of_one<real_body>};
Array real(const Operand& x) { return call(real_r, {x}); }

static Arrays imag_transpose(const Backward& at, const NoParams&) {
  return {ops::make_complex(zeros_like(at.ct[0]), -at.ct[0])};
}
constinit const Primitive<> imag_p =
    elementwise("imag", infer_real<ops::complex>, lower_as<"imag">, nullptr, imag_transpose);
static Array imag_body(const Array& x) {
  if (is_complex(x.dtype())) return bind(imag_p, {x});
  return ops::filled(x.shape(), ops::type_of(x), ScalarValue::of(0));
}
constinit const Routine<> imag_r{"imag", of_one<imag_body>};
Array imag(const Operand& x) { return call(imag_r, {x}); }

// f32[n], f32[n] -> c64[n]
static Avals complex_infer(std::span<const Aval> operands, const NoParams& /*params*/) {
  const Aval& first = ops::check_alike(operands, ops::floating);
  const DType dtype = first.dtype == float64 ? complex128 : complex64;
  return {{first.shape, dtype, ops::all_weak(operands)}};
}
static Arrays complex_transpose(const Backward& at, const NoParams&) {
  return {absent(at.x[0]) ? real(at.ct[0]) : Array(), absent(at.x[1]) ? -imag(at.ct[0]) : Array()};
}
constinit const Primitive<> complex_p =
    elementwise("complex", complex_infer, lower_as<"complex">, nullptr, complex_transpose);
Array ops::make_complex(const Array& re, const Array& im) { return bind(complex_p, {re, im}); }

static Array conj_body(const Array& x) {
  return is_complex(x.dtype()) ? ops::make_complex(real(x), -imag(x)) : x;
}
constinit const Routine<> conj_r{"conj", of_one<conj_body>};
Array conj(const Operand& x) { return call(conj_r, {x}); }

constinit const Primitive<> not_p = elementwise("not", infer_same<ops::integral>, lower_as<"not">);
constinit const Routine<> bitwise_not_r{"bitwise_not", one_primitive<not_p>};
Array bitwise_not(const Operand& x) { return call(bitwise_not_r, {x}); }

static Array logical_not_body(const Array& x) {
  return x.dtype() == bool_ ? bind(not_p, {x}) : x == 0;
}
constinit const Routine<> logical_not_r{"logical_not", of_one<logical_not_body>};
Array logical_not(const Operand& x) { return call(logical_not_r, {x}); }

static Values lower_to_operand(Emitter& /*out*/, std::span<const Value> x,
                               std::span<const Aval> /*results*/, const NoParams& /*params*/) {
  return {x[0]};
}
constinit const Primitive<> stop_gradient_p =
    elementwise("stop_gradient", infer_same<ops::any_type>, lower_to_operand, jvp_zero);
constinit const Routine<> stop_gradient_r{"stop_gradient", one_primitive<stop_gradient_p>};
Array stop_gradient(const Operand& x) {
  if (x.array() != nullptr) {
    const detail::ArrayState& state = detail::state_of(*x.array(), "stop_gradient", x.here());
    if (state.trace == nullptr) return *x.array();  // no trace, no derivative
  }
  return call(stop_gradient_r, {x});
}

}  // namespace berth
