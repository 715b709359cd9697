#include "parity/compare.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>

#include "core/float_format.h"

namespace berth::parity {
namespace {

// One unit in the last place of a number of this size.
double ulp(double magnitude, const FloatFormat& format) {
  const int lowest = 1 - format.bias;
  const int exponent = magnitude == 0 ? lowest : std::max(std::ilogb(magnitude), lowest);
  return std::ldexp(1.0, exponent - format.mantissa_bits);
}

bool agree(double got, double expected, double magnitude, double ulps, const FloatFormat& format) {
  if (std::isnan(got) || std::isnan(expected)) return std::isnan(got) && std::isnan(expected);
  if (std::isinf(got) || std::isinf(expected)) return got == expected;
  return std::abs(got - expected) <= ulps * ulp(magnitude, format);
}

double number_at(const HostArray& x, std::int64_t index, const FloatFormat& format) {
  const int bytes = (1 + format.exponent_bits + format.mantissa_bits) / 8;
  std::uint64_t bits = 0;
  std::memcpy(&bits, static_cast<const std::byte*>(x.data()) + index * bytes,
              static_cast<std::size_t>(bytes));
  return decode(bits, format);
}

std::string float_difference(const HostArray& got, const HostArray& expected, Tolerance tolerance) {
  const bool complex = is_complex(got.dtype());
  const DType part = got.dtype() == complex64    ? float32
                     : got.dtype() == complex128 ? float64
                                                 : got.dtype();
  const FloatFormat format = float_format(part);
  const int parts = complex ? 2 : 1;
  for (std::int64_t i = 0; i < got.shape().size(); ++i) {
    double magnitude = tolerance.floor;
    for (int p = 0; p < parts; ++p) {
      const double number = std::abs(number_at(expected, parts * i + p, format));
      if (std::isfinite(number)) magnitude = std::max(magnitude, number);
    }
    for (int p = 0; p < parts; ++p) {
      const double a = number_at(got, parts * i + p, format);
      const double b = number_at(expected, parts * i + p, format);
      if (!agree(a, b, magnitude, tolerance.ulps, format)) {
        return fmt::format("element {}: {} where JAX has {} ({:.1f} ulps)", i, a, b,
                           std::abs(a - b) / ulp(magnitude, format));
      }
    }
  }
  return "";
}

std::string integer_difference(const HostArray& got, const HostArray& expected) {
  const int bytes = itemsize(got.dtype());
  // Whether the rest of a byte repeats the sign of a shorter integer is up to each side.
  const std::byte used{static_cast<unsigned char>(
      bitsize(got.dtype()) < 8 ? (1 << bitsize(got.dtype())) - 1 : 0xFF)};
  const auto same = [&](std::byte a, std::byte b) { return (a & used) == (b & used); };
  for (std::int64_t i = 0; i < got.shape().size(); ++i) {
    const auto* a = static_cast<const std::byte*>(got.data()) + i * bytes;
    const auto* b = static_cast<const std::byte*>(expected.data()) + i * bytes;
    if (!std::equal(a, a + bytes, b, same)) {
      return fmt::format("element {} of\n{}\nwhere JAX has\n{}", i, to_string(got),
                         to_string(expected));
    }
  }
  return "";
}

}  // namespace

std::string difference(const HostArray& got, const HostArray& expected, Tolerance tolerance) {
  if (got.dtype() != expected.dtype() || got.shape() != expected.shape()) {
    return fmt::format("{} where JAX has {}", to_string(got.dtype(), got.shape()),
                       to_string(expected.dtype(), expected.shape()));
  }
  const bool inexact = is_floating(got.dtype()) || is_complex(got.dtype());
  return inexact ? float_difference(got, expected, tolerance) : integer_difference(got, expected);
}

}  // namespace berth::parity
