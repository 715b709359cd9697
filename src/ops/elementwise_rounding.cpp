#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Rounding, and the questions after NaN and infinity: integers are whole and finite.
namespace berth {

using ops::elementwise;
using ops::infer_bool;
using ops::infer_same;
using ops::jvp_zero;
using ops::lower_as;
using ops::of_one;
using trace::bind;
using trace::call;
using trace::Primitive;
using trace::Routine;

static bool is_whole(const Array& x) { return is_integer(x.dtype()) || x.dtype() == bool_; }

constinit const Primitive<> floor_p =
    elementwise("floor", infer_same<ops::floating>, lower_as<"floor">, jvp_zero);
static Array floor_body(const Array& x) { return is_whole(x) ? x : bind(floor_p, {x}); }
constinit const Routine<> floor_r{"floor", of_one<floor_body>};
Array floor(const Operand& x) { return call(floor_r, {x}); }

constinit const Primitive<> ceil_p =
    elementwise("ceil", infer_same<ops::floating>, lower_as<"ceil">, jvp_zero);
static Array ceil_body(const Array& x) { return is_whole(x) ? x : bind(ceil_p, {x}); }
constinit const Routine<> ceil_r{"ceil", of_one<ceil_body>};
Array ceil(const Operand& x) { return call(ceil_r, {x}); }

constinit const Primitive<> round_p =
    elementwise("round", infer_same<ops::floating>, lower_as<"round_nearest_even">, jvp_zero);
static Array round_body(const Array& x) {
  ops::check_type(x.dtype(), ops::number);
  if (is_integer(x.dtype())) return x;
  if (!is_complex(x.dtype())) return bind(round_p, {x});
  return ops::make_complex(round(real(x)), round(imag(x)));
}
constinit const Routine<> round_r{"round", of_one<round_body>};
Array round(const Operand& x) { return call(round_r, {x}); }

constinit const Primitive<> round_half_away_p =
    elementwise("round", infer_same<ops::floating>, lower_as<"round_nearest_afz">, jvp_zero);
Array ops::round_half_away(const Array& x) { return bind(round_half_away_p, {x}); }

static Array trunc_body(const Array& x) {
  return is_whole(x) ? x : where(x < 0, bind(ceil_p, {x}), bind(floor_p, {x}));
}
constinit const Routine<> trunc_r{"trunc", of_one<trunc_body>};
Array trunc(const Operand& x) { return call(trunc_r, {x}); }

static Array isnan_body(const Array& x) { return x != x; }
constinit const Routine<> isnan_r{"isnan", of_one<isnan_body>};
Array isnan(const Operand& x) { return call(isnan_r, {x}); }

static Array isinf_body(const Array& x) {
  if (is_whole(x)) return ops::filled(x.shape(), {bool_}, ScalarValue::of(false));
  if (is_complex(x.dtype())) return isinf(real(x)) | isinf(imag(x));
  return abs(x) == std::numeric_limits<double>::infinity();
}
constinit const Routine<> isinf_r{"isinf", of_one<isinf_body>};
Array isinf(const Operand& x) { return call(isinf_r, {x}); }

constinit const Primitive<> is_finite_p =
    elementwise("is_finite", infer_bool<ops::floating>, lower_as<"is_finite">);
static Array isfinite_body(const Array& x) {
  if (is_whole(x)) return ops::filled(x.shape(), {bool_}, ScalarValue::of(true));
  if (is_complex(x.dtype())) return isfinite(real(x)) & isfinite(imag(x));
  return bind(is_finite_p, {x});
}
constinit const Routine<> isfinite_r{"isfinite", of_one<isfinite_body>};
Array isfinite(const Operand& x) { return call(isfinite_r, {x}); }

}  // namespace berth
