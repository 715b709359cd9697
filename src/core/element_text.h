#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "berth/host.h"

namespace berth {

/// The elements at these flat positions as texts that line up in columns, as NumPy writes them:
/// one notation and one number of columns for all of them. Floats have at most `precision` digits
/// behind the point.
///
/// Types that NumPy lacks (bfloat16, int4, float8) are written one by one, with six digits.
std::vector<std::string> element_texts(const HostArray& array, std::span<const std::size_t> indices,
                                       int precision);

/// The only element of an array without axes, as NumPy prints a scalar: "1.0", "1e+20", "(1+2j)".
std::string scalar_text(const HostArray& array);

}  // namespace berth
