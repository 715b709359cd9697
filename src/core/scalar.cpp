#include "core/scalar.h"

#include <fmt/core.h>

#include <cstring>
#include <string>

#include "berth/error.h"
#include "berth/host.h"
#include "core/element_text.h"
#include "core/float_format.h"

namespace berth {
namespace {

using Kind = ScalarValue::Kind;

// Host memory is little-endian on every machine that the engine runs on.
ScalarBits with_bits(DType dtype, std::uint64_t low, std::uint64_t high = 0) {
  ScalarBits result = {.dtype = dtype};
  const auto size = static_cast<std::size_t>(itemsize(dtype));
  const std::size_t half = size == 16 ? 8 : size;
  std::memcpy(result.bits.data(), &low, half);
  std::memcpy(result.bits.data() + half, &high, size - half);
  return result;
}

bool is_negative(const ScalarValue& value) {
  return value.kind == Kind::integer && static_cast<std::int64_t>(value.integer) < 0;
}

std::uint64_t magnitude(const ScalarValue& value) {
  return is_negative(value) ? -value.integer : value.integer;
}

// The real part in a floating format.
std::uint64_t real_bits(const ScalarValue& value, DType dtype) {
  const FloatFormat format = float_format(dtype);
  const bool integral = value.kind != Kind::floating && value.kind != Kind::complex;
  return integral ? encode_integer(magnitude(value), is_negative(value), format)
                  : encode(value.real, format);
}

ScalarBits to_complex(const ScalarValue& value, DType dtype) {
  const DType part = dtype == DType::complex64 ? DType::float32 : DType::float64;
  const std::uint64_t real = real_bits(value, part);
  const std::uint64_t imag = encode(value.imag, float_format(part));
  return part == DType::float32 ? with_bits(dtype, real | imag << 32)
                                : with_bits(dtype, real, imag);
}

ScalarBits to_integer(const ScalarValue& value, DType dtype, const char* who, Here here) {
  const int value_bits = bitsize(dtype) - (is_signed(dtype) ? 1 : 0);
  const std::uint64_t highest =
      value_bits == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << value_bits) - 1;
  const std::uint64_t lowest = is_signed(dtype) ? std::uint64_t{1} << value_bits : 0;  // magnitude
  if (magnitude(value) > (is_negative(value) ? lowest : highest)) {
    throw Error(
        ErrorCode::out_of_range,
        fmt::format("[{}] {} does not fit {}, which holds {}{} to {}: use a wider type", who,
                    to_string(value), name(dtype), lowest != 0 ? "-" : "", lowest, highest),
        here);
  }
  return with_bits(dtype, value.integer);
}

[[noreturn]] void refuse(const ScalarValue& value, DType dtype, const char* who, Here here) {
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] {} is a {} number, which {} does not hold: convert it first", who,
                          to_string(value),
                          value.kind == Kind::complex ? "complex" : "floating-point", name(dtype)),
              here);
}

}  // namespace

DType default_dtype(ScalarValue::Kind kind) {
  switch (kind) {
    case Kind::boolean:
      return DType::bool_;
    case Kind::integer:
    case Kind::unsigned_integer:
      return DType::int32;
    case Kind::floating:
      return DType::float32;
    case Kind::complex:
      return DType::complex64;
  }
  return DType::float32;
}

ScalarBits convert(const ScalarValue& value, DType dtype, const char* who, Here here) {
  if (is_complex(dtype)) return to_complex(value, dtype);
  if (value.kind == Kind::complex) refuse(value, dtype, who, here);
  if (is_floating(dtype)) return with_bits(dtype, real_bits(value, dtype));
  if (value.kind == Kind::floating) refuse(value, dtype, who, here);
  if (dtype == DType::bool_) return with_bits(dtype, value.integer != 0 ? 1 : 0);
  return to_integer(value, dtype, who, here);
}

std::string to_string(const ScalarValue& value) {
  switch (value.kind) {
    case Kind::boolean:
      return value.integer != 0 ? "true" : "false";
    case Kind::integer:
      return fmt::format("{}", static_cast<std::int64_t>(value.integer));
    case Kind::unsigned_integer:
      return fmt::format("{}", value.integer);
    case Kind::floating: {
      const std::string digits = fmt::format("{}", value.real);
      const bool looks_integral = digits.find_first_not_of("-0123456789") == std::string::npos;
      return looks_integral ? digits + ".0" : digits;
    }
    case Kind::complex:
      return fmt::format("({}, {})", value.real, value.imag);
  }
  return "";
}

std::string to_string(const ScalarBits& value) {
  return scalar_text(HostArray(nullptr, value.bits.data(), value.dtype, Shape()));
}

}  // namespace berth
