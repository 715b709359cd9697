#pragma once

#include <vector>

#include "berth/shape.h"
#include "berth/source_location.h"

namespace berth {

/// `axis` in [0, rank): negative ones count from the end. Throws `Error(out_of_range)` that
/// begins with `[who]`.
int normalized_axis(int axis, int rank, const char* who, Here here);

/// All of `axes` in [0, rank), sorted. Throws `Error(out_of_range)` for one that is not there,
/// `Error(invalid_argument)` for one named twice.
std::vector<int> normalized_axes(const Axes& axes, int rank, const char* who, Here here);

}  // namespace berth
