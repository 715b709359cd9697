#include "core/float_columns.h"

#include <algorithm>
#include <cmath>
#include <cstdlib>

#include "core/decimal.h"
#include "core/float_format.h"

namespace berth {
namespace {

// a / b as the type itself computes it.
double divide(double a, double b, DType dtype) {
  const FloatFormat format = float_format(dtype);
  return decode(encode(a / b, format), format);
}

double scientific_from(DType dtype) {
  if (dtype == DType::float16) return 1e3;
  return dtype == DType::float32 ? 1e6 : 1e8;
}

bool needs_exponents(std::span<const double> values, DType dtype) {
  double lowest = HUGE_VAL;
  double highest = 0;
  for (const double value : values) {
    if (!std::isfinite(value) || value == 0) continue;
    lowest = std::min(lowest, std::abs(value));
    highest = std::max(highest, std::abs(value));
  }
  if (highest == 0) return false;
  // The type's own 0.0001 is what small values are compared with.
  const FloatFormat format = float_format(dtype);
  const double small = decode(encode(1e-4, format), format);
  return highest >= scientific_from(dtype) || lowest < small ||
         divide(highest, lowest, dtype) > 1000;
}

std::string sign_text(double value, Sign sign) {
  if (std::signbit(value) && !std::isnan(value)) return "-";
  return sign == Sign::always ? "+" : "";
}

// "-inf", "nan", with the sign that finite ones would have.
std::string special_text(double value, Sign sign) {
  return sign_text(value, sign) + (std::isnan(value) ? "nan" : "inf");
}

// A finite value, cut at its point.
struct Parts {
  std::string left;   // sign and digits
  std::string right;  // digits, and in scientific notation the exponent
};

std::string padded(std::string text, std::size_t width, char fill) {
  if (text.size() < width) text.resize(width, fill);
  return text;
}

std::vector<Parts> positional(const std::vector<double>& values, DType dtype, int precision,
                              Sign sign) {
  std::vector<Parts> parts;
  for (const double value : values) {
    const Decimal decimal = limit_fraction(shortest(value, dtype), value, precision);
    parts.push_back({sign_text(value, sign) + decimal.whole(), decimal.fraction()});
  }
  return parts;
}

// All mantissas and all exponents get as many digits as the longest needs.
std::vector<Parts> scientific(const std::vector<double>& values, DType dtype, int precision,
                              Sign sign) {
  std::vector<Decimal> decimals;
  std::size_t fraction_width = 0;
  int exponent_width = 2;
  for (const double value : values) {
    const Decimal& decimal =
        decimals.emplace_back(limit_mantissa(shortest(value, dtype), value, precision));
    fraction_width = std::max(fraction_width, decimal.digits.size() - 1);
    if (std::abs(decimal.exponent()) >= 100) exponent_width = 3;
  }
  std::vector<Parts> parts;
  for (std::size_t k = 0; k < values.size(); ++k) {
    const Decimal decimal =
        extend_mantissa(decimals[k], values[k], static_cast<int>(fraction_width));
    parts.push_back({sign_text(values[k], sign) + decimal.digits.front(),
                     padded(decimal.digits.substr(1), fraction_width, '0') +
                         exponent_text(decimal.exponent(), exponent_width)});
  }
  return parts;
}

}  // namespace

std::vector<std::string> float_columns(std::span<const double> values, DType dtype, int precision,
                                       Sign sign) {
  std::vector<double> finite;
  std::ranges::copy_if(values, std::back_inserter(finite),
                       [](double value) { return std::isfinite(value); });
  const std::vector<Parts> parts = needs_exponents(values, dtype)
                                       ? scientific(finite, dtype, precision, sign)
                                       : positional(finite, dtype, precision, sign);

  std::size_t left = 0;
  std::size_t right = 0;
  for (const Parts& part : parts) {
    left = std::max(left, part.left.size());
    right = std::max(right, part.right.size());
  }
  if (finite.size() < values.size()) {
    // Room for "inf" with the sign that one of them has, whether or not there is one.
    const bool negative = std::ranges::find(values, -HUGE_VAL) != values.end();
    const std::size_t needed = sign == Sign::always || negative ? 4 : 3;
    left = std::max(left, needed - std::min(needed, right + 1));
  }

  std::vector<std::string> texts;
  texts.reserve(values.size());
  auto part = parts.begin();
  for (const double value : values) {
    if (std::isfinite(value)) {
      texts.push_back(std::string(left - part->left.size(), ' ') + part->left + "." +
                      padded(part->right, right, ' '));
      ++part;
    } else {
      const std::string text = special_text(value, sign);
      texts.push_back(std::string(left + right + 1 - text.size(), ' ') + text);
    }
  }
  return texts;
}

std::string float_text(double value, DType dtype, bool keep_point) {
  if (!std::isfinite(value)) return special_text(value, Sign::if_negative);
  const Decimal decimal = shortest(value, dtype);
  const std::string sign = sign_text(value, Sign::if_negative);
  const double size = std::abs(value);
  const double limit = dtype == DType::float64 ? 1e16 : scientific_from(dtype);
  if (size == 0 || (size >= 1e-4 && size < limit)) {
    const std::string fraction = decimal.fraction();
    if (!fraction.empty()) return sign + decimal.whole() + "." + fraction;
    return sign + decimal.whole() + (keep_point ? ".0" : "");
  }
  const std::string rest = decimal.digits.substr(1);
  return sign + decimal.digits.front() + (rest.empty() ? "" : ".") + rest +
         exponent_text(decimal.exponent(), 2);
}

}  // namespace berth
