#include "core/axes.h"

#include <fmt/core.h>

#include <algorithm>

#include "berth/error.h"

namespace berth {

int normalized_axis(int axis, int rank, const char* who, Here here) {
  if (axis >= -rank && axis < rank) return axis < 0 ? axis + rank : axis;
  const std::string reason =
      rank == 0 ? std::string("a scalar has no axes")
                : fmt::format("the array has rank {}, so axes are {} to {}", rank, -rank, rank - 1);
  throw Error(ErrorCode::out_of_range, fmt::format("[{}] axis {}: {}", who, axis, reason), here);
}

std::vector<int> normalized_axes(const Axes& axes, int rank, const char* who, Here here) {
  std::vector<int> result;
  result.reserve(axes.values().size());
  for (const int axis : axes.values()) result.push_back(normalized_axis(axis, rank, who, here));
  std::ranges::sort(result);
  const auto twice = std::ranges::adjacent_find(result);
  if (twice != result.end()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] axis {} is named twice: name each axis once", who, *twice), here);
  }
  return result;
}

}  // namespace berth
