#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "berth/ops.h"
#include "berth/placement.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::Each;
using testing::IsNan;

// Element types on their way through operations.
using TypesOfResults = WithDevices<1>;

TEST_F(TypesOfResults, ConvertedFromInt4KeepTheirSign) {
  std::vector<std::int8_t> all(16);
  std::iota(all.begin(), all.end(), std::int8_t{-8});
  const Array x = device_put(HostRef(all.data(), int4, {16}), dev(0));

  EXPECT_THAT(astype(x, int8), Holds<std::int8_t>(all));
  EXPECT_THAT(astype(astype(x, int32), int4), Holds<std::int8_t>(all));
}

TEST_F(TypesOfResults, ConvertedFromUint4HaveNone) {
  std::vector<std::uint8_t> all(16);
  std::iota(all.begin(), all.end(), std::uint8_t{0});
  const Array x = device_put(HostRef(all.data(), uint4, {16}), dev(0));

  EXPECT_THAT(astype(x, uint8), Holds<std::uint8_t>(all));
}

TEST_F(TypesOfResults, AreWeakOnlyWhereEveryOperandIs) {
  const Array weak = device_put(1.5, dev(0));
  const Array strong = device_put(std::vector<float>{1}, dev(0));

  EXPECT_TRUE(weak.weak_type());
  EXPECT_TRUE((weak + 2).weak_type());
  EXPECT_TRUE((-weak).weak_type());
  EXPECT_FALSE((weak + strong).weak_type());
  EXPECT_FALSE((strong + 2).weak_type());
  EXPECT_FALSE(astype(weak, float32).weak_type());
  EXPECT_EQ((device_put(std::vector<bfloat16_t>{bfloat16_t(1.f)}, dev(0)) + weak).dtype(),
            bfloat16);
}

TEST_F(TypesOfResults, OfANaNTimesAnyZeroAreNaN) {
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Array x = device_put(std::vector<float>{nan, nan}, dev(0));
  const Array zero = astype(x < 0, float32);

  EXPECT_THAT(zero, Holds<float>({0, 0}));
  EXPECT_THAT(values<float>(x * 0.f), Each(IsNan()));
  EXPECT_THAT(values<float>(x * 0), Each(IsNan()));
  EXPECT_THAT(values<float>(x * false), Each(IsNan()));
  EXPECT_THAT(values<float>(x * zero), Each(IsNan()));
}

// The text of the program is a conversion and a product. XLA's compilers make a selection of them.
TEST_F(TypesOfResults, OfANaNTimesAnArrayOfFalseAreZeroAsMultiplySays) {
  if (dev(0).platform() != "cpu") GTEST_SKIP() << "other compilers may do as IEEE 754 says";
  const float nan = std::numeric_limits<float>::quiet_NaN();
  const Array x = device_put(std::vector<float>{nan, nan}, dev(0));

  EXPECT_THAT(x * (x < 0), Holds<float>({0, 0}));
}

}  // namespace
}  // namespace berth
