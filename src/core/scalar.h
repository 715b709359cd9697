#pragma once

#include <array>
#include <cstddef>
#include <string>

#include "berth/array.h"

namespace berth {

/// A scalar of a known type: its bits as host memory holds them, then zeros.
struct ScalarBits {
  DType dtype = DType::float32;
  alignas(16) std::array<std::byte, 16> bits = {};

  friend bool operator==(const ScalarBits&, const ScalarBits&) = default;
};

/// The type that a C++ scalar has by itself, weakly: bool, int32, float32 or complex64.
DType default_dtype(ScalarValue::Kind kind);

/// `value` as `dtype`, rounded once, to nearest even; numbers too large for a floating type become
/// what it has for them, mostly infinity; integers as bool are true unless 0.
///
/// Throws `Error(out_of_range)` for an integer that an integer type cannot hold, and
/// `Error(invalid_argument)` for a kind that it cannot: 1.5 as int32, a complex number as float32.
ScalarBits convert(const ScalarValue& value, DType dtype, const char* who, Here here);

/// "1.5", "2.0", "true", "(1, 2)": as an error text shows it.
std::string to_string(const ScalarValue& value);
/// As NumPy prints a scalar: "1.0", "1e+20", "(1+2j)".
std::string to_string(const ScalarBits& value);

}  // namespace berth
