#pragma once

#include <string>

#include "berth/dtype.h"

namespace berth {

/// A finite number as decimal digits: sign * 0.d1d2d3... * 10^point, "0" for zero.
struct Decimal {
  bool negative = false;
  std::string digits;  // neither leading nor trailing zeros
  int point = 0;

  /// The digits before and behind the point in positional notation.
  std::string whole() const;
  std::string fraction() const;
  /// The exponent of scientific notation, where one digit stands before the point.
  int exponent() const { return digits == "0" ? 0 : point - 1; }
};

/// The fewest digits that give `value` back as `dtype`: float16, float32 or float64.
Decimal shortest(double value, DType dtype);

/// `decimal`, which is `value`, with at most `count` digits behind the point in positional
/// notation; rounded from the exact value.
Decimal limit_fraction(const Decimal& decimal, double value, int count);
/// The same in scientific notation.
Decimal limit_mantissa(const Decimal& decimal, double value, int count);
/// With `count` digits behind the point in scientific notation, where it has fewer: they are those
/// of the exact value, so 0.1 in float32 goes on as 1.000000015e-01.
Decimal extend_mantissa(const Decimal& decimal, double value, int count);

/// "e+08": at least `width` digits.
std::string exponent_text(int exponent, int width);

}  // namespace berth
