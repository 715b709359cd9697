#pragma once

#include <functional>
#include <string>

namespace berth::parity {

/// Trains here what curve_<name>.py trained in JAX: `step` makes a step and returns the loss before
/// it. Prints where the two curves are furthest apart. 0, as main returns it, if the losses of all
/// steps are within 1e-4 of those in the file `curve` and the last is below the first, else 1.
int follow_curve(const std::string& curve, const std::function<double()>& step);

}  // namespace berth::parity
