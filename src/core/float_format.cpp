#include "core/float_format.h"

#include <algorithm>

#include "berth/error.h"

namespace berth {
namespace {

using Special = FloatFormat::Special;

constexpr std::uint64_t ones(int count) { return (std::uint64_t{1} << count) - 1; }

// A number as sign * significand * 2^exponent, or one of the two that are none.
struct Unpacked {
  enum class Class : std::uint8_t { finite, infinity, nan };

  Class number = Class::finite;
  bool negative = false;
  std::uint64_t significand = 0;  // of a NaN: its payload, in the highest of 52 bits
  int exponent = 0;
};

bool is_nan(std::uint64_t field, bool negative, const FloatFormat& format) {
  switch (format.special) {
    case Special::ieee:
      return field > ones(format.exponent_bits) << format.mantissa_bits;
    case Special::one_nan:
    case Special::powers:
      return field == ones(format.exponent_bits + format.mantissa_bits);
    case Special::negative_zero:
      return negative && field == 0;
    case Special::finite:
      return false;
  }
  return false;
}

Unpacked unpack(std::uint64_t bits, const FloatFormat& format) {
  const int m = format.mantissa_bits;
  const int field_bits = format.exponent_bits + m;
  const bool negative = format.special != Special::powers && (bits >> field_bits & 1) != 0;
  const std::uint64_t field = bits & ones(field_bits);
  const std::uint64_t mantissa = field & ones(m);
  const int biased = static_cast<int>(field >> m);

  if (is_nan(field, negative, format)) {
    return {Unpacked::Class::nan, negative, mantissa << (52 - m), 0};
  }
  if (format.special == Special::ieee && field == ones(format.exponent_bits) << m) {
    return {Unpacked::Class::infinity, negative, 0, 0};
  }
  if (format.special == Special::powers) return {{}, false, 1, biased - format.bias};
  if (biased == 0) return {{}, negative, mantissa, 1 - format.bias - m};
  return {{}, negative, mantissa | std::uint64_t{1} << m, biased - format.bias - m};
}

std::uint64_t with_sign(std::uint64_t field, bool negative, const FloatFormat& format) {
  const int field_bits = format.exponent_bits + format.mantissa_bits;
  return field | static_cast<std::uint64_t>(negative) << field_bits;
}

std::uint64_t nan_of(const Unpacked& x, const FloatFormat& format) {
  const int m = format.mantissa_bits;
  switch (format.special) {
    case Special::ieee: {
      const std::uint64_t payload = x.significand >> (52 - m);
      const std::uint64_t quiet = std::uint64_t{1} << (m - 1);
      return with_sign(ones(format.exponent_bits) << m | (payload != 0 ? payload : quiet),
                       x.negative, format);
    }
    case Special::one_nan:
      return with_sign(ones(format.exponent_bits + m), x.negative, format);
    case Special::powers:
      return ones(format.exponent_bits + m);
    case Special::negative_zero:
    case Special::finite:
      return with_sign(0, true, format);
  }
  return 0;
}

std::uint64_t infinity_of(bool negative, const FloatFormat& format) {
  const int m = format.mantissa_bits;
  switch (format.special) {
    case Special::ieee:
      return with_sign(ones(format.exponent_bits) << m, negative, format);
    case Special::finite:
      return with_sign(ones(format.exponent_bits + m), negative, format);
    default:
      return nan_of({Unpacked::Class::nan, negative, 0, 0}, format);
  }
}

// significand / 2^shift, to nearest even.
std::uint64_t round_shift(std::uint64_t significand, int shift) {
  if (shift <= 0) return significand << -shift;
  if (shift > 63) return 0;
  const std::uint64_t half = std::uint64_t{1} << (shift - 1);
  const std::uint64_t rest = significand & ones(shift);
  const std::uint64_t whole = significand >> shift;
  return whole + (rest > half || (rest == half && (whole & 1) != 0) ? 1 : 0);
}

std::uint64_t pack(const Unpacked& x, const FloatFormat& format) {
  const int m = format.mantissa_bits;
  const bool powers = format.special == Special::powers;
  if (x.number == Unpacked::Class::nan || (powers && x.negative)) return nan_of(x, format);
  if (x.number == Unpacked::Class::infinity) return infinity_of(x.negative, format);
  if (x.significand == 0) {
    return with_sign(0, x.negative && format.special != Special::negative_zero, format);
  }

  // The exponent of the last bit that the format keeps of x; below the normal numbers it is fixed.
  const int top = x.exponent + 63 - std::countl_zero(x.significand);
  const int lowest = powers ? -format.bias : 1 - format.bias;
  const int last = std::max(top, lowest) - m;
  const std::uint64_t kept = round_shift(x.significand, last - x.exponent);

  // The leading bit of `kept` counts as one in the exponent, so a carry out of it adds up right,
  // and a subnormal number, which has none, gets exponent 0.
  const auto steps = static_cast<std::uint64_t>(last + m - lowest);
  if (powers) return std::min(steps + (kept > 1 ? 1 : 0), ones(format.exponent_bits));
  const std::uint64_t field = (steps << m) + kept;

  const std::uint64_t end = format.special == Special::ieee ? ones(format.exponent_bits) << m
                            : format.special == Special::one_nan
                                ? ones(format.exponent_bits + m)
                                : ones(format.exponent_bits + m) + 1;
  if (field >= end) return infinity_of(x.negative, format);
  const bool unsigned_zero = field == 0 && format.special == Special::negative_zero;
  return with_sign(field, x.negative && !unsigned_zero, format);
}

}  // namespace

FloatFormat float_format(DType dtype) {
  switch (dtype) {
    case DType::float16:
      return binary16;
    case DType::bfloat16:
      return upper_binary32;
    case DType::float32:
      return binary32;
    case DType::float64:
      return binary64;
    case DType::float8_e5m2:
      return {5, 2, 15, Special::ieee};
    case DType::float8_e4m3:
      return {4, 3, 7, Special::ieee};
    case DType::float8_e3m4:
      return {3, 4, 3, Special::ieee};
    case DType::float8_e4m3fn:
      return {4, 3, 7, Special::one_nan};
    case DType::float8_e4m3b11fnuz:
      return {4, 3, 11, Special::negative_zero};
    case DType::float8_e5m2fnuz:
      return {5, 2, 16, Special::negative_zero};
    case DType::float8_e4m3fnuz:
      return {4, 3, 8, Special::negative_zero};
    case DType::float8_e8m0fnu:
      return {8, 0, 127, Special::powers};
    case DType::float4_e2m1fn:
      return {2, 1, 1, Special::finite};
    default:
      BERTH_ASSERT(is_floating(dtype));
      return {};
  }
}

std::uint64_t recode(std::uint64_t bits, const FloatFormat& from, const FloatFormat& to) {
  return pack(unpack(bits, from), to);
}

std::uint64_t encode_integer(std::uint64_t magnitude, bool negative, const FloatFormat& format) {
  return pack({{}, negative, magnitude, 0}, format);
}

float16_t::float16_t(float value)
    : bits_(static_cast<std::uint16_t>(
          recode(std::bit_cast<std::uint32_t>(value), binary32, binary16))) {}

float16_t::operator float() const {
  return std::bit_cast<float>(static_cast<std::uint32_t>(recode(bits_, binary16, binary32)));
}

bfloat16_t::bfloat16_t(float value)
    : bits_(static_cast<std::uint16_t>(
          recode(std::bit_cast<std::uint32_t>(value), binary32, upper_binary32))) {}

bfloat16_t::operator float() const {
  return std::bit_cast<float>(static_cast<std::uint32_t>(bits_) << 16);
}

}  // namespace berth
