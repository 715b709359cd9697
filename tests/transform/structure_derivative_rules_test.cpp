#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>

#include "berth/grad.h"
#include "berth/ops.h"
#include "support/devices.h"
#include "support/matchers.h"
#include "transform/structure_functions.h"

namespace berth {
namespace {

using testing::Pointwise;

MATCHER(IsNear, "is near") {
  const double expected = std::get<1>(arg);
  return std::abs(std::get<0>(arg) - expected) <= 1e-6 * (1 + std::abs(expected));
}

using Loss = std::function<Array(const Arrays& x)>;

// A number that depends on each element in its own way, and not linearly.
Loss loss_of(const StructureFunction& function) {
  return [call = function.call](const Arrays& x) {
    const Array y = call(x);
    const Array weights = iota(Shape{y.size()}, 0, float64).reshape(y.shape()) * 0.3 + 1;
    return sum(y * y * weights);
  };
}

// The sum of the squared gradients of a loss.
Loss gradient_norm(const Loss& loss) {
  return [loss](const Arrays& x) {
    Array total = zeros({}, float64);
    for (const Array& gradient : grad(loss)(x)) total = total + sum(gradient * gradient);
    return total;
  };
}

Arrays inputs_of(const StructureFunction& function) {
  Arrays inputs;
  for (const Shape& shape : function.shapes) {
    inputs.push_back(varied(shape, static_cast<double>(inputs.size())));
  }
  return inputs;
}

// The slopes of `loss` in the elements of argument `number`, by central differences.
std::vector<double> slopes(const Loss& loss, const Arrays& x, std::size_t number) {
  const double step = 1e-5;
  const Array& varying = x[number];
  std::vector<double> result;
  const Array index = iota(Shape{varying.size()}, 0).reshape(varying.shape());
  for (int i = 0; i < varying.size(); ++i) {
    const Array direction = astype(index == i, float64);
    const auto at = [&](double distance) {
      Arrays moved = x;
      moved[number] = varying + direction * distance;
      return values<double>(loss(moved))[0];
    };
    result.push_back((at(step) - at(-step)) / (2 * step));
  }
  return result;
}

void expect_slopes(const Loss& loss, const Arrays& x) {
  const Arrays gradients = grad(loss)(x);
  for (std::size_t i = 0; i < x.size(); ++i) {
    EXPECT_EQ(gradients[i].shape(), x[i].shape());
    EXPECT_THAT(values<double>(gradients[i]), Pointwise(IsNear(), slopes(loss, x, i)))
        << "of argument " << i;
  }
}

class StructureDerivatives : public WithDevices<1>,
                             public testing::WithParamInterface<StructureFunction> {};

TEST_P(StructureDerivatives, AreTheSlopesOfTheFunction) {
  expect_slopes(loss_of(GetParam()), inputs_of(GetParam()));
}

TEST_P(StructureDerivatives, HaveDerivativesThemselves) {
  expect_slopes(gradient_norm(loss_of(GetParam())), inputs_of(GetParam()));
}

INSTANTIATE_TEST_SUITE_P(Of, StructureDerivatives, testing::ValuesIn(structure_functions()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace berth
