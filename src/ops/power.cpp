#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "core/scalar.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Powers, and the functions of two operands that are made of exponentials and roots.
namespace berth {

using ops::inexact;
using ops::infer_same;
using ops::lower_as;
using ops::numeric;
using ops::of_two;
using trace::bind;
using trace::call;
using trace::Primitive;
using trace::Routine;

constinit const Primitive<> pow_p{"pow", infer_same<ops::inexact_number>, lower_as<"power">};

// By squaring. Six bits of the exponent: beyond them every base but 0, 1 and -1 has overflown, and
// those are right.
static Array power_of_integers(Array base, Array exponent) {
  Array result = ops::convert(where((base == 0) & (exponent != 0), 0, 1), ops::type_of(base));
  for (int bit = 0; bit < 6; ++bit) {
    if (bit != 0) {
      base = base * base;
      exponent = ops::shift_right_logical(exponent, 1);
    }
    result = where((exponent & 1) != 0, result * base, result);
  }
  return result;
}

static Array power_body(const Array& x, const Array& y) {
  return is_integer(x.dtype()) ? power_of_integers(x, y) : bind(pow_p, {x, y});
}
constinit const Routine<> power_r{"power", of_two<power_body, numeric>};

struct IntegerPower {
  std::int64_t exponent;

  bool operator==(const IntegerPower&) const = default;
};

// The product of x with itself, by squaring; at least 1.
static Array repeated_product(Array x, std::uint64_t count) {
  Array result;
  for (bool first = true;; count >>= 1) {
    if ((count & 1) != 0) {
      result = first ? x : result * x;
      first = false;
    }
    if (count <= 1) return result;
    x = x * x;
  }
}

static Arrays integer_power_body(ops::Operands operands, const IntegerPower& params) {
  const Array x = ops::promote(operands, numeric)[0];
  const std::int64_t exponent = params.exponent;
  if (exponent == 0) return {ops::filled(x.shape(), ops::type_of(x), ScalarValue::of(1))};
  if (exponent > 0) return {repeated_product(x, static_cast<std::uint64_t>(exponent))};
  if (is_integer(x.dtype())) {
    trace::fail(
        fmt::format("{} to the power {}: integers have no negative powers; convert with "
                    "astype",
                    ops::list(operands), exponent));
  }
  return {1 / repeated_product(x, -static_cast<std::uint64_t>(exponent))};
}

constinit const Routine<IntegerPower> integer_power_r{"power", integer_power_body};

Array power(const Operand& x, const Operand& y) {
  if (y.array() == nullptr) {
    const ScalarValue& scalar = y.scalar();
    const bool integral = scalar.kind == ScalarValue::Kind::integer ||
                          (scalar.kind == ScalarValue::Kind::unsigned_integer &&
                           std::in_range<std::int64_t>(scalar.integer));
    if (integral) return call(integer_power_r, {static_cast<std::int64_t>(scalar.integer)}, {x});
  }
  return call(power_r, {x, y});
}

static Array hypot_body(const Array& x, const Array& y) {
  ops::check_type(x.dtype(), ops::floating);
  const Array larger = maximum(abs(x), abs(y));
  const Array smaller = minimum(abs(x), abs(y));
  const Array ratio = smaller / where(larger == 0, 1, larger);
  const Array length = where(larger == 0, larger, larger * sqrt(1 + square(ratio)));
  // An infinite side makes an infinite length, also beside NaN.
  return where(isinf(x) | isinf(y), std::numeric_limits<double>::infinity(), length);
}
constinit const Routine<> hypot_r{"hypot", of_two<hypot_body, inexact>};
Array hypot(const Operand& x, const Operand& y) { return call(hypot_r, {x, y}); }

// log(e^x + e^y) = m + log(1 + e^-|x - y|) with m the larger. The difference is NaN for equal
// infinities, whose sum is right, and for NaN.
static Array logaddexp_body(const Array& x, const Array& y) {
  ops::check_type(x.dtype(), ops::floating);
  const Array difference = x - y;
  return where(isnan(difference), x + y, maximum(x, y) + log1p(exp(-abs(difference))));
}
constinit const Routine<> logaddexp_r{"logaddexp", of_two<logaddexp_body, inexact>};
Array logaddexp(const Operand& x, const Operand& y) { return call(logaddexp_r, {x, y}); }

}  // namespace berth
