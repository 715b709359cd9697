#include <complex>
#include <cstdint>
#include <limits>

#include "berth/ops.h"
#include "berth/placement.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Operators = WithDevices<1>;
using Elementwise = WithDevices<1>;
using Choices = WithDevices<1>;
using Conversions = WithDevices<1>;

constexpr float inf = std::numeric_limits<float>::infinity();

TEST_F(Operators, BroadcastByNumpysRules) {
  const Array column = array({{1}, {2}});
  const Array row = array({10, 20, 30});
  EXPECT_THAT(column + row, Holds<std::int32_t>({11, 21, 31, 12, 22, 32}));
  EXPECT_EQ((zeros({0, 3}) + row).shape(), Shape({0, 3}));
  EXPECT_EQ((array(2) * array(3)).shape(), Shape());
}

TEST_F(Operators, MeanWhatTheyMeanInPython) {
  const Array x = array({7, -7});
  EXPECT_THAT(x / 2, Holds<float>({3.5, -3.5}));
  EXPECT_THAT(x % 3, Holds<std::int32_t>({1, 2}));
  EXPECT_THAT(-x, Holds<std::int32_t>({-7, 7}));
  EXPECT_THAT(~x, Holds<std::int32_t>({-8, 6}));
  EXPECT_THAT(x >> 1, Holds<std::int32_t>({3, -4}));
  EXPECT_THAT(1 << array({0, 4}), Holds<std::int32_t>({1, 16}));
  EXPECT_THAT((x & 5) | 8, Holds<std::int32_t>({13, 9}));
  EXPECT_THAT(x ^ x, Holds<std::int32_t>({0, 0}));
  EXPECT_THAT(x == 7, Holds<bool>({true, false}));
  EXPECT_THAT(x != 7, Holds<bool>({false, true}));
  EXPECT_THAT(0 < x, Holds<bool>({true, false}));
  EXPECT_THAT(x <= -7, Holds<bool>({false, true}));
}

TEST_F(Operators, AssignToTheVariableOnly) {
  Array x = array({1.0, 2.0});
  const Array old = x;
  x += 1;
  x *= x;
  EXPECT_THAT(x, Holds<float>({4, 9}));
  EXPECT_THAT(old, Holds<float>({1, 2}));
}

TEST_F(Operators, ShapesThatClashAreNamed) {
  const Array x = ones({2, 3});
  const Array y = ones({4});
  EXPECT_THAT(
      [&] {
        (void)add({x, {"model.cpp", 3}}, y);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[add] f32[2, 3] and f32[4] do not broadcast: counted from the last, "
                  "axis -1 is 3 and 4; they must be equal, or one of them 1\n"
                  "  at model.cpp:3"));
}

TEST_F(Operators, TypesThatDoNotFitAreNamed) {
  const Array x = ones({2});
  EXPECT_THAT(
      [&] {
        (void)bitwise_and({x, {"model.cpp", 4}}, x);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[bitwise_and] float32 is not taken, only bool and integers: convert "
                  "with astype\n  at model.cpp:4"));
  EXPECT_THAT(
      [&] {
        (void)floor({ones({2}, complex64), {"model.cpp", 5}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[floor] complex64 is not taken, only floating-point numbers: convert "
                  "with astype\n  at model.cpp:5"));
}

TEST_F(Operators, AScalarThatDoesNotFitIsAnError) {
  const Array x = ones({2}, int8);
  EXPECT_THAT(
      [&] {
        (void)add({x, {"model.cpp", 6}}, 300);
      },
      ThrowsError(ErrorCode::out_of_range,
                  "[add] 300 does not fit int8, which holds -128 to 127: use a wider type\n"
                  "  at model.cpp:6"));
}

TEST_F(Operators, EmptyArraysAreErrors) {
  EXPECT_THAT([&] { (void)exp({Array(), {"model.cpp", 7}}); }, testing::Throws<Error>());
}

TEST_F(Operators, ALoopOverScalarsCompilesOnce) {
  const Array x = array({1.0, 2.0});
  (void)(x * 0.5);
  const CompileCount compiles;
  Array total = zeros({2});
  (void)(total + x);
  const std::int64_t before = compiles();
  for (int i = 0; i < 10; ++i) total += x * (0.1 * i);
  EXPECT_EQ(compiles(), before);
}

TEST_F(Elementwise, FunctionsKeepShortFloatingTypes) {
  const Array x = ones({2}, bfloat16);
  EXPECT_EQ(exp(x).dtype(), bfloat16);
  EXPECT_THAT(astype(exp(x), float32), Holds<float>({2.71875F, 2.71875F}));
  EXPECT_THAT(astype(sqrt(full({1}, 2, float16)), float32), Holds<float>({1.4140625F}));
}

TEST_F(Elementwise, RoundingGoesToEven) {
  EXPECT_THAT(round(array({0.5, 1.5, 2.5, -0.5, -1.7})), Holds<float>({0, 2, 2, 0, -2}));
  EXPECT_THAT(trunc(array({1.7, -1.7})), Holds<float>({1, -1}));
  EXPECT_THAT(floor(array({1.7, -1.2})), Holds<float>({1, -2}));
  EXPECT_THAT(ceil(array({3, 4})), Holds<std::int32_t>({3, 4}));
}

TEST_F(Elementwise, DivisionOfIntegersByZeroIsDefined) {
  const Array x = array({1, -1, 0});
  EXPECT_THAT(floor_divide(x, 0), Holds<std::int32_t>({-2, -2, -1}));
  EXPECT_THAT(x % 0, Holds<std::int32_t>({0, 0, 0}));
  EXPECT_THAT(fmod(x, 0), Holds<std::int32_t>({0, 0, 0}));
  EXPECT_THAT(floor_divide(array({3}, uint8), 0), Holds<std::uint8_t>({255}));
}

TEST_F(Elementwise, ShiftsBeyondTheWidthAreDefined) {
  EXPECT_THAT(array({1, -5}) << 32, Holds<std::int32_t>({0, 0}));
  EXPECT_THAT(array({5, -5}) >> 40, Holds<std::int32_t>({0, -1}));
  EXPECT_THAT(array({5, -5}) >> -1, Holds<std::int32_t>({0, -1}));
}

TEST_F(Elementwise, PowersOfIntegersStayIntegers) {
  EXPECT_THAT(power(array({2, -3}), 3), Holds<std::int32_t>({8, -27}));
  EXPECT_THAT(power(array({2, -3}), array({10, 3})), Holds<std::int32_t>({1024, -27}));
  EXPECT_THAT(power(array({4.0, 0.25}), -1), Holds<float>({0.25, 4}));
  const Array x = array({2});
  EXPECT_THAT(
      [&] {
        (void)power({x, {"model.cpp", 9}}, -2);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[power] i32[1] to the power -2: integers have no negative powers; "
                  "convert with astype\n  at model.cpp:9"));
}

TEST_F(Elementwise, NanAndInfinityAreAskedFor) {
  const Array x = array({1.0F, inf, -inf, inf - inf});
  EXPECT_THAT(isnan(x), Holds<bool>({false, false, false, true}));
  EXPECT_THAT(isinf(x), Holds<bool>({false, true, true, false}));
  EXPECT_THAT(isfinite(x), Holds<bool>({true, false, false, false}));
  EXPECT_THAT(isfinite(array({1, 2})), Holds<bool>({true, true}));
}

TEST_F(Elementwise, ComplexNumbersHaveParts) {
  using c64 = std::complex<float>;
  const Array z = array({c64(3, 4), c64(0, -1)});
  EXPECT_THAT(abs(z), Holds<float>({5, 1}));
  EXPECT_THAT(real(z), Holds<float>({3, 0}));
  EXPECT_THAT(imag(conj(z)), Holds<float>({-4, 1}));
  EXPECT_THAT(z * c64(0, 1), Holds<c64>({c64(-4, 3), c64(1, 0)}));
  EXPECT_THAT(imag(array({1.0})), Holds<float>({0}));
}

TEST_F(Elementwise, BoolAddsAndMultipliesLogically) {
  const Array x = array({true, false});
  EXPECT_THAT(x + x, Holds<bool>({true, false}));
  EXPECT_THAT(x * false, Holds<bool>({false, false}));
  EXPECT_THAT(square(x), Holds<std::int32_t>({1, 0}));
  EXPECT_THAT(logical_xor(x, array({2.0, 3.0})), Holds<bool>({false, true}));
}

TEST_F(Choices, WhereTakesScalars) {
  const Array x = array({1.0, -2.0});
  EXPECT_THAT(where(x > 0, x, 0), Holds<float>({1, 0}));
  EXPECT_THAT(where(array({1, 0}), 5, x), Holds<float>({5, -2}));
  EXPECT_EQ(where(x > 0, 1, 2).dtype(), int32);
  EXPECT_TRUE(where(x > 0, 1, 2).weak_type());
}

TEST_F(Choices, ClipPromotesAndTheUpperBoundDecides) {
  EXPECT_THAT(clip(array({-1, 5}), 0, 3), Holds<std::int32_t>({0, 3}));
  EXPECT_THAT(clip(array({5.0}), 3, 1), Holds<float>({1}));
  EXPECT_EQ(clip(array({1}), 0.5, 2).dtype(), float32);
}

TEST_F(Choices, SelectAndClampAreStrict) {
  const Array x = array({1.0, 2.0});
  EXPECT_THAT(select(x > 1, x, 0.5), Holds<float>({0.5, 2}));
  EXPECT_THAT(clamp(0.0, x, 1.5), Holds<float>({1, 1.5}));
  EXPECT_THAT(
      [&] {
        (void)clamp({array({1}), {"model.cpp", 8}}, x, 2.0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[clamp] i32[1] and f32[2] and f32[] differ in type: convert with "
                  "astype, or use where or clip, which promote\n  at model.cpp:8"));
  EXPECT_THAT(
      [&] {
        (void)select({x > 1, {"model.cpp", 9}}, x, ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[select] f32[3] where f32[2] or a scalar is needed: broadcast it, or "
                  "use where or clip\n  at model.cpp:9"));
}

TEST_F(Conversions, TheSameTypeIsTheSameObject) {
  const Array x = ones({2});
  EXPECT_EQ(astype(x, float32).state(), x.state());
  EXPECT_EQ(x.astype(float32).state(), x.state());
  const Array weak = full({2}, 1.0);
  EXPECT_NE(astype(weak, float32).state(), weak.state());
}

TEST_F(Conversions, FollowTheEngine) {
  EXPECT_THAT(array({3.7F, -3.7F, 1e20F, inf - inf}).astype(int32),
              Holds<std::int32_t>({3, -3, 2147483647, 0}));
  EXPECT_THAT(array({300, -1}).astype(int8), Holds<std::int8_t>({44, -1}));
  EXPECT_THAT(array({2, 0}).astype(bool_), Holds<bool>({true, false}));
  EXPECT_THAT(array({true, false}).astype(float64), Holds<double>({1, 0}));
  EXPECT_THAT(array({7, -9}).astype(int4).astype(int32), Holds<std::int32_t>({7, 7}));
  EXPECT_THAT(array({0.3, 500.0}).astype(DType::float8_e5m2).astype(float32),
              Holds<float>({0.3125, 512}));
}

}  // namespace
}  // namespace berth
