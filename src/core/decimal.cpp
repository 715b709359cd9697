#include "core/decimal.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>

#include "core/float_format.h"

namespace berth {
namespace {

// From what to_chars writes: "-1.25e+02", or "-125.0" in fixed notation.
Decimal parse(std::string_view text) {
  Decimal result;
  if (text.front() == '-') {
    result.negative = true;
    text.remove_prefix(1);
  }
  const std::size_t e = text.find('e');
  if (e != std::string_view::npos) result.point = std::atoi(text.data() + e + 1);
  const std::string_view number = text.substr(0, e);
  const std::size_t dot = number.find('.');
  result.digits = number.substr(0, dot);
  result.point += static_cast<int>(result.digits.size());
  if (dot != std::string_view::npos) result.digits += number.substr(dot + 1);

  const std::size_t first = result.digits.find_first_not_of('0');
  if (first == std::string::npos) return {result.negative, "0", 1};
  result.digits.erase(0, first);
  result.point -= static_cast<int>(first);
  result.digits.erase(result.digits.find_last_not_of('0') + 1);
  return result;
}

// Long enough for any double in fixed notation, and for the terminator that atoi wants.
using Buffer = std::array<char, 512>;

template <class T, class... Format>
Decimal written(T value, Format... format) {
  Buffer buffer = {};
  const auto end =
      std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format...).ptr;
  return parse({buffer.data(), static_cast<std::size_t>(end - buffer.data())});
}

// No library function knows halves: the first number of digits that gives the bits back. Where
// the value is halfway between two decimals, either may do: 2^-6 is 0.01563, as 0.01562 is not.
Decimal shortest_half(double value) {
  const double above = std::nextafter(value, std::copysign(HUGE_VAL, value));
  for (int precision = 0;; ++precision) {
    for (const double v : {value, above}) {
      const std::string text = fmt::format("{:.{}e}", v, precision);
      if (encode(std::strtod(text.c_str(), nullptr), binary16) == encode(value, binary16)) {
        return parse(text);
      }
    }
  }
}

}  // namespace

std::string Decimal::whole() const {
  if (point <= 0) return "0";
  const auto count = static_cast<std::size_t>(point);
  std::string result = digits.substr(0, count);
  result.resize(count, '0');
  return result;
}

std::string Decimal::fraction() const {
  if (point <= 0) return std::string(static_cast<std::size_t>(-point), '0') + digits;
  const auto count = static_cast<std::size_t>(point);
  return count < digits.size() ? digits.substr(count) : "";
}

Decimal shortest(double value, DType dtype) {
  if (dtype == DType::float16) return shortest_half(value);
  if (dtype == DType::float32) {
    return written(static_cast<float>(value), std::chars_format::scientific);
  }
  return written(value, std::chars_format::scientific);
}

Decimal limit_fraction(const Decimal& decimal, double value, int count) {
  if (static_cast<int>(decimal.digits.size()) - decimal.point <= count) return decimal;
  return written(value, std::chars_format::fixed, count);
}

Decimal limit_mantissa(const Decimal& decimal, double value, int count) {
  if (static_cast<int>(decimal.digits.size()) - 1 <= count) return decimal;
  return written(value, std::chars_format::scientific, count);
}

Decimal extend_mantissa(const Decimal& decimal, double value, int count) {
  if (static_cast<int>(decimal.digits.size()) - 1 >= count) return decimal;
  return written(value, std::chars_format::scientific, count);
}

std::string exponent_text(int exponent, int width) {
  return fmt::format("e{}{:0{}}", exponent < 0 ? '-' : '+', std::abs(exponent), width);
}

}  // namespace berth
