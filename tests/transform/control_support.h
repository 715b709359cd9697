#pragma once

#include <gmock/gmock.h>

#include <functional>
#include <vector>

#include "berth/berth.h"
#include "berth/control.h"
#include "support/implicit_transfers.h"
#include "support/matchers.h"

namespace berth {

/// Tests that may pass scalars and captures from anywhere.
using ControlFlow = WithImplicitTransfers<1>;

/// The elements of a float64 array, but for rounding.
inline auto Near(std::vector<double> expected) {
  return testing::ResultOf("the values", values<double>,
                           testing::Pointwise(testing::DoubleNear(1e-9), expected));
}

using Function = std::function<Array(const Array& x)>;

/// `f` is what `expected` is, from an array of float64 to a scalar: its values, its derivatives of
/// either mode and their derivatives, its batches, and all that compiled.
void expect_alike(const Function& f, const Function& expected, const Array& x);

}  // namespace berth
