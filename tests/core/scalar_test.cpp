#include "core/scalar.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstring>
#include <limits>

#include "support/matchers.h"

namespace berth {
namespace {

template <class T, class S>
T converted(S value, DType dtype = dtype_of<T>) {
  const ScalarBits bits = convert(ScalarValue::of(value), dtype, "full", {});
  EXPECT_EQ(bits.dtype, dtype);
  T result;
  std::memcpy(&result, bits.bits.data(), sizeof(T));
  return result;
}

TEST(Scalar, BecomesAnyTypeOfItsKindOrAWiderKind) {
  EXPECT_EQ(converted<bool>(true), true);
  EXPECT_EQ(converted<bool>(2), true);
  EXPECT_EQ(converted<std::int32_t>(true), 1);
  EXPECT_EQ(converted<std::int8_t>(-128), -128);
  EXPECT_EQ(converted<std::uint64_t>(~0UL), ~0UL);
  EXPECT_EQ(converted<float>(-3), -3.0F);
  EXPECT_EQ(converted<float>(0.1), 0.1F);
  EXPECT_EQ(converted<double>(0.1), 0.1);
  EXPECT_EQ(converted<float16_t>(0.1).bits(), 0x2e66);
  EXPECT_EQ(converted<bfloat16_t>(1.5).bits(), 0x3fc0);
  EXPECT_EQ(converted<std::complex<float>>(2), std::complex<float>(2, 0));
  EXPECT_EQ(converted<std::complex<double>>(std::complex<double>(0.1, -2)),
            std::complex<double>(0.1, -2));
  EXPECT_EQ(converted<std::int8_t>(-8, int4), -8);
  EXPECT_EQ(converted<std::uint8_t>(448.0, DType::float8_e4m3fn), 0x7e);
}

TEST(Scalar, HasZerosBehindItsBytes) {
  const ScalarBits minus_one = convert(ScalarValue::of(-1), int16, "full", {});
  EXPECT_EQ(minus_one.bits[1], std::byte{0xff});
  EXPECT_EQ(minus_one.bits[2], std::byte{0});
  EXPECT_EQ(minus_one, convert(ScalarValue::of(-1L), int16, "full", {}));
}

TEST(Scalar, RoundsOnce) {
  EXPECT_EQ(converted<float16_t>(1 + 0x1p-11 + 0x1p-40).bits(), 0x3c01);
  EXPECT_EQ(converted<float>(16777217), 16777216.0F);
  EXPECT_EQ(converted<float>(std::numeric_limits<std::int64_t>::min()), -0x1p63F);
  EXPECT_EQ(converted<float>(1e300), std::numeric_limits<float>::infinity());
}

TEST(Scalar, ThatAnIntegerTypeCannotHoldIsAnError) {
  EXPECT_THAT([] { convert(ScalarValue::of(300), uint8, "add", Here("model.cpp", 9)); },
              ThrowsError(ErrorCode::out_of_range,
                          "[add] 300 does not fit uint8, which holds 0 to 255: use a wider type\n"
                          "  at model.cpp:9"));
  EXPECT_THAT([] { convert(ScalarValue::of(-1), uint64, "add", {}); },
              ThrowsError(ErrorCode::out_of_range,
                          "[add] -1 does not fit uint64, which holds 0 to 18446744073709551615: "
                          "use a wider type"));
  EXPECT_THAT([] { convert(ScalarValue::of(1UL << 63), int64, "add", {}); },
              ThrowsError(ErrorCode::out_of_range,
                          "[add] 9223372036854775808 does not fit int64, which holds "
                          "-9223372036854775808 to 9223372036854775807: use a wider type"));
  EXPECT_THAT([] { convert(ScalarValue::of(8), int4, "add", {}); },
              ThrowsError(ErrorCode::out_of_range,
                          "[add] 8 does not fit int4, which holds -8 to 7: use a wider type"));
}

TEST(Scalar, OfAWiderKindIsAnError) {
  EXPECT_THAT([] { convert(ScalarValue::of(1.5), int32, "full", {}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[full] 1.5 is a floating-point number, which int32 does not hold: "
                          "convert it first"));
  EXPECT_THAT([] { convert(ScalarValue::of(std::complex<float>(1, 2)), float32, "full", {}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[full] (1, 2) is a complex number, which float32 does not hold: convert "
                          "it first"));
  EXPECT_THAT([] { convert(ScalarValue::of(0.0), bool_, "full", {}); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[full] 0.0 is a floating-point number, which bool does not hold: "
                          "convert it first"));
}

TEST(Scalar, IsWrittenSoThatItsKindShows) {
  EXPECT_EQ(to_string(ScalarValue::of(true)), "true");
  EXPECT_EQ(to_string(ScalarValue::of(-7)), "-7");
  EXPECT_EQ(to_string(ScalarValue::of(~0UL)), "18446744073709551615");
  EXPECT_EQ(to_string(ScalarValue::of(2.0)), "2.0");
  EXPECT_EQ(to_string(ScalarValue::of(1e30)), "1e+30");
  EXPECT_EQ(to_string(ScalarValue::of(std::complex<double>(1, -2.5))), "(1, -2.5)");
}

TEST(Scalar, HasADefaultTypeByKind) {
  EXPECT_EQ(default_dtype(ScalarValue::of(true).kind), bool_);
  EXPECT_EQ(default_dtype(ScalarValue::of(1L).kind), int32);
  EXPECT_EQ(default_dtype(ScalarValue::of(1.0).kind), float32);
  EXPECT_EQ(default_dtype(ScalarValue::of(std::complex<double>()).kind), complex64);
}

}  // namespace
}  // namespace berth
