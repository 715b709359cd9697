#include <array>
#include <functional>
#include <string>
#include <tuple>
#include <vector>

#include "berth/grad.h"
#include "berth/jit.h"
#include "berth/vmap.h"
#include "support/logs.h"
#include "transform/control_support.h"

namespace berth {
namespace {

using Cond = ControlFlow;
using SwitchCase = ControlFlow;

struct Pair {
  Array a;
  Array b;
};

Array twice(const Array& x) { return 2 * x; }
Array squared(const Array& x) { return x * x; }

const Here line{"model.cpp", 7};

TEST_F(Cond, RunsOneOfTwoFunctions) {
  const auto f = [](const Array& x) { return cond(sum(x) < 10, twice, squared, x); };

  EXPECT_THAT(cond(true, twice, squared, array({3.0})), Holds<float>({6}));
  EXPECT_THAT(f(array({1.0, 3.0})), Holds<float>({2, 6}));
  EXPECT_THAT(f(array({8.0, 3.0})), Holds<float>({64, 9}));
  EXPECT_THAT(jit(f)(array({1.0, 3.0})), Holds<float>({2, 6}));
}

TEST_F(Cond, TakesANumberForWhetherItIsNotZero) {
  EXPECT_THAT(cond(array(0.5), twice, squared, array({3.0})), Holds<float>({6}));
  EXPECT_THAT(cond(array(0), twice, squared, array({3.0})), Holds<float>({9}));
}

TEST_F(Cond, TakesAndReturnsTrees) {
  const Pair y = cond(
      array(true),
      [](const Pair& p, const Array& z) {
        return Pair{p.b + z, p.a};
      },
      [](const Pair& p, const Array&) { return p; }, Pair{array(1.0), array({2.0, 3.0})[0]}, 5.0);

  EXPECT_THAT(y.a, Holds<float>({7}));
  EXPECT_THAT(y.b, Holds<float>({1}));
}

TEST_F(Cond, FunctionsUseDifferentArraysFromOutside) {
  const Array a = array({1.0});
  const Array b = array({10.0});
  const auto choose = [&](const Array& pred, const Array& x) {
    return cond(
        pred, [&] { return a + x; }, [&] { return b * x + a; });
  };

  EXPECT_THAT(choose(array(true), array({2.0})), Holds<float>({3}));
  EXPECT_THAT(choose(array(false), array({2.0})), Holds<float>({21}));
  EXPECT_THAT(jit(choose)(array(false), array({2.0})), Holds<float>({21}));
}

TEST_F(Cond, IsStronglyTypedIfOneOfItsFunctionsIs) {
  const auto strong = [] { return array(1.0); };
  const auto weak = [] { return full({}, 1.0); };
  ASSERT_TRUE(weak().weak_type());

  EXPECT_FALSE(cond(true, weak, strong).weak_type());
  EXPECT_TRUE(cond(true, weak, weak).weak_type());
}

TEST_F(Cond, IsDifferentiatedThroughTheFunctionThatRuns) {
  const Array w = linspace(1.0, 2.0, 3, {}, float64);
  const auto on_true = [&](const Array& x) { return sum(sin(x) * x * w); };
  const auto on_false = [&](const Array& x) { return sum(x) * sum(x * cos(x)); };
  const Array at = linspace(-1.0, 1.5, 3, {}, float64);

  for (const bool pred : {false, true}) {
    expect_alike([&](const Array& x) { return cond(pred, on_true, on_false, x); },
                 [&](const Array& x) { return pred ? on_true(x) : on_false(x); }, at);
  }
}

TEST_F(Cond, SelectsWhereTheBatchHasSeveralPredicates) {
  const auto f = [](const Array& x) {
    return cond(
        x > 1, squared, [](const Array&) { return array(5.0); }, x);
  };

  EXPECT_THAT(vmap(f)(array({1.0, 2.0, 3.0})), Holds<float>({5, 4, 9}));
  EXPECT_THAT(vmap(grad(f))(array({1.0, 2.0, 3.0})), Holds<float>({0, 4, 6}));
}

TEST_F(Cond, FindsItsProgramAgain) {
  const auto call = [](double by) {
    return cond(
        array(true), [&](const Array& x) { return x * by; }, squared, array({3.0}));
  };
  EXPECT_THAT(call(2), Holds<float>({6}));
  const CompileCount count;
  EXPECT_THAT(call(2), Holds<float>({6}));
  EXPECT_EQ(count(), 0);
}

TEST_F(Cond, RefusesResultsThatAreNotAlike) {
  EXPECT_THAT(
      [] {
        (void)cond(
            {array(true), line}, twice, [](const Array& x) { return sum(x); }, ones({2}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[cond] result is f32[] from on_false and f32[2] from on_true: all branches must "
                  "return the same types; convert or reshape one\n  at model.cpp:7"));
  EXPECT_THAT(
      [] {
        (void)cond(
            {array(true), line},
            [](const Array& x) {
              return Pair{x, x.astype(int32)};
            },
            [](const Array& x) {
              return Pair{x, x};
            },
            ones({2}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[cond] result.1 is f32[2] from on_false and i32[2] from on_true: all branches "
                  "must return the same types; convert or reshape one\n  at model.cpp:7"));
  EXPECT_THAT(
      [] {
        (void)cond(
            {array(true), line},
            [](const Array& x) {
              return Arrays{x, x};
            },
            [](const Array& x) { return Arrays{x}; }, ones({2}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[cond] on_false and on_true return trees that differ at the root: a sequence of "
                  "1 against a sequence of 2: all branches must return alike\n  at model.cpp:7"));
}

TEST_F(Cond, RefusesAPredicateThatIsNoScalar) {
  EXPECT_THAT(
      [] {
        (void)cond({ones({3}) > 0, line}, twice, squared, ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[cond] the predicate is bool[3]: a scalar is needed; where chooses between "
                  "elements, and vmap maps a cond over a batch\n  at model.cpp:7"));
}

TEST_F(SwitchCase, RunsTheBranchOfThatNumber) {
  const auto branches = std::make_tuple(twice, squared, [](const Array& x) { return x + 1; });
  const auto call = [&](const Array& index) { return switch_case(index, branches, array({3.0})); };

  EXPECT_THAT(call(array(0)), Holds<float>({6}));
  EXPECT_THAT(call(array(1)), Holds<float>({9}));
  EXPECT_THAT(jit(call)(array(2)), Holds<float>({4}));
}

TEST_F(SwitchCase, TakesTheNearestBranchForAnIndexOutOfRange) {
  const std::vector<Function> branches = {twice, squared, [](const Array& x) { return x + 1; }};
  const auto call = [&](const Array& index) { return switch_case(index, branches, array({3.0})); };

  EXPECT_THAT(call(array(-5)), Holds<float>({6}));
  EXPECT_THAT(call(array(7)), Holds<float>({4}));
  EXPECT_THAT(call(full({}, -1, int8)), Holds<float>({6}));
  EXPECT_THAT(call(full({}, 200, uint8)), Holds<float>({4}));
  EXPECT_THAT(call(full({}, std::uint64_t{1} << 63, uint64)), Holds<float>({4}));
  EXPECT_THAT(call(full({}, std::int64_t{1} << 40, int64)), Holds<float>({4}));
  const Array many = vmap([&](const Array& i) { return call(i)[0]; })(array({-3, 0, 1, 2, 9}));
  EXPECT_THAT(many, Holds<float>({6, 6, 9, 4, 4}));
}

TEST_F(SwitchCase, OfOneBranchIsThat) {
  EXPECT_THAT(switch_case(array(3), std::array{twice}, array({3.0})), Holds<float>({6}));
}

TEST_F(SwitchCase, IsDifferentiatedThroughTheBranchThatRuns) {
  const std::vector<Function> branches = {
      [](const Array& x) { return sum(x * sin(x)); },
      [](const Array& x) { return array(3.0, float64) + 0 * x[0]; },
      [](const Array& x) { return x[1] * exp(x[0]) * sum(cos(x)); },
  };
  const Array at = linspace(-1.0, 1.5, 3, {}, float64);
  for (int i = 0; i < 3; ++i) {
    expect_alike([&](const Array& x) { return switch_case(array(i), branches, x); },
                 branches[static_cast<std::size_t>(i)], at);
  }
}

TEST_F(SwitchCase, RefusesWhatIsNoIndex) {
  const std::vector<Function> branches = {twice, squared};
  EXPECT_THAT(
      [&] {
        (void)switch_case({array(1.0), line}, branches, ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[switch_case] the index is f32[]: an integer scalar is needed\n"
                  "  at model.cpp:7"));
  EXPECT_THAT(
      [&] {
        (void)switch_case({array({1, 2}), line}, branches, ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[switch_case] the index is i32[2]: an integer scalar is needed\n"
                  "  at model.cpp:7"));
  EXPECT_THAT(
      [&] {
        (void)switch_case({1, line}, std::vector<Function>(), ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[switch_case] there are no branches: give at least one\n  at model.cpp:7"));
  const std::vector<Function> several = {twice, squared, [](const Array& x) { return sum(x); }};
  EXPECT_THAT(
      [&] {
        (void)switch_case({1, line}, several, ones({3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[switch_case] result is f32[3] from branch 0 and f32[] from branch 2: all "
                  "branches must return the same types; convert or reshape one\n"
                  "  at model.cpp:7"));
}

}  // namespace
}  // namespace berth
