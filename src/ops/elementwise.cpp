#include "berth/ops/elementwise.h"

#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Functions of one operand that keep its type, and those about complex parts and bits.
namespace berth {

using lower::Emitter;
using lower::Value;
using lower::Values;
using ops::infer_bool;
using ops::infer_real;
using ops::infer_same;
using ops::lower_as;
using ops::of_one;
using ops::one_primitive;
using trace::bind;
using trace::call;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

static Arrays neg_transpose(const trace::Backward& at, const NoParams&) { return {-at.ct[0]}; }
constinit const Primitive<> neg_p{"neg",   infer_same<ops::number>, lower_as<"negate">,
                                  nullptr, neg_transpose,           ops::batch_each};
constinit const Routine<> negative_r{"negative", one_primitive<neg_p>};
Array negative(const Operand& x) { return call(negative_r, {x}); }

static Array positive_body(const Array& x) { return x; }
constinit const Routine<> positive_r{"positive", of_one<positive_body>};
Array positive(const Operand& x) { return call(positive_r, {x}); }

// Unsigned numbers and bool have no sign to lose, and the engine's operation does not take them.
constinit const Primitive<> abs_p{"abs", infer_real<ops::number>, lower_as<"abs">};
static Array abs_body(const Array& x) { return is_signed(x.dtype()) ? bind(abs_p, {x}) : x; }
constinit const Routine<> abs_r{"abs", of_one<abs_body>};
Array abs(const Operand& x) { return call(abs_r, {x}); }

static Values sign_lower(Emitter& out, std::span<const Value> x, std::span<const Aval> results,
                         const NoParams& /*params*/) {
  if (is_signed(x[0].aval.dtype)) return {out.op("sign", x, results[0])};
  const Value zero = out.splat({.dtype = x[0].aval.dtype}, x[0].aval.shape);
  return {out.op("convert", {ops::emit_compare(out, "NE", x[0], zero)}, results[0])};
}
constinit const Primitive<> sign_p{"sign", infer_same<ops::number>, sign_lower};
constinit const Routine<> sign_r{"sign", one_primitive<sign_p>};
Array sign(const Operand& x) { return call(sign_r, {x}); }

// Complex squares have an operation of their own, which is exact where the parts are.
static Values square_lower(Emitter& out, std::span<const Value> x, std::span<const Aval> results,
                           const NoParams& /*params*/) {
  if (is_complex(x[0].aval.dtype)) return {out.op("chlo.square", x, results[0])};
  return {out.op("multiply", {x[0], x[0]}, results[0])};
}
constinit const Primitive<> square_p{"square", infer_same<ops::number>, square_lower};
constinit const Routine<> square_r{"square", one_primitive<square_p, ops::numeric>};
Array square(const Operand& x) { return call(square_r, {x}); }

constinit const Primitive<> real_p{"real", infer_real<ops::complex>, lower_as<"real">};
static Array real_body(const Array& x) { return is_complex(x.dtype()) ? bind(real_p, {x}) : x; }
constinit const Routine<> real_r{"real", of_one<real_body>};
Array real(const Operand& x) { return call(real_r, {x}); }

constinit const Primitive<> imag_p{"imag", infer_real<ops::complex>, lower_as<"imag">};
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
constinit const Primitive<> complex_p{"complex", complex_infer, lower_as<"complex">};
Array ops::make_complex(const Array& re, const Array& im) { return bind(complex_p, {re, im}); }

static Array conj_body(const Array& x) {
  return is_complex(x.dtype()) ? ops::make_complex(real(x), -imag(x)) : x;
}
constinit const Routine<> conj_r{"conj", of_one<conj_body>};
Array conj(const Operand& x) { return call(conj_r, {x}); }

constinit const Primitive<> not_p{"not", infer_same<ops::integral>, lower_as<"not">};
constinit const Routine<> bitwise_not_r{"bitwise_not", one_primitive<not_p>};
Array bitwise_not(const Operand& x) { return call(bitwise_not_r, {x}); }

static Array logical_not_body(const Array& x) {
  return x.dtype() == bool_ ? bind(not_p, {x}) : x == 0;
}
constinit const Routine<> logical_not_r{"logical_not", of_one<logical_not_body>};
Array logical_not(const Operand& x) { return call(logical_not_r, {x}); }

}  // namespace berth
