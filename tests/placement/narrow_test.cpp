#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "berth/placement.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

// Types of fewer than eight bits take a byte for each element on the host.
using NarrowIntegers = WithDevices<1>;

TEST_F(NarrowIntegers, KeepTheirValues) {
  std::vector<std::int8_t> all(15);
  std::iota(all.begin(), all.end(), std::int8_t{-8});
  const Array x = device_put(HostRef(all.data(), int4, {15}), dev(0));

  EXPECT_EQ(x.dtype(), int4);
  EXPECT_EQ(x.nbytes(), 15);
  EXPECT_EQ(x.on_device_size(), 8);
  EXPECT_THAT(x, Holds<std::int8_t>(all));
}

TEST_F(NarrowIntegers, TellHowManyBytesTheyTakeOnTheDevice) {
  const std::vector<std::uint8_t> nine(9, 1);
  EXPECT_EQ(device_put(HostRef(nine.data(), int4, {9}), dev(0)).on_device_size(), 5);
  EXPECT_EQ(device_put(HostRef(nine.data(), uint4, {9}), dev(0)).on_device_size(), 5);
  EXPECT_EQ(device_put(HostRef(nine.data(), DType::int2, {9}), dev(0)).on_device_size(), 3);
  EXPECT_EQ(device_put(HostRef(nine.data(), bool_, {9}), dev(0)).on_device_size(), 9);
}

TEST_F(NarrowIntegers, KeepTheirValuesThroughEveryMemoryKind) {
  const std::vector<std::int8_t> odd = {-8, -1, 0, 1, 7};
  Array x = device_put(HostRef(odd.data(), int4, {5}), dev(0));
  for (const MemoryKind kind : dev(0).memories()) {
    x = device_put(x, kind);
    EXPECT_EQ(x.memory_kind(), kind);
    EXPECT_EQ(x.on_device_size(), 3) << to_string(kind);
    EXPECT_THAT(x, Holds<std::int8_t>(odd)) << to_string(kind);
  }
}

TEST_F(NarrowIntegers, KeepTheirSignAsItems) {
  const auto allow = transfer_guard(Guard::allow);
  const std::int8_t minus_three = -3;

  EXPECT_EQ(device_put(HostRef(&minus_three, int4, {}), dev(0)).item<int>(), -3);
}

}  // namespace
}  // namespace berth
