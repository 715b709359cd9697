#include "berth/dtype.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <vector>

#include "support/matchers.h"

namespace berth {
namespace {

const std::vector<DType>& all_dtypes() {
  static const std::vector<DType> dtypes = [] {
    std::vector<DType> found;
    for (int number = 1; number <= 31; ++number) {
      const bool is_ours = number != 23;  // the engine's token
      if (is_ours) found.push_back(static_cast<DType>(number));
    }
    return found;
  }();
  return dtypes;
}

TEST(DType, HasTheEnginesNumbers) {
  EXPECT_EQ(static_cast<int>(DType::bool_), 1);
  EXPECT_EQ(static_cast<int>(DType::float32), 11);
  EXPECT_EQ(static_cast<int>(DType::bfloat16), 13);
  EXPECT_EQ(static_cast<int>(DType::uint4), 22);
  EXPECT_EQ(static_cast<int>(DType::float8_e4m3), 26);
  EXPECT_EQ(static_cast<int>(DType::uint1), 31);
}

TEST(DType, IsFoundByItsNameAndByItsShortName) {
  EXPECT_EQ(name(bfloat16), "bfloat16");
  EXPECT_EQ(short_name(bfloat16), "bf16");
  EXPECT_EQ(short_name(bool_), "bool");
  EXPECT_EQ(short_name(DType::float8_e4m3fn), "f8_e4m3fn");
  for (const DType dtype : all_dtypes()) {
    EXPECT_EQ(dtype_from_name(name(dtype)), dtype);
    EXPECT_EQ(dtype_from_name(short_name(dtype)), dtype);
  }
}

TEST(DType, OfAnotherWordIsAnError) {
  EXPECT_THAT([] { dtype_from_name("double"); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[dtype_from_name] \"double\" is no element type: write it as "
                          "\"float32\" or \"f32\""));
}

TEST(DType, TakesWholeBytesOnTheHostAndBitsOnTheDevice) {
  EXPECT_EQ(itemsize(int4), 1);
  EXPECT_EQ(bitsize(int4), 4);
  EXPECT_EQ(itemsize(DType::uint1), 1);
  EXPECT_EQ(itemsize(bool_), 1);
  EXPECT_EQ(itemsize(float16), 2);
  EXPECT_EQ(itemsize(complex128), 16);
  for (const DType dtype : all_dtypes()) EXPECT_GE(8 * itemsize(dtype), bitsize(dtype));
}

TEST(DType, IsOfOneKind) {
  EXPECT_TRUE(is_integer(DType::int2) && is_integer(uint64));
  EXPECT_FALSE(is_integer(bool_) || is_signed(bool_));
  EXPECT_TRUE(is_signed(int8) && is_signed(bfloat16) && is_signed(complex64));
  EXPECT_FALSE(is_signed(uint8) || is_signed(DType::float8_e8m0fnu));
  for (const DType dtype : all_dtypes()) {
    EXPECT_EQ(is_integer(dtype) + is_floating(dtype) + is_complex(dtype) + (dtype == bool_), 1);
  }
}

TEST(DType, FollowsFromTheCppType) {
  EXPECT_EQ(dtype_of<bool>, bool_);
  EXPECT_EQ(dtype_of<std::int64_t>, int64);
  EXPECT_EQ(dtype_of<long long>, int64);
  EXPECT_EQ(dtype_of<unsigned char>, uint8);
  EXPECT_EQ(dtype_of<double>, float64);
  EXPECT_EQ(dtype_of<bfloat16_t>, bfloat16);
  EXPECT_EQ(dtype_of<std::complex<float>>, complex64);
  EXPECT_EQ(dtype_of<std::complex<double>>, complex128);
}

}  // namespace
}  // namespace berth
