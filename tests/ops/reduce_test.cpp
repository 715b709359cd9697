#include <cmath>
#include <cstdint>
#include <limits>

#include "berth/ops.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Reductions = WithDevices<1>;
using Networks = WithDevices<1>;

const float nan = std::numeric_limits<float>::quiet_NaN();

TEST_F(Reductions, RunOverAllAxesOrSome) {
  const Array x = array({{1.0, 2.0, 3.0}, {4.0, 5.0, 6.0}});
  EXPECT_THAT(sum(x), Holds<float>({21}));
  EXPECT_THAT(sum(x, 0), Holds<float>({5, 7, 9}));
  EXPECT_THAT(sum(x, -1), Holds<float>({6, 15}));
  EXPECT_EQ(sum(x, {0, 1}, {.keepdims = true}).shape(), Shape({1, 1}));
  EXPECT_THAT(prod(x, 1), Holds<float>({6, 120}));
  EXPECT_THAT(max(x, 0), Holds<float>({4, 5, 6}));
  EXPECT_THAT(min(x, 1, {.keepdims = true}), Holds<float>({1, 4}));
  EXPECT_THAT(mean(x, 1), Holds<float>({2, 5}));
  EXPECT_THAT(count_nonzero(x - 1), Holds<std::int32_t>({5}));
}

TEST_F(Reductions, AxesThatAreNotThereAreNamed) {
  const Array x = ones({2, 3});
  EXPECT_THAT(
      [&] {
        (void)sum({x, {"model.cpp", 3}}, 2);
      },
      ThrowsError(ErrorCode::out_of_range,
                  "[sum] axis 2: the array has rank 2, so axes are -2 to 1\n"
                  "  at model.cpp:3"));
  EXPECT_THAT(
      [&] {
        (void)max({x, {"model.cpp", 4}}, {0, -2});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[max] axis 0 is named twice: name each axis once\n  at model.cpp:4"));
}

TEST_F(Reductions, OfNothingAreTheirNeutralElements) {
  const Array x = zeros({0, 2});
  EXPECT_THAT(sum(x, 0), Holds<float>({0, 0}));
  EXPECT_THAT(prod(x), Holds<float>({1}));
  EXPECT_THAT(any(x), Holds<bool>({false}));
  EXPECT_THAT(all(x), Holds<bool>({true}));
  EXPECT_TRUE(std::isnan(mean(x).item<float>()));
  EXPECT_EQ(max(x, 1).shape(), Shape({0}));
}

TEST_F(Reductions, ExtremesOfNothingAreErrors) {
  const Array x = zeros({0, 2});
  EXPECT_THAT(
      [&] {
        (void)max({x, {"model.cpp", 5}}, 0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[max] f32[0, 2] has no elements along axis 0, and nothing is the result "
                  "of none: look at size() first\n  at model.cpp:5"));
  EXPECT_THAT(
      [&] {
        (void)argmin({x, {"model.cpp", 6}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[argmin] f32[0, 2] has no elements along axis 0, and nothing is the "
                  "result of none: look at size() first\n  at model.cpp:6"));
}

TEST_F(Reductions, ShortTypesAreSummedInWiderOnes) {
  EXPECT_THAT(sum(full({200}, 100, int8)), Holds<std::int32_t>({20000}));
  EXPECT_THAT(sum(ones({3}, bool_)), Holds<std::int32_t>({3}));
  EXPECT_THAT(sum(ones({3000}, bfloat16)).astype(float32), Holds<float>({3008}));
  EXPECT_THAT(mean(ones({3000}, float16)).astype(float32), Holds<float>({1}));
  EXPECT_EQ(sum(ones({3}, int64)).dtype(), int64);
  EXPECT_THAT(sum(array({1.6, 1.6}), 0, {.dtype = int32}), Holds<std::int32_t>({2}));
}

TEST_F(Reductions, NanWins) {
  const Array x = array({1.0F, nan, 3.0F, nan});
  EXPECT_TRUE(std::isnan(max(x).item<float>()));
  EXPECT_THAT(argmax(x), Holds<std::int32_t>({1}));
  EXPECT_THAT(argmin(x), Holds<std::int32_t>({1}));
}

TEST_F(Reductions, TheFirstOfEqualExtremesIsFound) {
  const Array x = array({{1, 5, 5}, {5, 0, 0}});
  EXPECT_THAT(argmax(x), Holds<std::int32_t>({1}));
  EXPECT_THAT(argmax(x, 1), Holds<std::int32_t>({1, 0}));
  EXPECT_THAT(argmin(x, -1, {.keepdims = true}), Holds<std::int32_t>({0, 1}));
  EXPECT_EQ(argmin(x, -1, {.keepdims = true}).shape(), Shape({2, 1}));
}

TEST_F(Reductions, VarianceTakesOffDegreesOfFreedom) {
  const Array x = array({1.0, 3.0});
  EXPECT_THAT(var(x), Holds<float>({1}));
  EXPECT_THAT(var(x, 0, {.ddof = 1}), Holds<float>({2}));
  EXPECT_TRUE(std::isnan(var(x, 0, {.ddof = 2}).item<float>()));
  EXPECT_THAT(berth::std(array({0, 4})), Holds<float>({2}));
}

TEST_F(Networks, SoftmaxSumsToOneAlongItsAxes) {
  const Array x = array({{1000.0, 1000.0}, {0.0, 0.0}});
  EXPECT_THAT(softmax(x), Holds<float>({0.5, 0.5, 0.5, 0.5}));
  EXPECT_THAT(softmax(x, 0), Holds<float>({1, 1, 0, 0}));
  EXPECT_THAT(softmax(x, {0, 1}), Holds<float>({0.5, 0.5, 0, 0}));
  const Array row = log_softmax(x)[0];
  EXPECT_THAT(row, Holds<float>({-std::log(2.0F), -std::log(2.0F)}));
}

TEST_F(Networks, FunctionsDoNotOverflow) {
  const Array x = array({-1000.0, 0.0, 1000.0});
  EXPECT_THAT(sigmoid(x), Holds<float>({0, 0.5, 1}));
  EXPECT_THAT(relu(x), Holds<float>({0, 0, 1000}));
  EXPECT_THAT(softplus(x), Holds<float>({0, std::log(2.0F), 1000}));
  EXPECT_THAT(logsumexp(array({1000.0, 1000.0})), Holds<float>({1000 + std::log(2.0F)}));
  EXPECT_EQ(logsumexp(zeros({0})).item<float>(), -std::numeric_limits<float>::infinity());
  EXPECT_FLOAT_EQ(gelu(array(1.0)).item<float>(), 0.841192F);
  EXPECT_FLOAT_EQ(gelu(array(1.0), {.approximate = false}).item<float>(), 0.8413447F);
}

}  // namespace
}  // namespace berth
