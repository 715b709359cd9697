#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <vector>

#include "berth/error.h"
#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Evenly spaced numbers. Where they begin and end are arguments of the programs, not text.
namespace berth {

using trace::call;
using trace::Routine;

namespace {

using Kind = ScalarValue::Kind;

bool is_fraction(const ScalarValue& value) { return value.kind == Kind::floating; }

std::int64_t as_integer(const ScalarValue& value, Here here) {
  if (value.kind == Kind::unsigned_integer && !std::in_range<std::int64_t>(value.integer)) {
    throw Error(ErrorCode::out_of_range,
                fmt::format("[arange] {} is beyond the range of int64", value.integer), here);
  }
  return static_cast<std::int64_t>(value.integer);
}

double as_double(const ScalarValue& value, Here here) {
  return is_fraction(value) ? value.real : static_cast<double>(as_integer(value, here));
}

std::int64_t integer_count(std::int64_t start, std::int64_t stop, std::int64_t step) {
  const __int128 distance = step > 0 ? __int128{stop} - start : __int128{start} - stop;
  const __int128 stride = step > 0 ? __int128{step} : -__int128{step};
  const __int128 count = distance <= 0 ? 0 : (distance + stride - 1) / stride;
  constexpr auto most = std::numeric_limits<std::int64_t>::max();
  return static_cast<std::int64_t>(std::min<__int128>(count, most));
}

std::int64_t fraction_count(double start, double stop, double step, Here here) {
  const double count = std::ceil((stop - start) / step);
  if (!std::isfinite(count) || count >= std::ldexp(1.0, 62)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[arange] from {} to {} by {} are {} numbers: give finite bounds and a "
                            "step that reaches them",
                            start, stop, step, count),
                here);
  }
  return static_cast<std::int64_t>(std::max(count, 0.0));
}

struct ArangeParams {
  std::int64_t count;
  DType dtype;

  bool operator==(const ArangeParams&) const = default;
};

// Short floating types are computed in float32 and rounded once; a step of unsigned numbers may be
// negative.
DType arange_dtype(DType dtype) {
  if (is_floating(dtype) && dtype != float64) return float32;
  return is_integer(dtype) && !is_signed(dtype) ? int64 : dtype;
}

void arange_scalar_types(const char* /*who*/, std::span<const Operand> /*operands*/,
                         const ArangeParams& params, std::span<DType> types) {
  std::ranges::fill(types, arange_dtype(params.dtype));
}

Arrays arange_body(std::span<const Array> operands, const ArangeParams& params) {
  ops::check_type(params.dtype, ops::number);
  const Array index = ops::index_along(0, Shape{params.count}, operands[0].dtype());
  return {ops::convert(operands[0] + index * operands[1], {params.dtype, false})};
}
constinit const Routine<ArangeParams> arange_r{"arange", arange_body, arange_scalar_types};

template <class T>
Array arange_by(T start, T delta, std::int64_t count, DType dtype, const Create& create,
                Here here) {
  return call(arange_r, {count, dtype}, {start, delta}, {here, create.where()});
}

}  // namespace

Array detail::arange(const ScalarValue& start, const ScalarValue& stop, const ScalarValue& step,
                     const Create& create, Here here) {
  here = user_line(here);
  bool fractions = false;
  for (const ScalarValue* value : {&start, &stop, &step}) {
    fractions |= is_fraction(*value);
    if (value->kind == Kind::complex) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("[arange] {} is complex: give real numbers", to_string(*value)),
                  here);
    }
  }
  if (as_double(step, here) == 0) {
    throw Error(ErrorCode::invalid_argument, "[arange] a step of 0 never arrives: give another",
                here);
  }
  const DType dtype = create.dtype_or(fractions ? float32 : int32);

  if (!fractions) {
    const std::int64_t first = as_integer(start, here);
    const std::int64_t delta = as_integer(step, here);
    const std::int64_t count = integer_count(first, as_integer(stop, here), delta);
    return arange_by(first, delta, count, dtype, create, here);
  }
  const double first = as_double(start, here);
  const double by = as_double(step, here);
  const std::int64_t count = fraction_count(first, as_double(stop, here), by, here);
  if (is_integer(dtype)) {
    const auto whole = static_cast<std::int64_t>(first);
    return arange_by(whole, static_cast<std::int64_t>(first + by) - whole, count, dtype, create,
                     here);
  }
  // As NumPy has it, the distance from the first number to the second, which is rounded.
  return arange_by(first, first + by - first, count, dtype, create, here);
}

namespace {

struct LinspaceParams {
  std::int64_t num;
  bool endpoint;
  std::optional<DType> dtype;

  bool operator==(const LinspaceParams&) const = default;
};

// A convex combination, so that both ends are exact: start * (1 - t) + stop * t.
Arrays linspace_body(std::span<const Array> operands, const LinspaceParams& params) {
  const DType usual = ops::inexact(ops::common_type(operands)).dtype;
  const DType dtype = params.dtype.value_or(usual);
  const ResultType computed = {inexact_dtype(dtype), false};
  const Array start = ops::convert(operands[0], computed);
  const Array stop = ops::convert(operands[1], computed);

  const Shape ends = ops::common_shape(operands);
  std::vector<std::int64_t> dims(ends.begin(), ends.end());
  dims.insert(dims.begin(), params.num);
  const std::int64_t divisions = params.num - (params.endpoint ? 1 : 0);
  const Array index = ops::index_along(0, Shape(dims), ops::real_dtype(computed.dtype));

  Array result = ops::broadcast_to(start, Shape(dims));
  if (divisions > 0) {
    const Array t = index / divisions;
    result = start * (1 - t) + stop * t;
    if (params.endpoint) result = where(index == divisions, stop, result);
  }
  if (is_integer(dtype)) result = floor(result);
  return {ops::convert(result, {dtype, false})};
}
constinit const Routine<LinspaceParams> linspace_r{"linspace", linspace_body};

}  // namespace

Array linspace(const Operand& start, const Operand& stop, Dim num, Linspace options,
               Create create) {
  if (num < 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[linspace] {} numbers are asked for: give 0 or more",
                            static_cast<std::int64_t>(num)),
                detail::user_line(start.here()));
  }
  return call(linspace_r, {num, options.endpoint, create.dtype()}, {start, stop},
              {start.here(), create.where()});
}

}  // namespace berth
