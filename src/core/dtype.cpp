#include "berth/dtype.h"

#include <fmt/core.h>

#include <array>

#include "berth/error.h"

namespace berth {
namespace {

enum class Class : std::uint8_t {
  none,
  boolean,
  signed_integer,
  unsigned_integer,
  floating,
  complex
};

struct Info {
  DType dtype = {};
  std::string_view name;
  std::string_view short_name;
  Class number = Class::none;
  int bits = 0;  // of one element in device memory
};

constexpr std::array infos = {
    Info{DType::bool_, "bool", "bool", Class::boolean, 8},
    Info{DType::int1, "int1", "i1", Class::signed_integer, 1},
    Info{DType::int2, "int2", "i2", Class::signed_integer, 2},
    Info{DType::int4, "int4", "i4", Class::signed_integer, 4},
    Info{DType::int8, "int8", "i8", Class::signed_integer, 8},
    Info{DType::int16, "int16", "i16", Class::signed_integer, 16},
    Info{DType::int32, "int32", "i32", Class::signed_integer, 32},
    Info{DType::int64, "int64", "i64", Class::signed_integer, 64},
    Info{DType::uint1, "uint1", "u1", Class::unsigned_integer, 1},
    Info{DType::uint2, "uint2", "u2", Class::unsigned_integer, 2},
    Info{DType::uint4, "uint4", "u4", Class::unsigned_integer, 4},
    Info{DType::uint8, "uint8", "u8", Class::unsigned_integer, 8},
    Info{DType::uint16, "uint16", "u16", Class::unsigned_integer, 16},
    Info{DType::uint32, "uint32", "u32", Class::unsigned_integer, 32},
    Info{DType::uint64, "uint64", "u64", Class::unsigned_integer, 64},
    Info{DType::float4_e2m1fn, "float4_e2m1fn", "f4_e2m1fn", Class::floating, 4},
    Info{DType::float8_e3m4, "float8_e3m4", "f8_e3m4", Class::floating, 8},
    Info{DType::float8_e4m3, "float8_e4m3", "f8_e4m3", Class::floating, 8},
    Info{DType::float8_e4m3b11fnuz, "float8_e4m3b11fnuz", "f8_e4m3b11fnuz", Class::floating, 8},
    Info{DType::float8_e4m3fn, "float8_e4m3fn", "f8_e4m3fn", Class::floating, 8},
    Info{DType::float8_e4m3fnuz, "float8_e4m3fnuz", "f8_e4m3fnuz", Class::floating, 8},
    Info{DType::float8_e5m2, "float8_e5m2", "f8_e5m2", Class::floating, 8},
    Info{DType::float8_e5m2fnuz, "float8_e5m2fnuz", "f8_e5m2fnuz", Class::floating, 8},
    Info{DType::float8_e8m0fnu, "float8_e8m0fnu", "f8_e8m0fnu", Class::floating, 8},
    Info{DType::float16, "float16", "f16", Class::floating, 16},
    Info{DType::bfloat16, "bfloat16", "bf16", Class::floating, 16},
    Info{DType::float32, "float32", "f32", Class::floating, 32},
    Info{DType::float64, "float64", "f64", Class::floating, 64},
    Info{DType::complex64, "complex64", "c64", Class::complex, 64},
    Info{DType::complex128, "complex128", "c128", Class::complex, 128},
};

// The table by the engine's number; the numbers that are no type of ours stay empty.
constexpr auto by_number = [] {
  std::array<Info, 32> table = {};
  for (const Info& info : infos) table[static_cast<std::size_t>(info.dtype)] = info;
  return table;
}();

const Info& info_of(DType dtype) {
  const auto number = static_cast<std::size_t>(dtype);
  BERTH_ASSERT(number < by_number.size() && by_number[number].number != Class::none);
  return by_number[number];
}

}  // namespace

std::string_view name(DType dtype) { return info_of(dtype).name; }

std::string_view short_name(DType dtype) { return info_of(dtype).short_name; }

DType dtype_from_name(std::string_view name) {
  for (const Info& info : infos) {
    if (info.name == name || info.short_name == name) return info.dtype;
  }
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[dtype_from_name] \"{}\" is no element type: write it as \"float32\" or "
                          "\"f32\"",
                          name));
}

int itemsize(DType dtype) { return (bitsize(dtype) + 7) / 8; }

int bitsize(DType dtype) { return info_of(dtype).bits; }

bool is_integer(DType dtype) {
  const Class number = info_of(dtype).number;
  return number == Class::signed_integer || number == Class::unsigned_integer;
}

bool is_signed(DType dtype) {
  const Class number = info_of(dtype).number;
  return number != Class::boolean && number != Class::unsigned_integer &&
         dtype != DType::float8_e8m0fnu;
}

bool is_floating(DType dtype) { return info_of(dtype).number == Class::floating; }

bool is_complex(DType dtype) { return info_of(dtype).number == Class::complex; }

}  // namespace berth
