#include <string>
#include <tuple>
#include <variant>
#include <vector>

#include "berth/grad.h"
#include "berth/jit.h"
#include "berth/vjp.h"
#include "berth/vmap.h"
#include "support/logs.h"
#include "transform/control_support.h"

namespace berth {
namespace {

using Scan = ControlFlow;
using ForiLoop = ControlFlow;
using Map = ControlFlow;

struct State {
  Array h;
  Array n;
};
struct Step {
  Array x;
  Array gate;
};

const Here line{"model.cpp", 7};

using Both = std::pair<Array, Array>;

Both running_sum(const Array& total, const Array& x) {
  const Array next = total + x;
  return {next, next};
}

TEST_F(Scan, CarriesFromElementToElement) {
  const auto [carry, ys] = scan(running_sum, 0.0, array({1.0, 2.0, 3.0}));

  EXPECT_THAT(carry, Holds<float>({6}));
  EXPECT_THAT(ys, Holds<float>({1, 3, 6}));
}

TEST_F(Scan, GoesBackwardsInReverse) {
  for (const int unroll : {1, 2, 3, 5}) {
    const auto [carry, ys] =
        scan(running_sum, 0.0, array({1.0, 2.0, 3.0}), {.reverse = true, .unroll = unroll});

    EXPECT_THAT(carry, Holds<float>({6}));
    EXPECT_THAT(ys, Holds<float>({6, 5, 3}));
  }
}

TEST_F(Scan, IsTheSameHoweverItIsUnrolled) {
  const Array xs = reshape(arange(10.0), {5, 2});
  const auto f = [](const Array& carry, const Array& x) { return Both(2 * carry + x, carry * x); };
  const auto expected = scan(f, ones({2}), xs);
  for (const int unroll : {2, 3, 5, 100}) {
    const auto [carry, ys] = scan(f, ones({2}), xs, {.unroll = unroll});

    EXPECT_THAT(carry, Holds<float>(values<float>(expected.carry)));
    EXPECT_THAT(ys, Holds<float>(values<float>(expected.ys)));
  }
}

TEST_F(Scan, TakesAndReturnsTrees) {
  const auto f = [](const State& s, const Step& step) {
    const State next{s.h + step.x * step.gate, s.n + 1};
    return std::tuple(next, std::vector<Array>{next.h, step.x});
  };
  const auto result = scan(f, State{zeros({2}), array(0)},
                           Step{reshape(arange(6.0), {3, 2}), array({1.0, 0.0, 2.0})});

  EXPECT_THAT(result.carry.h, Holds<float>({8, 11}));
  EXPECT_THAT(result.carry.n, Holds<std::int32_t>({3}));
  EXPECT_EQ(result.ys[0].shape(), Shape({3, 2}));
  EXPECT_THAT(result.ys[0], Holds<float>({0, 1, 0, 1, 8, 11}));
  EXPECT_THAT(result.ys[1], Holds<float>({0, 1, 2, 3, 4, 5}));
}

TEST_F(Scan, OfNothingReturnsTheInitialCarry) {
  const auto [carry, ys] = scan(running_sum, 5.0, zeros({0}));

  EXPECT_THAT(carry, Holds<float>({5}));
  EXPECT_EQ(ys.shape(), Shape({0}));
}

TEST_F(Scan, OfOneElementIsOneCall) {
  const auto [carry, ys] = scan(running_sum, 5.0, array({2.0}));

  EXPECT_THAT(carry, Holds<float>({7}));
  EXPECT_THAT(ys, Holds<float>({7}));
}

TEST_F(Scan, RunsWithoutElementsForALength) {
  const auto doubled = scan([](const Array& x) { return Both(2 * x, x); }, 1.0, {.length = 4});
  EXPECT_THAT(doubled.carry, Holds<float>({16}));
  EXPECT_THAT(doubled.ys, Holds<float>({1, 2, 4, 8}));

  const auto last = scan([](const Array& x) { return std::pair(x + 1, std::monostate()); },
                         array(0), {.length = 1000});
  EXPECT_THAT(last.carry, Holds<std::int32_t>({1000}));
}

TEST_F(Scan, GivesAWeakCarryTheTypeOfTheBody) {
  const auto result = scan(running_sum, 0, array({1.5, 2.0}));
  EXPECT_EQ(result.carry.dtype(), float32);
  EXPECT_THAT(result.ys, Holds<float>({1.5, 3.5}));

  const auto wide = scan(running_sum, 0.0, ones({2}, float64));
  EXPECT_EQ(wide.carry.dtype(), float64);
}

TEST_F(Scan, IsDifferentiatedAsItsStepsAre) {
  const Array w = linspace(0.5, 1.0, 3, {}, float64);
  const Array xs = reshape(linspace(-1.0, 1.0, 12, {}, float64), {4, 3});
  for (const bool reverse : {false, true}) {
    // In the initial carry, with constants and elements from outside.
    const auto step = [&](const Array& h, const Array& x) {
      const Array next = sin(h * w) + x * h;
      return Both(next, next * x);
    };
    expect_alike(
        [&](const Array& h) {
          const auto [last, ys] = scan(step, h, xs, {.reverse = reverse});
          return sum(last) + sum(ys * ys);
        },
        [&](Array h) {
          Array total = array(0.0, float64);
          for (int i = 0; i < 4; ++i) {
            const auto [next, y] = step(h, xs[reverse ? 3 - i : i]);
            h = next;
            total += sum(y * y);
          }
          return sum(h) + total;
        },
        linspace(-0.5, 1.5, 3, {}, float64));
  }
}

TEST_F(Scan, IsDifferentiatedInConstantsAndElements) {
  const auto step = [](const Array& w, const Array& h, const Array& x) {
    const Array next = sin(h + cos(w) * x) * w;
    return Both(next, next * h);
  };
  expect_alike(
      [&](const Array& x) {
        const auto [last, ys] =
            scan([&](const Array& h, const Array& x_i) { return step(sum(x), h, x_i); }, 0.25, x);
        return last + sum(ys);
      },
      [&](const Array& x) {
        Array h = array(0.25, float64);
        Array total = array(0.0, float64);
        for (int i = 0; i < 4; ++i) {
          const auto [next, y] = step(sum(x), h, x[i]);
          h = next;
          total += y;
        }
        return h + total;
      },
      linspace(-1.0, 1.0, 4, {}, float64));
}

TEST_F(Scan, HasGradientsOfAnyLength) {
  for (const std::int64_t length : {0, 1}) {
    const auto loss = [&](const Array& x) {
      return scan(running_sum, 2 * x, ones({length})).carry;
    };
    EXPECT_THAT(grad(loss)(array(3.0)), Holds<float>({2}));
    EXPECT_THAT(jit(grad(loss))(array(3.0)), Holds<float>({2}));
  }
}

TEST_F(Scan, CallsJittedFunctions) {
  const auto jitted = jit([](const Array& h, const Array& x) { return sin(h) * x; });
  const Array xs = linspace(-1.0, 1.0, 3, {}, float64);
  expect_alike(
      [&](const Array& h) {
        const auto step = [&](const Array& carry, const Array& x) {
          return std::pair(jitted(carry, x) + carry, std::monostate());
        };
        return sum(scan(step, h, xs).carry);
      },
      [&](Array h) {
        for (int i = 0; i < 3; ++i) h = sin(h) * xs[i] + h;
        return sum(h);
      },
      linspace(0.5, 1.5, 2, {}, float64));
}

// A loop that is nonlinear in the carry and in a constant, without ys.
Array driven(const Array& w, const Array& xs) {
  const auto step = [&](const Array& h, const Array& x) {
    return std::pair(sin(h * cos(w)) + x, std::monostate());
  };
  return sum(scan(step, zeros({64}), xs).carry);
}

std::size_t stacked_values(const std::string& text) {
  std::size_t count = 0;
  for (std::size_t at = 0; (at = text.find("dynamic_update_slice", at)) != std::string::npos;
       ++at) {
    ++count;
  }
  return count;
}

TEST_F(Scan, KeepsForItsGradientOnlyWhatDiffersFromStepToStep) {
  const auto gradient = jit(grad(driven));
  // The carry, and cos(h cos w); cos w itself is the same in every step.
  EXPECT_EQ(stacked_values(gradient.lower(ones({64}), ones({1000, 64})).text()), 2u);
}

TEST_F(Scan, KeepsNothingForATangent) {
  const auto tangent = jit([](const Array& w, const Array& xs) {
    return jvp([&](const Array& at) { return driven(at, xs); }, w, ones_like(w)).tangent;
  });
  EXPECT_EQ(stacked_values(tangent.lower(ones({64}), ones({1000, 64})).text()), 0u);
}

// One step in two: which, depends on the element.
Array one_of_two(const Array& carry, const Array& element) {
  return cond(
      element > 0, [](const Array& h, const Array& x) { return sin(h) * x; },
      [](const Array& h, const Array& x) { return h * cos(h + x); }, carry, element);
}

TEST_F(Scan, NestsWithItselfAndWithCond) {
  const std::vector<double> numbers = {-1, 0.5, 1};
  const Array xs = array({-1.0, 0.5, 1.0}, float64);
  const auto inner = [&](const Array& h, const Array& x) {
    const auto [last, ys] = scan(
        [&](const Array& carry, const Array& z) {
          const Array next = one_of_two(carry * x, z);
          return Both(next, next);
        },
        h, xs);
    return Both(last, sum(ys));
  };
  expect_alike(
      [&](const Array& h) {
        const auto [last, ys] = scan(inner, h, xs);
        return sum(last) + sum(ys);
      },
      [&](Array h) {
        Array total = array(0.0, float64);
        for (const double x : numbers) {
          for (const double z : numbers) {
            const Array before = h * x;
            h = z > 0 ? sin(before) * z : before * cos(before + z);
            total += sum(h);
          }
        }
        return sum(h) + total;
      },
      linspace(0.5, 1.5, 2, {}, float64));
}

TEST_F(Scan, FindsItsProgramAgain) {
  const auto call = [](const Array& w) {
    return scan([&](const Array& h, const Array& x) { return Both(h * w + x, h); }, zeros({3}),
                ones({7, 3}))
        .carry;
  };
  const Array w = full({3}, 2.0);
  EXPECT_THAT(call(w), Holds<float>({127, 127, 127}));
  const CompileCount count;
  EXPECT_THAT(call(w), Holds<float>({127, 127, 127}));
  EXPECT_EQ(count(), 0);
}

TEST_F(Scan, RefusesElementsOfSeveralLengths) {
  const auto f = [](const Array& h, const Step& step) { return Both(h, step.x); };
  EXPECT_THAT(
      [&] {
        (void)scan(f, 0.0, Step{ones({3, 2}), ones({4})}, {}, line);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[scan] xs.1 is f32[4], which has 4 elements along its leading axis, where that "
                  "of xs.0 is 3: they must agree\n  at model.cpp:7"));
  EXPECT_THAT(
      [&] { (void)scan(running_sum, 0.0, ones({3}), {.length = 5}, line); },
      ThrowsError(ErrorCode::invalid_argument,
                  "[scan] xs is f32[3], which has 3 elements along its leading axis, where the "
                  "length is 5: they must agree\n  at model.cpp:7"));
  EXPECT_THAT(
      [&] { (void)scan(running_sum, 0.0, array(1.0), {}, line); },
      ThrowsError(ErrorCode::invalid_argument,
                  "[scan] xs is f32[], which has no axis to go along: take it from outside, or "
                  "carry it\n  at model.cpp:7"));
  EXPECT_THAT(
      [&] { (void)scan([](const Array& x) { return Both(x, x); }, 0.0, ScanOptions{}, line); },
      ThrowsError(ErrorCode::invalid_argument,
                  "[scan] nothing says how many steps: give xs with leaves, or a length\n"
                  "  at model.cpp:7"));
}

TEST_F(Scan, RefusesACarryThatDoesNotKeepItsType) {
  EXPECT_THAT(
      [] {
        const auto f = [](const State& s, const Array& x) {
          return std::pair(State{s.h, s.n + x}, x);
        };
        (void)scan(f, State{zeros({2}), array(0)}, ones({3}), {}, line);
      },
      ThrowsError(
          ErrorCode::invalid_argument,
          "[scan] carry.1 is i32[] before a step and f32[] after it: a step must return the "
          "types that it gets; convert its result, or the initial carry\n"
          "  at model.cpp:7"));
  EXPECT_THAT(
      [] {
        const auto f = [](const Arrays& s, const Array& x) {
          return std::pair(Arrays{s[0], x}, x);
        };
        (void)scan(f, Arrays{zeros({})}, ones({3}), {}, line);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[scan] a step gets one carry and returns another, at the root: a sequence of 1 "
                  "against a sequence of 2: it must return what it gets, with other values\n"
                  "  at model.cpp:7"));
}

TEST_F(ForiLoop, CountsFromOneIntegerToAnother) {
  const auto add = [](const Array& i, const Array& total) { return total + i; };

  EXPECT_THAT(fori_loop(0, 5, add, 0), Holds<std::int32_t>({10}));
  EXPECT_THAT(fori_loop(-2, 2, add, 0.5), Holds<float>({-1.5}));
  EXPECT_THAT(fori_loop(5, 0, add, 7), Holds<std::int32_t>({7}));
}

TEST_F(ForiLoop, TakesBoundsThatAreArrays) {
  const auto count = jit([](const Array& n) {
    return fori_loop(
        1, n, [](const Array& i, const Array& total) { return total + i.astype(float32); }, 0.f);
  });

  EXPECT_THAT(count(array(4)), Holds<float>({6}));
  EXPECT_THAT(count(array(0)), Holds<float>({0}));
  EXPECT_THAT(count(full({}, 5, int64)), Holds<float>({10}));
}

TEST_F(ForiLoop, TakesABatchOfBounds) {
  const auto doubled = vmap([](const Array& n, const Array& x) {
    return fori_loop(
        0, n, [](const Array&, const Array& y) { return 2 * y; }, x);
  });
  EXPECT_THAT(doubled(array({1, 4, 0}), array({1.0, 2.0, 3.0})), Holds<float>({2, 32, 3}));
}

TEST_F(ForiLoop, BetweenIntegersIsDifferentiatedAsItsStepsAre) {
  const auto step = [](const Array& x, const Array& i, const Array& y) {
    return sin(y) * x + 0.1 * i;
  };
  expect_alike(
      [&](const Array& x) {
        return sum(fori_loop(
            0, 3, [&](const Array& i, const Array& y) { return step(x, i, y); }, x));
      },
      [&](const Array& x) {
        Array y = x;
        for (int i = 0; i < 3; ++i) y = step(x, array(i), y);
        return sum(y);
      },
      linspace(-0.5, 1.5, 3, {}, float64));
}

TEST_F(ForiLoop, RefusesBoundsThatAreNoIntegers) {
  const auto same = [](const Array&, const Array& x) { return x; };
  EXPECT_THAT(
      [&] {
        (void)fori_loop({0, line}, 2.5, same, 0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[fori_loop] a bound is 2.5: an integer scalar is needed\n  at model.cpp:7"));
  EXPECT_THAT(
      [&] {
        (void)fori_loop({0, line}, ones({2}, int32), same, 0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[fori_loop] a bound is i32[2]: an integer scalar is needed\n  at model.cpp:7"));
}

TEST_F(Map, CallsTheFunctionForEachElement) {
  const Array xs = reshape(arange(6.0), {3, 2});
  const auto ys = map([](const Array& x) { return Both(sum(x), x * x); }, xs);

  EXPECT_THAT(ys.first, Holds<float>({1, 5, 9}));
  EXPECT_THAT(ys.second, Holds<float>({0, 1, 4, 9, 16, 25}));
}

TEST_F(Map, IsDifferentiatedAsTheFunctionIs) {
  expect_alike(
      [](const Array& x) {
        return sum(map([&](const Array& x_i) { return sin(x_i) * sum(x); }, x));
      },
      [](const Array& x) { return sum(sin(x) * sum(x)); }, linspace(-0.5, 1.5, 3, {}, float64));
}

}  // namespace
}  // namespace berth
