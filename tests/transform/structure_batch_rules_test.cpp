#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "berth/grad.h"
#include "berth/ops.h"
#include "berth/vmap.h"
#include "support/devices.h"
#include "support/matchers.h"
#include "transform/structure_functions.h"

namespace berth {
namespace {

constexpr int batch_size = 3;

using Function = std::function<Array(const Arrays& x)>;

MATCHER(IsNear, "is near") {
  const double expected = std::get<1>(arg);
  return std::abs(std::get<0>(arg) - expected) <= 1e-12 * (1 + std::abs(expected));
}

// Arguments of `function`: with a batch as axis 0 those whose bit is set in `batched`.
Arrays inputs_of(const StructureFunction& function, unsigned batched) {
  Arrays inputs;
  for (const Shape& shape : function.shapes) {
    std::vector<std::int64_t> dims(shape.begin(), shape.end());
    if ((batched >> inputs.size() & 1) != 0) dims.insert(dims.begin(), batch_size);
    inputs.push_back(varied(Shape(dims), static_cast<double>(inputs.size())));
  }
  return inputs;
}

Arrays example(const Arrays& inputs, unsigned batched, int number) {
  Arrays one;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    one.push_back((batched >> i & 1) != 0 ? inputs[i][number] : inputs[i]);
  }
  return one;
}

// `function` of a batch: vmap of a function that captures what has no batch.
Array mapped(const Function& function, const Arrays& inputs, unsigned batched) {
  Arrays with;
  for (std::size_t i = 0; i < inputs.size(); ++i) {
    if ((batched >> i & 1) != 0) with.push_back(inputs[i]);
  }
  return vmap([&](const Arrays& examples) {
    Arrays all = inputs;
    auto next = examples.begin();
    for (std::size_t i = 0; i < all.size(); ++i) {
      if ((batched >> i & 1) != 0) all[i] = *next++;
    }
    return function(all);
  })(with);
}

void expect_each_example(const StructureFunction& structure, const Function& function) {
  for (unsigned batched = 1; batched < 1u << structure.shapes.size(); ++batched) {
    const Arrays inputs = inputs_of(structure, batched);
    Arrays expected;
    for (int i = 0; i < batch_size; ++i) expected.push_back(function(example(inputs, batched, i)));
    const Array all = stack(expected);
    const Array got = mapped(function, inputs, batched);
    EXPECT_EQ(got.shape(), all.shape()) << "with a batch in arguments " << batched;
    EXPECT_THAT(values<double>(got), testing::Pointwise(IsNear(), values<double>(all)))
        << "with a batch in arguments " << batched;
  }
}

class StructureBatches : public WithDevices<1>,
                         public testing::WithParamInterface<StructureFunction> {};

TEST_P(StructureBatches, HaveTheResultOfEachExample) {
  expect_each_example(GetParam(), GetParam().call);
}

TEST_P(StructureBatches, HaveTheGradientsOfEachExample) {
  expect_each_example(GetParam(), [call = GetParam().call](const Arrays& x) {
    const auto loss = [&](const Arrays& at) {
      const Array y = call(at);
      return sum(y * y);
    };
    Arrays flat;
    for (const Array& gradient : grad(loss)(x)) flat.push_back(ravel(gradient));
    return concatenate(flat);
  });
}

INSTANTIATE_TEST_SUITE_P(Of, StructureBatches, testing::ValuesIn(structure_functions()),
                         [](const auto& test) { return test.param.name; });

}  // namespace
}  // namespace berth
