#pragma once

#include <span>
#include <string>
#include <vector>

#include "berth/dtype.h"

namespace berth {

enum class Sign : std::uint8_t { if_negative, always };

/// Floats as NumPy writes the elements of one array: all in one notation, points below each
/// other, the fewest digits that tell each value, but at most `precision` behind the point.
/// Scientific if the largest is 10^8 or more (10^6 for float32, 10^3 for float16), or if one is
/// below 10^-4, or if they differ more than a thousandfold. `dtype`: float16, float32 or float64.
std::vector<std::string> float_columns(std::span<const double> values, DType dtype, int precision,
                                       Sign sign);

/// A float by itself: "1.0", "0.1", "1e+20"; without `keep_point` "1". Scientific below 10^-4 and
/// from 10^16 (10^6 for float32, 10^3 for float16).
std::string float_text(double value, DType dtype, bool keep_point);

}  // namespace berth
