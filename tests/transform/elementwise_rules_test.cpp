#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "berth/grad.h"
#include "berth/ops.h"
#include "berth/vmap.h"
#include "support/devices.h"
#include "support/matchers.h"
#include "transform/elementwise_functions.h"

namespace berth {
namespace {

using testing::Pointwise;

using Function = std::function<Array(const Arrays& x)>;

MATCHER_P(IsWithin, tolerance, "is near") {
  const double expected = std::get<1>(arg);
  return std::abs(std::get<0>(arg) - expected) <= tolerance * (1 + std::abs(expected));
}

Arrays gradients(const Function& function, const Arrays& x) {
  return grad([&](const Arrays& at) { return sum(function(at)); })(x);
}

// The slope of each element in its element of operand `number`, by central differences.
Array slopes(const Function& function, const Arrays& x, std::size_t number) {
  const double step = 1e-5;
  const auto at = [&](double distance) {
    Arrays moved = x;
    moved[number] = moved[number] + distance;
    return function(moved);
  };
  return (at(step) - at(-step)) / (2 * step);
}

void expect_slopes(const Function& function, const Arrays& x) {
  const Arrays got = gradients(function, x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(got[i].dtype(), float64);
    EXPECT_THAT(values<double>(got[i]),
                Pointwise(IsWithin(1e-7), values<double>(slopes(function, x, i))))
        << "in operand " << i;
  }
}

class ElementwiseFunctions : public WithDevices<1>,
                             public testing::WithParamInterface<ElementwiseFunction> {};

TEST_P(ElementwiseFunctions, HaveTheSlopesOfFiniteDifferences) {
  expect_slopes(GetParam().call, operands_of(GetParam()));
}

TEST_P(ElementwiseFunctions, HaveSecondDerivatives) {
  const Function sum_of_gradients = [](const Arrays& x) {
    const Arrays parts = gradients(GetParam().call, x);
    Array total = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) total += parts[i];
    return total;
  };
  expect_slopes(sum_of_gradients, operands_of(GetParam()));
}

// Every choice of which operands have the batch; the others are the same for all of it.
TEST_P(ElementwiseFunctions, OfABatchAreThoseOfItsElements) {
  const Arrays first = operands_of(GetParam());
  for (unsigned batched = 1; batched < 1U << first.size(); ++batched) {
    const auto has_batch = [&](std::size_t i) { return (batched >> i & 1U) != 0; };
    Arrays second = first;
    Arrays batches;
    for (std::size_t i = 0; i < first.size(); ++i) {
      if (!has_batch(i)) continue;
      second[i] = flip(first[i], 0);
      batches.push_back(stack(Arrays{first[i], second[i]}));
    }
    const auto with_batches = vmap([&](const Arrays& examples) {
      Arrays all = first;
      auto next = examples.begin();
      for (std::size_t i = 0; i < all.size(); ++i) {
        if (has_batch(i)) all[i] = *next++;
      }
      return GetParam().call(all);
    });
    const Array expected = stack(Arrays{GetParam().call(first), GetParam().call(second)});
    EXPECT_THAT(values<double>(with_batches(batches)),
                Pointwise(IsWithin(1e-12), values<double>(expected)))
        << "with a batch in operands " << batched;
  }
}

INSTANTIATE_TEST_SUITE_P(All, ElementwiseFunctions, testing::ValuesIn(elementwise_functions()),
                         [](const auto& tested) { return tested.param.name; });

}  // namespace
}  // namespace berth
