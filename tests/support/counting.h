#pragma once

#include <cstdint>
#include <numeric>
#include <vector>

#include "berth/placement.h"

namespace berth {

/// 0, 1, 2, ... as int32, row-major in this shape.
inline Array counting(const Shape& shape) {
  std::vector<std::int32_t> values(static_cast<std::size_t>(shape.size()));
  std::iota(values.begin(), values.end(), 0);
  return device_put(HostRef(values, shape));
}

}  // namespace berth
