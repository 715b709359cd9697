#include <fmt/format.h>

#include <cstdint>
#include <limits>
#include <utility>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "core/scalar.h"
#include "ops/derivatives.h"
#include "ops/elementwise.h"
#include "ops/rules.h"

/// Powers, and the functions of two operands that are made of exponentials and roots.
namespace berth {

using ops::absent;
using ops::elementwise;
using ops::inexact;
using ops::infer_same;
using ops::numeric;
using ops::of_two;
using trace::bind;
using trace::call;
using trace::Forward;
using trace::NoParams;
using trace::Primitive;
using trace::Routine;

// f32[n], f32[n] -> f32[n]; the exponent may be i32[n], so that the slope at 0 is known.
static Avals pow_infer(std::span<const Aval> operands, const NoParams& /*params*/) {
  const Aval& x = operands[0];
  const Aval& y = operands[1];
  ops::check_type(x.dtype, ops::inexact_number);
  BERTH_ASSERT(x.shape == y.shape && (x.dtype == y.dtype || is_integer(y.dtype)));
  return {{x.shape, x.dtype, ops::all_weak(operands)}};
}

static lower::Values pow_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                               std::span<const Aval> results, const NoParams& /*params*/) {
  lower::Value exponent = operands[1];
  if (exponent.aval.dtype != results[0].dtype) {
    exponent = out.op("convert", {exponent}, {exponent.aval.shape, results[0].dtype});
  }
  return {out.op("power", {operands[0], exponent}, results[0])};
}

static Array without_zeros(const Array& x) { return where(x == 0, 1, x); }

// y x^(y - 1), and log(x) x^y. The former is NaN for 0 to the power 0 unless the exponent is an
// integer; the latter takes the logarithm of 0 for 0, since 0^y is 0 all around.
static Arrays pow_jvp(const Forward& at, const NoParams&) {
  const Array& x = at.x[0];
  const Array& y = at.x[1];
  Array by_x;
  Array by_y;
  if (!absent(at.dx[0])) {
    const Array exponent = ops::convert(y, {x.dtype(), y.weak_type()});
    Array slope = power(x, exponent - 1);
    slope = is_integer(y.dtype()) ? where(y == 0, 0, without_zeros(exponent) * slope)
                                  : exponent * slope;
    by_x = at.dx[0] * slope;
  }
  if (!absent(at.dx[1])) by_y = at.dx[1] * (log(without_zeros(x)) * at.y[0]);
  return {ops::add_present(by_x, by_y)};
}

constinit const Primitive<> pow_p = elementwise("pow", pow_infer, pow_lower, pow_jvp);

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

static Arrays power_body(ops::Operands operands, const NoParams& /*params*/) {
  const DType base = operands[0].dtype();
  if ((is_floating(base) || is_complex(base)) && is_integer(operands[1].dtype())) {
    return trace::bind_all(pow_p, {}, ops::broadcast(operands));
  }
  const Arrays xs = ops::promote_and_broadcast(operands, numeric);
  return {is_integer(xs[0].dtype()) ? power_of_integers(xs[0], xs[1])
                                    : bind(pow_p, {xs[0], xs[1]})};
}
constinit const Routine<> power_r{"power", power_body};

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

// Of any exponent but 0.
static Arrays products(ops::Operands x, const IntegerPower& params) {
  const auto count = static_cast<std::uint64_t>(params.exponent);
  return {params.exponent > 0 ? repeated_product(x[0], count) : 1 / repeated_product(x[0], -count)};
}

static Arrays integer_pow_jvp(const Forward& at, const IntegerPower& params) {
  if (params.exponent == 1) return {at.dx[0]};
  return {at.dx[0] * (params.exponent * power(at.x[0], params.exponent - 1))};
}

constinit const Primitive<IntegerPower> integer_pow_p{
    .name = "integer_pow",
    .infer = infer_same<ops::number, IntegerPower>,
    .lower = ops::lower_body<products, IntegerPower>,
    .jvp = integer_pow_jvp,
    .batch = ops::batch_each<IntegerPower>,
};

static Arrays integer_power_body(ops::Operands operands, const IntegerPower& params) {
  const Array x = ops::promote(operands, numeric)[0];
  if (params.exponent == 0) return {ops::filled(x.shape(), ops::type_of(x), ScalarValue::of(1))};
  if (params.exponent < 0 && is_integer(x.dtype())) {
    trace::fail(
        fmt::format("{} to the power {}: integers have no negative powers; convert with "
                    "astype",
                    ops::list(operands), params.exponent));
  }
  return {params.exponent == 1 ? x : bind(integer_pow_p, params, {x})};
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
static Arrays logaddexp_of(ops::Operands operands, const NoParams& /*params*/) {
  const Array& x = operands[0];
  const Array& y = operands[1];
  const Array difference = x - y;
  return {where(isnan(difference), x + y, maximum(x, y) + log1p(exp(-abs(difference))))};
}

// A share in the sum of exponentials; infinity has all of it.
static Array share(const Array& x, const Array& sum) {
  const auto finite = [](const Array& z) {
    return where(z == std::numeric_limits<double>::infinity(), 0, z);
  };
  return exp(finite(x) - finite(sum));
}
static Array share_of_x(const Array& x, const Array& /*y*/, const Array& sum) {
  return share(x, sum);
}
static Array share_of_y(const Array& /*x*/, const Array& y, const Array& sum) {
  return share(y, sum);
}
constinit const Primitive<> logaddexp_p =
    elementwise("logaddexp", infer_same<ops::floating>, ops::lower_body<logaddexp_of>,
                ops::jvp_by_slopes<share_of_x, share_of_y>);
constinit const Routine<> logaddexp_r{"logaddexp", ops::one_primitive<logaddexp_p, inexact>};
Array logaddexp(const Operand& x, const Operand& y) { return call(logaddexp_r, {x, y}); }

}  // namespace berth
