#include <tuple>

#include "berth/grad.h"
#include "berth/jacobian.h"
#include "berth/jit.h"
#include "berth/vjp.h"
#include "berth/vmap.h"
#include "transform/control_support.h"

namespace berth {
namespace {

using WhileLoop = ControlFlow;

const Here line{"model.cpp", 7};

// Doubles until the sum is above 20.
Array grown(const Array& x) {
  return while_loop([](const Array& y) { return sum(y) < 20; },
                    [](const Array& y) { return y * 2; }, x);
}

TEST_F(WhileLoop, RunsAsLongAsTheConditionHolds) {
  EXPECT_THAT(grown(array({1.0, 2.0})), Holds<float>({8, 16}));
  EXPECT_THAT(jit(grown)(array({30.0})), Holds<float>({30}));
}

TEST_F(WhileLoop, CarriesTreesAndUsesArraysFromOutside) {
  const Array limit = array(100);
  const Array by = array(3);
  const auto [steps, power] =
      while_loop([&](const std::tuple<Array, Array>& s) { return std::get<1>(s) < limit; },
                 [&](const std::tuple<Array, Array>& s) {
                   const auto& [n, x] = s;
                   return std::tuple<Array, Array>(n + 1, x * by);
                 },
                 std::tuple<Array, Array>(array(0), array(1)));

  EXPECT_THAT(steps, Holds<std::int32_t>({5}));
  EXPECT_THAT(power, Holds<std::int32_t>({243}));
}

TEST_F(WhileLoop, GivesAWeakCarryTheTypeOfTheBody) {
  const Array half = array(0.5);
  const Array last =
      while_loop([](const Array& x) { return x < 2; }, [&](const Array& x) { return x + half; }, 0);
  EXPECT_EQ(last.dtype(), float32);
  EXPECT_THAT(last, Holds<float>({2}));
}

TEST_F(WhileLoop, HasDerivativesForward) {
  const Array at = array({1.0, 2.0});
  const auto tangent = [](const Array& x) { return jvp(grown, x, ones_like(x)).tangent; };

  EXPECT_THAT(tangent(at), Holds<float>({8, 8}));
  EXPECT_THAT(jit(tangent)(at), Holds<float>({8, 8}));
  EXPECT_THAT(jacfwd(grown)(at), Holds<float>({8, 0, 0, 8}));
  const auto cubes = [](const Array& x) {
    return std::get<1>(
        while_loop([](const std::tuple<Array, Array>& s) { return std::get<0>(s) < 3; },
                   [&](const std::tuple<Array, Array>& s) {
                     return std::tuple<Array, Array>(std::get<0>(s) + 1, std::get<1>(s) * x);
                   },
                   std::tuple<Array, Array>(array(0), array(1.0))));
  };
  EXPECT_THAT(jacfwd(cubes)(array(2.0)), Holds<float>({12}));
  EXPECT_THAT(jacfwd(jacfwd(cubes))(array(2.0)), Holds<float>({12}));
}

TEST_F(WhileLoop, RefusesADerivativeInReverse) {
  EXPECT_THAT(
      [] {
        (void)grad([](const Array& x) {
          return while_loop([](const Array& y) { return y < 20; },
                            [](const Array& y) { return y * 2; }, x, line);
        })(array(1.0));
      },
      ThrowsError(ErrorCode::unimplemented,
                  "[while_loop] a derivative in reverse goes back through every step, and how many "
                  "there were is not known: use scan, or fori_loop between C++ integers; jvp and "
                  "jacfwd go forward\n  at model.cpp:7"));
}

TEST_F(WhileLoop, HasGradientsOfWhatDoesNotDependOnItsCarry) {
  const auto loss = [](const Array& x) {
    const Array last = while_loop([](const Array& n) { return n < 5; },
                                  [](const Array& n) { return n + 2; }, array(0.0));
    return x * last;
  };
  EXPECT_THAT(grad(loss)(array(1.0)), Holds<float>({6}));
}

TEST_F(WhileLoop, RunsForABatchUntilAllAreDone) {
  const Array batch = array({{1.0, 2.0}, {30.0, 0.0}, {5.0, 0.0}});

  EXPECT_THAT(vmap(grown)(batch), Holds<float>({8, 16, 30, 0, 20, 0}));
  EXPECT_THAT(vmap(jacfwd(grown))(batch), Holds<float>({8, 0, 0, 8, 1, 0, 0, 1, 4, 0, 0, 4}));
}

TEST_F(WhileLoop, BatchesOnlyWhatDependsOnTheBatch) {
  const auto f = [](const Array& x) {
    return std::get<1>(
        while_loop([](const std::tuple<Array, Array>& s) { return std::get<0>(s) < 4; },
                   [&](const std::tuple<Array, Array>& s) {
                     return std::tuple<Array, Array>(std::get<0>(s) + 1, std::get<1>(s) + x);
                   },
                   std::tuple<Array, Array>(array(0), array(0.0))));
  };
  EXPECT_THAT(vmap(f)(array({1.0, 2.0})), Holds<float>({4, 8}));
  // The counter stays a scalar, so that the condition is the same for all.
  EXPECT_EQ(jit(vmap(f)).lower(array({1.0, 2.0})).text().find("select"), std::string::npos);
}

TEST_F(WhileLoop, RefusesAConditionThatIsNoBoolScalar) {
  EXPECT_THAT(
      [] {
        (void)while_loop([](const Array& x) { return x < 2; }, [](const Array& x) { return x + 1; },
                         zeros({3}), line);
      },
      ThrowsError(
          ErrorCode::invalid_argument,
          "[while_loop] the condition returns bool[3]: a bool scalar is needed; all and any "
          "make one of many\n  at model.cpp:7"));
}

TEST_F(WhileLoop, RefusesACarryThatDoesNotKeepItsType) {
  EXPECT_THAT(
      [] {
        (void)while_loop([](const Array& x) { return sum(x) < 2; },
                         [](const Array& x) { return sum(x); }, zeros({3}), line);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[while_loop] carry is f32[3] before a step and f32[] after it: a step must "
                  "return the types that it gets; convert its result, or the initial carry\n"
                  "  at model.cpp:7"));
}

}  // namespace
}  // namespace berth
