#pragma once

#include <string>

#include "berth/host.h"

namespace berth::parity {

struct Tolerance {
  double ulps = 0;   ///< Units in the last place of the expected number,
  double floor = 0;  ///< or of this one, where that is larger.
};

/// Empty if the two agree, else what differs first: types, shapes and integers exactly,
/// floating-point numbers to the tolerance. NaN is NaN, 0 is -0. The parts of a complex number are
/// measured in units of the larger one.
std::string difference(const HostArray& got, const HostArray& expected, Tolerance tolerance);

}  // namespace berth::parity
