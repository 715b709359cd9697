#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <functional>
#include <limits>
#include <vector>

#include "berth/grad.h"
#include "berth/ops.h"
#include "berth/placement.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::Each;
using testing::IsNan;

using Unary = std::function<Array(const Array& x)>;
using c64 = std::complex<float>;

constexpr double inf = std::numeric_limits<double>::infinity();

// Of the sum of all elements.
Array slope(const Unary& function, const Array& x) {
  return grad([&](const Array& at) { return sum(function(at)); })(x);
}

Array second_slope(const Unary& function, const Array& x) {
  return slope([&](const Array& at) { return slope(function, at); }, x);
}

// Where a function has no derivative, or its formula none, the gradient is JAX's.
using Kinks = WithDevices<1>;
using StopGradient = WithDevices<1>;
using ComplexGradients = WithDevices<1>;

TEST_F(Kinks, OfReluHasTheSlopeZero) {
  EXPECT_THAT(slope(relu, array({-1.0, -0.0, 0.0, 2.0})), Holds<float>({0, 0, 0, 1}));
}

TEST_F(Kinks, OfAbsHasTheSlopeOne) {
  EXPECT_THAT(slope(abs, array({-2.0, 0.0, 3.0})), Holds<float>({-1, 1, 1}));
}

TEST_F(Kinks, OfTwoEqualsAreShared) {
  const Array x = array({1.0, 2.0, 3.0});
  const Array y = array({2.0, 2.0, 2.0});
  const auto [dx, dy] =
      grad<0, 1>([](const Array& a, const Array& b) { return sum(maximum(a, b)); })(x, y);
  EXPECT_THAT(dx, Holds<float>({0, 0.5, 1}));
  EXPECT_THAT(dy, Holds<float>({1, 0.5, 0}));
  EXPECT_THAT(slope([&](const Array& a) { return minimum(a, y); }, x), Holds<float>({1, 0.5, 0}));
}

TEST_F(Kinks, OfClampHaveNoSlope) {
  const Array x = array({-1.0, 0.0, 1.0, 2.0});
  EXPECT_THAT(slope([](const Array& a) { return clamp(0.0, a, 2.0); }, x),
              Holds<float>({0, 0, 1, 0}));
  EXPECT_THAT(slope([](const Array& a) { return clip(a, 0, 2); }, x),
              Holds<float>({0, 0.5, 1, 0.5}));
}

TEST_F(Kinks, OfPowersOfZeroAreThoseOfTheExponentsType) {
  const Array zero = array({0.0});
  const auto to = [&](const Array& y) {
    return slope([&](const Array& x) { return power(x, y); }, zero);
  };
  EXPECT_THAT(to(array({0})), Holds<float>({0}));
  EXPECT_THAT(to(array({1})), Holds<float>({1}));
  EXPECT_THAT(values<float>(to(array({0.0}))), Each(IsNan()));
  EXPECT_THAT(slope([](const Array& x) { return power(x, 0); }, zero), Holds<float>({0}));
  EXPECT_THAT(slope([](const Array& y) { return power(0.0, y); }, array({1.0})), Holds<float>({0}));
}

TEST_F(Kinks, OfSqrtAreInfinite) {
  EXPECT_THAT(slope(sqrt, array({0.0})), Holds<float>({float(inf)}));
  EXPECT_THAT(values<float>(slope([](const Array& x) { return sqrt(x * 0); }, array({1.0}))),
              Each(IsNan()));
}

TEST_F(Kinks, AreAvoidedByAGuardInside) {
  const Unary guarded = [](const Array& x) { return where(x > 0, sqrt(where(x > 0, x, 1)), 0); };
  EXPECT_THAT(slope(guarded, array({0.0, 4.0})), Holds<float>({0, 0.25}));
}

TEST_F(Kinks, AreNotMadeByOverflow) {
  const Array x = array({-1000.0, 0.0, 1000.0});
  EXPECT_THAT(slope(sigmoid, x), Holds<float>({0, 0.25, 0}));
  EXPECT_THAT(slope(softplus, x), Holds<float>({0, 0.5, 1}));
  EXPECT_THAT(second_slope(softplus, x), Holds<float>({0, 0.25, 0}));
  EXPECT_THAT(slope([](const Array& a) { return logsumexp(a); }, array({-inf, -inf, 3.0})),
              Holds<float>({0, 0, 1}));
  EXPECT_THAT(slope([](const Array& a) { return softmax(a)[1]; }, array({1000.0, -1000.0})),
              Holds<float>({0, 0}));
}

TEST_F(Kinks, OfLogaddexpAtEqualInfinitiesGiveEachAll) {
  EXPECT_THAT(slope([](const Array& x) { return logaddexp(x, inf); }, array({inf, 0.0})),
              Holds<float>({1, 1}));
}

TEST_F(Kinks, OfStepsHaveNoSlope) {
  const Array x = array({-1.5, 0.0, 2.0});
  for (const auto& step : {floor, ceil, round, trunc, sign}) {
    EXPECT_THAT(slope(step, x), Holds<float>({0, 0, 0}));
  }
}

TEST_F(Kinks, OfShortFloatsAreOfTheirType) {
  const Array x = astype(array({0.5, 1.0}), bfloat16);
  for (const auto& function : {sin, log, relu, tanh, abs, sqrt, sigmoid, softplus}) {
    EXPECT_EQ(slope(function, x).dtype(), bfloat16);
  }
  EXPECT_EQ(slope([](const Array& a) { return maximum(a, 0.5) * 2.0; }, x).dtype(), bfloat16);
}

TEST_F(Kinks, OfNextafterHaveNoDerivativeAtAll) {
  const auto f = grad([](const Array& x) { return nextafter({x, {"model.cpp", 7}}, 1.0); });
  EXPECT_THAT([&] { (void)f(array(0.5)); },
              ThrowsError(ErrorCode::unimplemented,
                          "[grad] nextafter has no derivative\n  at model.cpp:7"));
}

TEST_F(StopGradient, TakesItsOperandForConstant) {
  const Array x = array({2.0, 3.0});
  EXPECT_THAT(slope([](const Array& a) { return a * stop_gradient(a); }, x), Holds<float>({2, 3}));
  EXPECT_THAT(second_slope([](const Array& a) { return a * stop_gradient(a); }, x),
              Holds<float>({0, 0}));
  EXPECT_THAT(slope(stop_gradient, x), Holds<float>({0, 0}));
}

TEST_F(StopGradient, OfWhatIsNotTracedIsTheSameArray) {
  const Array x = array({2.0, 3.0});
  EXPECT_EQ(stop_gradient(x).state(), x.state());
}

TEST_F(StopGradient, KeepsEveryType) {
  const Array x = array({2.0});
  const auto f = [](const Array& a) {
    return where(stop_gradient(a > 0), a, 0) * stop_gradient(astype(a, int32));
  };
  EXPECT_THAT(slope(f, x), Holds<float>({2}));
}

// The gradient of a real function of x + iy is its slope in x minus i times that in y: along its
// conjugate the function grows the most.
TEST_F(ComplexGradients, AreConjugatesOfTheDirectionOfAscent) {
  const Array z = array({c64(3, 4), c64(0, 0)});
  EXPECT_THAT(slope(abs, z), Holds<c64>({{0.6F, -0.8F}, {0, 0}}));
  EXPECT_THAT(slope(real, z), Holds<c64>({{1, 0}, {1, 0}}));
  EXPECT_THAT(slope(imag, z), Holds<c64>({{0, -1}, {0, -1}}));
  EXPECT_THAT(slope([](const Array& a) { return real(conj(a) * a); }, z),
              Holds<c64>({{6, -8}, {0, 0}}));
}

TEST_F(ComplexGradients, OfRealArgumentsAreReal) {
  const auto f = [](const Array& x) { return imag(exp(x * c64(0, 1))); };
  EXPECT_THAT(slope(f, array({0.0})), Holds<float>({1}));
}

TEST_F(ComplexGradients, OfTwoEqualsAreShared) {
  const Array z = array({c64(1, 2), c64(1, 3)});
  EXPECT_THAT(slope([](const Array& a) { return real(maximum(a, c64(1, 2))); }, z),
              Holds<c64>({{0.5, 0}, {1, 0}}));
}

}  // namespace
}  // namespace berth
