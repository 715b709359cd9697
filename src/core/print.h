#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "berth/host.h"

namespace berth {

/// NumPy's `printoptions`, with its defaults.
struct PrintOptions {
  int precision = 8;              ///< Digits behind the point.
  std::int64_t threshold = 1000;  ///< An array of more elements is shortened,
  std::int64_t edge_items = 3;    ///< to so many at each end of each axis.
  std::size_t line_width = 75;
};

/// The elements in brackets, as `numpy.array2string`: rows below each other, long rows wrapped.
/// `separator` is " " or ", "; further lines are indented by `indent` columns, and lines leave
/// `reserved` columns free.
std::string format_elements(const HostArray& array, std::string_view separator, std::size_t indent,
                            std::size_t reserved, const PrintOptions& options = {});

/// As `repr` of a NumPy array: `head`, the elements, ", " and `tail`, which goes to a line of its
/// own where it would not fit: "Array([[1., 2.],\n       [3., 4.]], dtype=float32, cpu:0)" for
/// "Array(" and "dtype=float32, cpu:0)". The shape is told where the elements do not show it.
std::string repr(const HostArray& array, std::string_view head, std::string_view tail,
                 const PrintOptions& options = {});

}  // namespace berth
