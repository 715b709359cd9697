#include <utility>

#include "transform/control_support.h"

namespace berth {
namespace {

using AssociativeScan = ControlFlow;

Array added(const Array& a, const Array& b) { return a + b; }

const Here line{"model.cpp", 7};

TEST_F(AssociativeScan, ReturnsAllPartialResults) {
  for (const int n : {1, 2, 3, 4, 5, 8, 13}) {
    std::vector<float> sums;
    std::vector<float> from_the_end(static_cast<std::size_t>(n));
    for (int i = 0; i < n; ++i) {
      sums.push_back(static_cast<float>((i + 1) * (i + 2)) / 2);
      from_the_end[static_cast<std::size_t>(i)] = static_cast<float>(n * (n + 1) - i * (i + 1)) / 2;
    }
    const Array xs = arange(1.0, n + 1.0);

    EXPECT_THAT(associative_scan(added, xs), Holds<float>(sums));
    EXPECT_THAT(associative_scan(added, xs, {.reverse = true}), Holds<float>(from_the_end));
  }
}

TEST_F(AssociativeScan, OfNothingIsNothing) {
  EXPECT_EQ(associative_scan(added, zeros({0, 2})).shape(), Shape({0, 2}));
}

TEST_F(AssociativeScan, GoesAlongAnyAxisOfATree) {
  using Affine = std::pair<Array, Array>;  // x -> a x + b, one after the other
  const auto then = [](const Affine& f, const Affine& g) {
    return Affine(g.first * f.first, g.first * f.second + g.second);
  };
  const Array a = array({{1.0, 2.0, 3.0}});
  const Array b = array({{1.0, 1.0, 1.0}});
  const Affine all = associative_scan(then, Affine(a, b), {.axis = -1});

  EXPECT_THAT(all.first, Holds<float>({1, 2, 6}));
  EXPECT_THAT(all.second, Holds<float>({1, 3, 10}));
}

TEST_F(AssociativeScan, IsDifferentiatedAsItsOperationsAre) {
  expect_alike(
      [](const Array& x) {
        return sum(sin(associative_scan([](const Array& a, const Array& b) { return a * b; }, x)));
      },
      [](const Array& x) {
        Array product = x[0];
        Array total = sin(product);
        for (int i = 1; i < 5; ++i) {
          product = product * x[i];
          total += sin(product);
        }
        return total;
      },
      linspace(0.5, 1.5, 5, {}, float64));
}

TEST_F(AssociativeScan, RefusesLeavesOfSeveralLengths) {
  EXPECT_THAT(
      [] {
        const auto first = [](const Arrays& a, const Arrays&) { return a; };
        (void)associative_scan(first, Arrays{ones({3}), ones({4, 3})}, {}, line);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[associative_scan] xs.1 has 4 elements along the axis, and xs.0 has 3: they "
                  "must agree\n  at model.cpp:7"));
}

TEST_F(AssociativeScan, RefusesAFunctionThatReturnsOtherTypes) {
  EXPECT_THAT(
      [] {
        const auto f = [](const Array& a, const Array& b) { return sum(a * b); };
        (void)associative_scan(f, ones({4}), {}, line);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[associative_scan] xs is f32[2], and what the function returns for it f32[]: it "
                  "must return the types that it gets\n  at model.cpp:7"));
}

}  // namespace
}  // namespace berth
