#include <cmath>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// The inexact functions that are one operation of the engine. Slopes are written with the value
/// `y` of the function where that is possible: it is known already.
namespace berth {

using ops::elementwise;
using ops::floating;
using ops::inexact;
using ops::inexact_number;
using ops::infer_same;
using ops::jvp_by_divisor;
using ops::jvp_by_slope;
using ops::lower_as;
using ops::one_primitive;
using trace::call;
using trace::Primitive;
using trace::Routine;

static Array sqrt_slope(const Array& /*x*/, const Array& y) { return 0.5 / y; }
constinit const Primitive<> sqrt_p =
    elementwise("sqrt", infer_same<inexact_number>, lower_as<"sqrt">, jvp_by_slope<sqrt_slope>);
constinit const Routine<> sqrt_r{"sqrt", one_primitive<sqrt_p, inexact>};
Array sqrt(const Operand& x) { return call(sqrt_r, {x}); }

static Array rsqrt_slope(const Array& x, const Array& y) { return -0.5 * (y / x); }
constinit const Primitive<> rsqrt_p =
    elementwise("rsqrt", infer_same<inexact_number>, lower_as<"rsqrt">, jvp_by_slope<rsqrt_slope>);
constinit const Routine<> rsqrt_r{"rsqrt", one_primitive<rsqrt_p, inexact>};
Array rsqrt(const Operand& x) { return call(rsqrt_r, {x}); }

static Array cbrt_slope(const Array& /*x*/, const Array& y) { return 1.0 / 3 * power(y, -2); }
constinit const Primitive<> cbrt_p =
    elementwise("cbrt", infer_same<floating>, lower_as<"cbrt">, jvp_by_slope<cbrt_slope>);
constinit const Routine<> cbrt_r{"cbrt", one_primitive<cbrt_p, inexact>};
Array cbrt(const Operand& x) { return call(cbrt_r, {x}); }

static Array exp_slope(const Array& /*x*/, const Array& y) { return y; }
constinit const Primitive<> exp_p = elementwise("exp", infer_same<inexact_number>,
                                                lower_as<"exponential">, jvp_by_slope<exp_slope>);
constinit const Routine<> exp_r{"exp", one_primitive<exp_p, inexact>};
Array exp(const Operand& x) { return call(exp_r, {x}); }

static Array expm1_slope(const Array& /*x*/, const Array& y) { return y + 1; }
constinit const Primitive<> expm1_p =
    elementwise("expm1", infer_same<inexact_number>, lower_as<"exponential_minus_one">,
                jvp_by_slope<expm1_slope>);
constinit const Routine<> expm1_r{"expm1", one_primitive<expm1_p, inexact>};
Array expm1(const Operand& x) { return call(expm1_r, {x}); }

static Array log_divisor(const Array& x) { return x; }
constinit const Primitive<> log_p =
    elementwise("log", infer_same<inexact_number>, lower_as<"log">, jvp_by_divisor<log_divisor>);
constinit const Routine<> log_r{"log", one_primitive<log_p, inexact>};
Array log(const Operand& x) { return call(log_r, {x}); }

static Array log1p_divisor(const Array& x) { return x + 1; }
constinit const Primitive<> log1p_p = elementwise(
    "log1p", infer_same<inexact_number>, lower_as<"log_plus_one">, jvp_by_divisor<log1p_divisor>);
constinit const Routine<> log1p_r{"log1p", one_primitive<log1p_p, inexact>};
Array log1p(const Operand& x) { return call(log1p_r, {x}); }

static Array sin_slope(const Array& x, const Array& /*y*/) { return cos(x); }
constinit const Primitive<> sin_p =
    elementwise("sin", infer_same<inexact_number>, lower_as<"sine">, jvp_by_slope<sin_slope>);
constinit const Routine<> sin_r{"sin", one_primitive<sin_p, inexact>};
Array sin(const Operand& x) { return call(sin_r, {x}); }

static Array cos_slope(const Array& x, const Array& /*y*/) { return -sin(x); }
constinit const Primitive<> cos_p =
    elementwise("cos", infer_same<inexact_number>, lower_as<"cosine">, jvp_by_slope<cos_slope>);
constinit const Routine<> cos_r{"cos", one_primitive<cos_p, inexact>};
Array cos(const Operand& x) { return call(cos_r, {x}); }

static Array tan_slope(const Array& /*x*/, const Array& y) { return 1 + square(y); }
constinit const Primitive<> tan_p =
    elementwise("tan", infer_same<inexact_number>, lower_as<"tan">, jvp_by_slope<tan_slope>);
constinit const Routine<> tan_r{"tan", one_primitive<tan_p, inexact>};
Array tan(const Operand& x) { return call(tan_r, {x}); }

static Array asin_slope(const Array& x, const Array& /*y*/) { return rsqrt(1 - square(x)); }
constinit const Primitive<> asin_p = elementwise("asin", infer_same<inexact_number>,
                                                 lower_as<"chlo.asin">, jvp_by_slope<asin_slope>);
constinit const Routine<> asin_r{"asin", one_primitive<asin_p, inexact>};
Array asin(const Operand& x) { return call(asin_r, {x}); }

static Array acos_slope(const Array& x, const Array& /*y*/) { return -rsqrt(1 - square(x)); }
constinit const Primitive<> acos_p = elementwise("acos", infer_same<inexact_number>,
                                                 lower_as<"chlo.acos">, jvp_by_slope<acos_slope>);
constinit const Routine<> acos_r{"acos", one_primitive<acos_p, inexact>};
Array acos(const Operand& x) { return call(acos_r, {x}); }

static Array atan_divisor(const Array& x) { return 1 + square(x); }
constinit const Primitive<> atan_p = elementwise(
    "atan", infer_same<inexact_number>, lower_as<"chlo.atan">, jvp_by_divisor<atan_divisor>);
constinit const Routine<> atan_r{"atan", one_primitive<atan_p, inexact>};
Array atan(const Operand& x) { return call(atan_r, {x}); }

static Array sinh_slope(const Array& x, const Array& /*y*/) { return cosh(x); }
constinit const Primitive<> sinh_p = elementwise("sinh", infer_same<inexact_number>,
                                                 lower_as<"chlo.sinh">, jvp_by_slope<sinh_slope>);
constinit const Routine<> sinh_r{"sinh", one_primitive<sinh_p, inexact>};
Array sinh(const Operand& x) { return call(sinh_r, {x}); }

static Array cosh_slope(const Array& x, const Array& /*y*/) { return sinh(x); }
constinit const Primitive<> cosh_p = elementwise("cosh", infer_same<inexact_number>,
                                                 lower_as<"chlo.cosh">, jvp_by_slope<cosh_slope>);
constinit const Routine<> cosh_r{"cosh", one_primitive<cosh_p, inexact>};
Array cosh(const Operand& x) { return call(cosh_r, {x}); }

// As a product, 1 - y^2 keeps its digits where y is near 1.
static Array tanh_slope(const Array& /*x*/, const Array& y) { return (1 + y) * (1 - y); }
constinit const Primitive<> tanh_p =
    elementwise("tanh", infer_same<inexact_number>, lower_as<"tanh">, jvp_by_slope<tanh_slope>);
constinit const Routine<> tanh_r{"tanh", one_primitive<tanh_p, inexact>};
Array tanh(const Operand& x) { return call(tanh_r, {x}); }

static Array asinh_slope(const Array& x, const Array& /*y*/) { return rsqrt(square(x) + 1); }
constinit const Primitive<> asinh_p = elementwise(
    "asinh", infer_same<inexact_number>, lower_as<"chlo.asinh">, jvp_by_slope<asinh_slope>);
constinit const Routine<> asinh_r{"asinh", one_primitive<asinh_p, inexact>};
Array asinh(const Operand& x) { return call(asinh_r, {x}); }

static Array acosh_slope(const Array& x, const Array& /*y*/) { return rsqrt(square(x) - 1); }
constinit const Primitive<> acosh_p = elementwise(
    "acosh", infer_same<inexact_number>, lower_as<"chlo.acosh">, jvp_by_slope<acosh_slope>);
constinit const Routine<> acosh_r{"acosh", one_primitive<acosh_p, inexact>};
Array acosh(const Operand& x) { return call(acosh_r, {x}); }

// 1 / (1 - x^2), factor by factor: of infinity the products of a second derivative are 0.
static Arrays atanh_jvp(const trace::Forward& at, const trace::NoParams&) {
  return {at.dx[0] / (1 - at.x[0]) / (1 + at.x[0])};
}
constinit const Primitive<> atanh_p =
    elementwise("atanh", infer_same<inexact_number>, lower_as<"chlo.atanh">, atanh_jvp);
constinit const Routine<> atanh_r{"atanh", one_primitive<atanh_p, inexact>};
Array atanh(const Operand& x) { return call(atanh_r, {x}); }

static Array erf_slope(const Array& x, const Array& /*y*/) {
  return 2 / std::sqrt(std::acos(-1.0)) * exp(-square(x));
}
constinit const Primitive<> erf_p =
    elementwise("erf", infer_same<floating>, lower_as<"chlo.erf">, jvp_by_slope<erf_slope>);
constinit const Routine<> erf_r{"erf", one_primitive<erf_p, inexact>};
Array erf(const Operand& x) { return call(erf_r, {x}); }

static Array erfc_slope(const Array& x, const Array& y) { return -erf_slope(x, y); }
constinit const Primitive<> erfc_p =
    elementwise("erfc", infer_same<floating>, lower_as<"chlo.erfc">, jvp_by_slope<erfc_slope>);
constinit const Routine<> erfc_r{"erfc", one_primitive<erfc_p, inexact>};
Array erfc(const Operand& x) { return call(erfc_r, {x}); }

static Array erf_inv_slope(const Array& /*x*/, const Array& y) {
  return std::sqrt(std::acos(-1.0)) / 2 * exp(square(y));
}
constinit const Primitive<> erf_inv_p = elementwise(
    "erf_inv", infer_same<floating>, lower_as<"chlo.erf_inv">, jvp_by_slope<erf_inv_slope>);
constinit const Routine<> erf_inv_r{"erf_inv", one_primitive<erf_inv_p, inexact>};
Array erf_inv(const Operand& x) { return call(erf_inv_r, {x}); }

}  // namespace berth
