#pragma once

#include <bit>
#include <cstdint>

#include "berth/dtype.h"

namespace berth {

/// How the bits of a floating type make a number: sign, biased exponent, mantissa.
struct FloatFormat {
  /// What the format gives up to have more numbers.
  enum class Special : std::uint8_t {
    ieee,           ///< The highest exponent holds the infinities and the NaNs.
    one_nan,        ///< "fn": no infinities; all ones is NaN.
    negative_zero,  ///< "fnuz": no infinities, no -0: its bits are NaN.
    finite,         ///< Neither infinities nor NaNs.
    powers,         ///< e8m0: powers of two alone; no sign, no zero; all ones is NaN.
  };

  int exponent_bits = 0;
  int mantissa_bits = 0;
  int bias = 0;
  Special special = Special::ieee;
};

inline constexpr FloatFormat binary64 = {11, 52, 1023};
inline constexpr FloatFormat binary32 = {8, 23, 127};
inline constexpr FloatFormat binary16 = {5, 10, 15};
inline constexpr FloatFormat upper_binary32 = {8, 7, 127};

/// The format of a floating type.
FloatFormat float_format(DType dtype);

/// The bits in format `to` of the number that `bits` is in format `from`, rounded once, to
/// nearest even. What is too large becomes infinity, NaN or the largest number, by what the
/// format has. The payload of a NaN is kept as far as it fits.
std::uint64_t recode(std::uint64_t bits, const FloatFormat& from, const FloatFormat& to);

/// The number that `bits` is in `format`. Exact.
inline double decode(std::uint64_t bits, const FloatFormat& format) {
  return std::bit_cast<double>(recode(bits, format, binary64));
}

/// The integer of this magnitude and sign in `format`, rounded once, to nearest even.
std::uint64_t encode_integer(std::uint64_t magnitude, bool negative, const FloatFormat& format);

/// `value` in `format`, rounded once, to nearest even.
inline std::uint64_t encode(double value, const FloatFormat& format) {
  return recode(std::bit_cast<std::uint64_t>(value), binary64, format);
}

}  // namespace berth
