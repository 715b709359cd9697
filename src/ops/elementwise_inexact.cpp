#include "berth/ops/elementwise.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// The inexact functions that are one operation of the engine.
namespace berth {

using ops::floating;
using ops::inexact;
using ops::inexact_number;
using ops::infer_same;
using ops::lower_as;
using ops::one_primitive;
using trace::call;
using trace::Primitive;
using trace::Routine;

constinit const Primitive<> sqrt_p{"sqrt", infer_same<inexact_number>, lower_as<"sqrt">};
constinit const Routine<> sqrt_r{"sqrt", one_primitive<sqrt_p, inexact>};
Array sqrt(const Operand& x) { return call(sqrt_r, {x}); }

constinit const Primitive<> rsqrt_p{"rsqrt", infer_same<inexact_number>, lower_as<"rsqrt">};
constinit const Routine<> rsqrt_r{"rsqrt", one_primitive<rsqrt_p, inexact>};
Array rsqrt(const Operand& x) { return call(rsqrt_r, {x}); }

constinit const Primitive<> cbrt_p{"cbrt", infer_same<floating>, lower_as<"cbrt">};
constinit const Routine<> cbrt_r{"cbrt", one_primitive<cbrt_p, inexact>};
Array cbrt(const Operand& x) { return call(cbrt_r, {x}); }

constinit const Primitive<> exp_p{"exp", infer_same<inexact_number>, lower_as<"exponential">};
constinit const Routine<> exp_r{"exp", one_primitive<exp_p, inexact>};
Array exp(const Operand& x) { return call(exp_r, {x}); }

constinit const Primitive<> expm1_p{"expm1", infer_same<inexact_number>,
                                    lower_as<"exponential_minus_one">};
constinit const Routine<> expm1_r{"expm1", one_primitive<expm1_p, inexact>};
Array expm1(const Operand& x) { return call(expm1_r, {x}); }

constinit const Primitive<> log_p{"log", infer_same<inexact_number>, lower_as<"log">};
constinit const Routine<> log_r{"log", one_primitive<log_p, inexact>};
Array log(const Operand& x) { return call(log_r, {x}); }

constinit const Primitive<> log1p_p{"log1p", infer_same<inexact_number>, lower_as<"log_plus_one">};
constinit const Routine<> log1p_r{"log1p", one_primitive<log1p_p, inexact>};
Array log1p(const Operand& x) { return call(log1p_r, {x}); }

static Array sin_slope(const Array& x, const Array& /*y*/) { return cos(x); }
constinit const Primitive<> sin_p{"sin",
                                  infer_same<inexact_number>,
                                  lower_as<"sine">,
                                  ops::jvp_by_slope<sin_slope>,
                                  nullptr,
                                  ops::batch_each};
constinit const Routine<> sin_r{"sin", one_primitive<sin_p, inexact>};
Array sin(const Operand& x) { return call(sin_r, {x}); }

constinit const Primitive<> cos_p{"cos", infer_same<inexact_number>, lower_as<"cosine">};
constinit const Routine<> cos_r{"cos", one_primitive<cos_p, inexact>};
Array cos(const Operand& x) { return call(cos_r, {x}); }

constinit const Primitive<> tan_p{"tan", infer_same<inexact_number>, lower_as<"tan">};
constinit const Routine<> tan_r{"tan", one_primitive<tan_p, inexact>};
Array tan(const Operand& x) { return call(tan_r, {x}); }

constinit const Primitive<> asin_p{"asin", infer_same<inexact_number>, lower_as<"chlo.asin">};
constinit const Routine<> asin_r{"asin", one_primitive<asin_p, inexact>};
Array asin(const Operand& x) { return call(asin_r, {x}); }

constinit const Primitive<> acos_p{"acos", infer_same<inexact_number>, lower_as<"chlo.acos">};
constinit const Routine<> acos_r{"acos", one_primitive<acos_p, inexact>};
Array acos(const Operand& x) { return call(acos_r, {x}); }

constinit const Primitive<> atan_p{"atan", infer_same<inexact_number>, lower_as<"chlo.atan">};
constinit const Routine<> atan_r{"atan", one_primitive<atan_p, inexact>};
Array atan(const Operand& x) { return call(atan_r, {x}); }

constinit const Primitive<> sinh_p{"sinh", infer_same<inexact_number>, lower_as<"chlo.sinh">};
constinit const Routine<> sinh_r{"sinh", one_primitive<sinh_p, inexact>};
Array sinh(const Operand& x) { return call(sinh_r, {x}); }

constinit const Primitive<> cosh_p{"cosh", infer_same<inexact_number>, lower_as<"chlo.cosh">};
constinit const Routine<> cosh_r{"cosh", one_primitive<cosh_p, inexact>};
Array cosh(const Operand& x) { return call(cosh_r, {x}); }

constinit const Primitive<> tanh_p{"tanh", infer_same<inexact_number>, lower_as<"tanh">};
constinit const Routine<> tanh_r{"tanh", one_primitive<tanh_p, inexact>};
Array tanh(const Operand& x) { return call(tanh_r, {x}); }

constinit const Primitive<> asinh_p{"asinh", infer_same<inexact_number>, lower_as<"chlo.asinh">};
constinit const Routine<> asinh_r{"asinh", one_primitive<asinh_p, inexact>};
Array asinh(const Operand& x) { return call(asinh_r, {x}); }

constinit const Primitive<> acosh_p{"acosh", infer_same<inexact_number>, lower_as<"chlo.acosh">};
constinit const Routine<> acosh_r{"acosh", one_primitive<acosh_p, inexact>};
Array acosh(const Operand& x) { return call(acosh_r, {x}); }

constinit const Primitive<> atanh_p{"atanh", infer_same<inexact_number>, lower_as<"chlo.atanh">};
constinit const Routine<> atanh_r{"atanh", one_primitive<atanh_p, inexact>};
Array atanh(const Operand& x) { return call(atanh_r, {x}); }

constinit const Primitive<> erf_p{"erf", infer_same<floating>, lower_as<"chlo.erf">};
constinit const Routine<> erf_r{"erf", one_primitive<erf_p, inexact>};
Array erf(const Operand& x) { return call(erf_r, {x}); }

constinit const Primitive<> erfc_p{"erfc", infer_same<floating>, lower_as<"chlo.erfc">};
constinit const Routine<> erfc_r{"erfc", one_primitive<erfc_p, inexact>};
Array erfc(const Operand& x) { return call(erfc_r, {x}); }

}  // namespace berth
