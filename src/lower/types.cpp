#include <fmt/format.h>

#include <algorithm>
#include <cstring>
#include <iterator>

#include "berth/error.h"
#include "lower/emitter.h"

namespace berth::lower {
namespace {

template <class T>
std::string array_attribute(std::span<const T> values) {
  if (values.empty()) return "array<i64>";
  return fmt::format("array<i64: {}>", fmt::join(values, ", "));
}

// The bits of a float as MLIR writes them: 0x and all digits of its width.
std::string hex(const std::byte* bits, int bytes) {
  std::uint64_t value = 0;
  std::memcpy(&value, bits, static_cast<std::size_t>(bytes));
  return fmt::format("0x{:0{}X}", value, 2 * bytes);
}

template <class T>
std::string decimal(const ScalarBits& value) {
  T number;
  std::memcpy(&number, value.bits.data(), sizeof(T));
  return fmt::format(
      "{}",
      static_cast<std::conditional_t<std::is_signed_v<T>, std::int64_t, std::uint64_t>>(number));
}

std::string integer(const ScalarBits& value) {
  switch (itemsize(value.dtype)) {
    case 1:
      return is_signed(value.dtype) ? decimal<std::int8_t>(value) : decimal<std::uint8_t>(value);
    case 2:
      return is_signed(value.dtype) ? decimal<std::int16_t>(value) : decimal<std::uint16_t>(value);
    case 4:
      return is_signed(value.dtype) ? decimal<std::int32_t>(value) : decimal<std::uint32_t>(value);
    default:
      return is_signed(value.dtype) ? decimal<std::int64_t>(value) : decimal<std::uint64_t>(value);
  }
}

std::string element(const ScalarBits& value) {
  if (value.dtype == DType::bool_) return value.bits[0] != std::byte{0} ? "true" : "false";
  if (is_integer(value.dtype)) return integer(value);
  const int bytes = itemsize(value.dtype);
  if (is_complex(value.dtype)) {
    return fmt::format("({}, {})", hex(value.bits.data(), bytes / 2),
                       hex(value.bits.data() + bytes / 2, bytes / 2));
  }
  return hex(value.bits.data(), bytes);
}

}  // namespace

std::string_view element_type(DType dtype) {
  switch (dtype) {
    case DType::bool_:
      return "i1";
    case DType::int2:
      return "i2";
    case DType::int4:
      return "i4";
    case DType::int8:
      return "i8";
    case DType::int16:
      return "i16";
    case DType::int32:
      return "i32";
    case DType::int64:
      return "i64";
    case DType::uint2:
      return "ui2";
    case DType::uint4:
      return "ui4";
    case DType::uint8:
      return "ui8";
    case DType::uint16:
      return "ui16";
    case DType::uint32:
      return "ui32";
    case DType::uint64:
      return "ui64";
    case DType::float16:
      return "f16";
    case DType::bfloat16:
      return "bf16";
    case DType::float32:
      return "f32";
    case DType::float64:
      return "f64";
    case DType::complex64:
      return "complex<f32>";
    case DType::complex128:
      return "complex<f64>";
    case DType::float8_e5m2:
      return "f8E5M2";
    case DType::float8_e4m3fn:
      return "f8E4M3FN";
    case DType::float8_e4m3b11fnuz:
      return "f8E4M3B11FNUZ";
    case DType::float8_e5m2fnuz:
      return "f8E5M2FNUZ";
    case DType::float8_e4m3fnuz:
      return "f8E4M3FNUZ";
    case DType::float8_e4m3:
      return "f8E4M3";
    case DType::float8_e3m4:
      return "f8E3M4";
    case DType::float8_e8m0fnu:
      return "f8E8M0FNU";
    case DType::float4_e2m1fn:
      return "f4E2M1FN";
    case DType::int1:
    case DType::uint1:
      break;
  }
  throw Error(ErrorCode::unimplemented,
              fmt::format("[lower] programs cannot compute with {}: it can only be placed and "
                          "moved; convert the data on the host",
                          name(dtype)));
}

std::string tensor_type(DType dtype, const Shape& shape) {
  std::string result = "tensor<";
  for (const std::int64_t dim : shape) fmt::format_to(std::back_inserter(result), "{}x", dim);
  result += element_type(dtype);
  result += '>';
  return result;
}

std::string tensor_type(const Aval& aval) { return tensor_type(aval.dtype, aval.shape); }

std::string i64_array(std::span<const std::int64_t> values) { return array_attribute(values); }
std::string i64_array(std::span<const int> values) { return array_attribute(values); }

std::string i64_matrix(std::span<const std::int64_t> values, std::int64_t rows,
                       std::int64_t columns) {
  std::string text;
  for (std::int64_t row = 0; row < rows; ++row) {
    const auto part =
        values.subspan(static_cast<std::size_t>(row * columns), static_cast<std::size_t>(columns));
    fmt::format_to(std::back_inserter(text), "{}[{}]", row == 0 ? "" : ", ", fmt::join(part, ", "));
  }
  if (values.empty()) return fmt::format("dense<> : tensor<{}x{}xi64>", rows, columns);
  return fmt::format("dense<[{}]> : tensor<{}x{}xi64>", text, rows, columns);
}

std::string dense_splat(const ScalarBits& value, const Shape& shape) {
  return fmt::format("dense<{}> : {}", element(value), tensor_type(value.dtype, shape));
}

}  // namespace berth::lower
