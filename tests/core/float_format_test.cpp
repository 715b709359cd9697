#include "core/float_format.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>

namespace berth {
namespace {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

constexpr DType small_types[] = {
    DType::float16,         DType::bfloat16,           DType::float8_e5m2,
    DType::float8_e4m3,     DType::float8_e3m4,        DType::float8_e4m3fn,
    DType::float8_e5m2fnuz, DType::float8_e4m3b11fnuz, DType::float8_e4m3fnuz,
    DType::float8_e8m0fnu,  DType::float4_e2m1fn};

// What the formats are for: from the papers and headers that define them.
struct Landmarks {
  DType dtype;
  std::uint64_t one;
  double largest;
  double smallest;  // above zero
  std::uint64_t of_infinity;
  std::uint64_t of_nan;
  std::uint64_t of_negative_zero;
};

constexpr Landmarks landmarks[] = {
    {DType::float16, 0x3c00, 65504, 0x1p-24, 0x7c00, 0x7e00, 0x8000},
    {DType::bfloat16, 0x3f80, 0x1.fep127, 0x1p-133, 0x7f80, 0x7fc0, 0x8000},
    {DType::float8_e5m2, 0x3c, 57344, 0x1p-16, 0x7c, 0x7e, 0x80},
    {DType::float8_e4m3, 0x38, 240, 0x1p-9, 0x78, 0x7c, 0x80},
    {DType::float8_e3m4, 0x30, 15.5, 0x1p-6, 0x70, 0x78, 0x80},
    {DType::float8_e4m3fn, 0x38, 448, 0x1p-9, 0x7f, 0x7f, 0x80},
    {DType::float8_e5m2fnuz, 0x40, 57344, 0x1p-17, 0x80, 0x80, 0x00},
    {DType::float8_e4m3b11fnuz, 0x58, 30, 0x1p-13, 0x80, 0x80, 0x00},
    {DType::float8_e4m3fnuz, 0x40, 240, 0x1p-10, 0x80, 0x80, 0x00},
    {DType::float8_e8m0fnu, 0x7f, 0x1p127, 0x1p-127, 0xff, 0xff, 0xff},
    {DType::float4_e2m1fn, 0x2, 6, 0.5, 0x7, 0x8, 0x8}};

TEST(FloatFormat, HasTheLandmarksOfItsDefinition) {
  for (const Landmarks& l : landmarks) {
    const FloatFormat format = float_format(l.dtype);
    EXPECT_EQ(encode(1, format), l.one) << name(l.dtype);
    EXPECT_EQ(decode(encode(l.largest, format), format), l.largest) << name(l.dtype);
    EXPECT_EQ(decode(encode(l.smallest, format), format), l.smallest) << name(l.dtype);
    EXPECT_EQ(encode(inf, format), l.of_infinity) << name(l.dtype);
    EXPECT_EQ(encode(std::ldexp(l.largest, 2), format), l.of_infinity) << name(l.dtype);
    EXPECT_EQ(encode(nan, format), l.of_nan) << name(l.dtype);
    EXPECT_EQ(encode(-0.0, format), l.of_negative_zero) << name(l.dtype);
  }
}

TEST(FloatFormat, GivesAllBitsBack) {
  for (const DType dtype : small_types) {
    const FloatFormat format = float_format(dtype);
    for (std::uint64_t bits = 0; bits < std::uint64_t{1} << bitsize(dtype); ++bits) {
      ASSERT_EQ(encode(decode(bits, format), format), bits) << name(dtype);
    }
  }
}

TEST(FloatFormat, RoundsToTheNearestAndTiesToEven) {
  for (const DType dtype : small_types) {
    if (dtype == DType::float8_e8m0fnu) continue;
    const FloatFormat format = float_format(dtype);
    for (std::uint64_t low = 0; low < std::uint64_t{1} << (bitsize(dtype) - 1); ++low) {
      const double below = decode(low, format);
      const double above = decode(low + 1, format);
      if (!std::isfinite(above) || !(above > below)) continue;  // behind the largest number
      const double middle = (below + above) / 2;
      ASSERT_EQ(encode(middle, format), low + (low & 1)) << name(dtype) << " " << middle;
      ASSERT_EQ(encode(std::nextafter(middle, 0), format), low) << name(dtype) << " " << middle;
      ASSERT_EQ(encode(std::nextafter(middle, inf), format), low + 1) << name(dtype);
    }
  }
}

TEST(FloatFormat, OfPowersAloneRoundsToTheNearestAndTiesUp) {
  const FloatFormat format = float_format(DType::float8_e8m0fnu);
  EXPECT_EQ(encode(std::nextafter(1.5, 0), format), 0x7f);
  EXPECT_EQ(encode(1.5, format), 0x80);
  EXPECT_EQ(encode(3, format), 0x81);
  EXPECT_EQ(encode(0, format), 0x00);
  EXPECT_EQ(encode(-1, format), 0xff);
}

TEST(FloatFormat, RoundsOnceFromADouble) {
  // Just above the tie between 1 and 1 + 2^-10; float would round it to the tie, and that to 1.
  const double x = 1 + 0x1p-11 + 0x1p-40;
  EXPECT_EQ(encode(x, binary16), 0x3c01);
  EXPECT_EQ(float16_t(static_cast<float>(x)).bits(), 0x3c00);
}

TEST(FloatFormat, RoundsOnceFromAnInteger) {
  // A double would drop the last bit, which decides.
  EXPECT_EQ(encode_integer((std::uint64_t{0x101} << 54) + 1, false, upper_binary32), 0x5e81U);
  EXPECT_EQ(encode_integer(std::uint64_t{0x101} << 54, false, upper_binary32), 0x5e80U);
  EXPECT_EQ(encode_integer(3, true, binary16), 0xc200U);
  EXPECT_EQ(encode_integer(~std::uint64_t{0}, false, binary32), 0x5f800000U);
}

// The number that IEEE 754 gives to the bits of a half.
double half_by_definition(std::uint16_t bits) {
  const int exponent = bits >> 10 & 0x1f;
  const int mantissa = bits & 0x3ff;
  const double size = exponent == 0    ? std::ldexp(mantissa, -24)
                      : exponent == 31 ? (mantissa == 0 ? inf : nan)
                                       : std::ldexp(1024 + mantissa, exponent - 25);
  return (bits & 0x8000) != 0 ? -size : size;
}

TEST(Float16, IsWhatItsBitsSayAndComesBackBitForBit) {
  for (std::uint32_t i = 0; i < 0x10000; ++i) {
    const auto bits = static_cast<std::uint16_t>(i);
    const float value = float16_t::from_bits(bits);
    const double expected = half_by_definition(bits);
    ASSERT_TRUE(std::isnan(expected) ? std::isnan(value) : value == expected) << i;
    ASSERT_EQ(std::signbit(value), (bits & 0x8000) != 0) << i;
    ASSERT_EQ(float16_t(value).bits(), bits);
  }
}

TEST(Float16, OfALargeFloatIsInfinite) {
  EXPECT_EQ(float16_t(65519.996F).bits(), 0x7bff);
  EXPECT_EQ(float16_t(65520.0F).bits(), 0x7c00);
  EXPECT_EQ(float16_t(-1e30F).bits(), 0xfc00);
  EXPECT_EQ(float16_t(0x1p-25F).bits(), 0x0000);
  EXPECT_EQ(float16_t(0x1.2p-25F).bits(), 0x0001);
}

TEST(Bfloat16, IsTheUpperHalfOfAFloatAndComesBackBitForBit) {
  for (std::uint32_t bits = 0; bits < 0x10000; ++bits) {
    const float value = bfloat16_t::from_bits(static_cast<std::uint16_t>(bits));
    ASSERT_EQ(std::bit_cast<std::uint32_t>(value), bits << 16);
    ASSERT_EQ(bfloat16_t(value).bits(), bits);
  }
}

TEST(Bfloat16, StaysANaNWhenThePayloadDoesNotFit) {
  const auto low_payload = std::bit_cast<float>(0x7f800001U);
  EXPECT_EQ(bfloat16_t(low_payload).bits(), 0x7fc0);
  EXPECT_EQ(float16_t(low_payload).bits(), 0x7e00);
}

}  // namespace
}  // namespace berth
