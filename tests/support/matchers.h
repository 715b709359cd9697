#pragma once

#include <gmock/gmock.h>

#include <string>
#include <vector>

#include "berth/array.h"
#include "berth/placement.h"
#include "support/throws_error.h"

namespace berth {

namespace detail {

inline void describe_place(const Array& array, testing::MatchResultListener& out) {
  out << "which is " << (array.committed() ? "committed to " : "uncommitted on ")
      << to_string(array.sharding());
}

}  // namespace detail

/// The user said that the array lives there, in the device's default memory.
MATCHER_P(IsCommittedTo, device,
          (negation ? "is not committed to " : "is committed to ") + to_string(device)) {
  detail::describe_place(arg, *result_listener);
  return arg.committed() && arg.sharding() == SingleDeviceSharding(device);
}

/// The array lives there and may be moved.
MATCHER_P(IsUncommittedOn, device,
          (negation ? "is not uncommitted on " : "is uncommitted on ") + to_string(device)) {
  detail::describe_place(arg, *result_listener);
  return !arg.committed() && arg.sharding() == SingleDeviceSharding(device);
}

/// The row-major elements of an array whose element type is T.
template <Element T>
std::vector<T> values(const Array& array) {
  const HostView<T> view = device_get(array).view<T>();
  return std::vector<T>(view.begin(), view.end());
}

/// The array's elements, row-major: `EXPECT_THAT(x, Holds<float>({1, 2}))`.
template <Element T>
auto Holds(std::vector<T> expected) {
  return testing::ResultOf("the values", values<T>, testing::ElementsAreArray(expected));
}

}  // namespace berth
