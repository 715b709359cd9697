#include "berth/sharding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>

#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::ElementsAre;

using ShardingOnOneDevice = WithDevices<2>;
using PlacementTarget = WithDevices<2>;

TEST_F(ShardingOnOneDevice, IsAValue) {
  const SingleDeviceSharding here(dev(0));
  EXPECT_THAT(here.devices(), ElementsAre(dev(0)));
  EXPECT_EQ(here.memory_kind(), MemoryKind::device);
  EXPECT_EQ(here, SingleDeviceSharding(dev(0)));
  EXPECT_NE(here, SingleDeviceSharding(dev(1)));
  EXPECT_NE(here, here.with_memory_kind(pinned_host));
  EXPECT_EQ(std::hash<Sharding>()(here), std::hash<Sharding>()(SingleDeviceSharding(dev(0))));
}

TEST_F(ShardingOnOneDevice, NamesDeviceAndMemory) {
  EXPECT_EQ(to_string(SingleDeviceSharding(dev(1))), to_string(dev(1)));
  EXPECT_EQ(to_string(SingleDeviceSharding(dev(1), pinned_host)),
            to_string(dev(1)) + " (pinned_host)");
}

TEST_F(ShardingOnOneDevice, NeedsADevice) {
  EXPECT_THAT([] { SingleDeviceSharding{Device()}; },
              ThrowsError(ErrorCode::invalid_argument,
                          "[Sharding] a default-constructed Device is no place: take one from "
                          "devices() or device(\"cpu:0\")"));
}

TEST_F(PlacementTarget, IsADeviceAShardingOrAMemory) {
  const SingleDeviceSharding current(dev(0));
  EXPECT_EQ(Target(dev(1)).resolve(current), SingleDeviceSharding(dev(1)));
  EXPECT_EQ(Target(SingleDeviceSharding(dev(1), pinned_host)).resolve(current),
            SingleDeviceSharding(dev(1), pinned_host));
  EXPECT_EQ(Target(pinned_host).resolve(current), SingleDeviceSharding(dev(0), pinned_host));
  EXPECT_EQ(Target(MemoryKind::device).resolve(SingleDeviceSharding(dev(1), pinned_host)),
            SingleDeviceSharding(dev(1)));
}

TEST_F(PlacementTarget, NamesWhatItWasMadeFrom) {
  EXPECT_EQ(to_string(Target(dev(1))), to_string(dev(1)));
  EXPECT_EQ(to_string(Target(pinned_host)), "pinned_host");
  EXPECT_EQ(Target(dev(0)), Target(SingleDeviceSharding(dev(0))));
  EXPECT_NE(Target(dev(0)), Target(MemoryKind::device));
}

TEST(MemoryKind, HasTheEnginesNames) {
  EXPECT_EQ(to_string(MemoryKind::device), "device");
  EXPECT_EQ(to_string(pinned_host), "pinned_host");
  EXPECT_EQ(to_string(unpinned_host), "unpinned_host");
}

}  // namespace
}  // namespace berth
