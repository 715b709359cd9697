#include <algorithm>
#include <unordered_set>

#include "berth/memory.h"
#include "runtime/engine.h"

namespace berth {
namespace {

using Devices = WithDevices<2>;

TEST_F(Devices, SayWhatTheyAre) {
  const Device device = dev(1);
  EXPECT_EQ(device.platform(), "cpu");
  EXPECT_EQ(device.id(), 1);
  EXPECT_EQ(device.device_kind(), "cpu");
  EXPECT_EQ(device.process_index(), 0);
  EXPECT_EQ(device.local_hardware_id(), 1);
  EXPECT_TRUE(device.is_addressable());
  EXPECT_FALSE(device.hostname().empty());
  EXPECT_FALSE(device.platform_version().empty());
  EXPECT_EQ(to_string(device), "cpu:1");
}

TEST_F(Devices, ListTheirDefaultMemoryFirst) {
  EXPECT_THAT(dev(0).memories(),
              testing::ElementsAre(MemoryKind::device, pinned_host, unpinned_host));
}

TEST_F(Devices, AreTheSameValuesEachTime) {
  EXPECT_EQ(devices()[1], devices("cpu")[1]);
  EXPECT_EQ(device("cpu:1"), dev(1));
  EXPECT_EQ(device("cpu"), dev(0));
  EXPECT_EQ(local_devices().size(), devices().size());
  EXPECT_THAT(devices([](Device d) { return d.id() == 1; }), testing::ElementsAre(dev(1)));
}

TEST_F(Devices, AreOrderedByPlatformProcessAndId) {
  std::vector<Device> all(devices().begin(), devices().end());
  std::reverse(all.begin(), all.end());
  std::sort(all.begin(), all.end());
  EXPECT_TRUE(std::equal(all.begin(), all.end(), devices().begin()));
  EXPECT_LT(Device(), dev(0));
  EXPECT_EQ(std::unordered_set<Device>(all.begin(), all.end()).size(), devices().size());
}

TEST_F(Devices, ByDefaultAreNone) {
  EXPECT_FALSE(Device());
  EXPECT_EQ(to_string(Device()), "no device");
  EXPECT_THAT([] { (void)Device().platform(); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[Device::platform] a default-constructed Device is no device: take one "
                          "from devices()"));
}

TEST_F(Devices, AreFoundByIdAndNotByPosition) {
  EXPECT_THAT([] { device("cpu:4000"); },
              testing::ThrowsMessage<Error>(
                  testing::StartsWith("[device] \"cpu:4000\" is no device: cpu has cpu:0, cpu:1")));
  EXPECT_THAT([] { device("cpu:one"); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[device] \"cpu:one\" has no number behind the colon: write it as "
                          "\"cpu:0\""));
  EXPECT_THAT([] { device(""); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[device] \"\" names no platform: write it as \"cpu:0\", or \"gpu\" for "
                          "the first"));
}

TEST_F(Devices, OfAnUnknownPlatformAreAnErrorThatListsWhatWasTried) {
  try {
    devices("abacus");
    FAIL() << "there is no such platform";
  } catch (const PluginError& error) {
    EXPECT_THAT(error.what(), testing::StartsWith(
                                  "[devices] the platform \"abacus\" does not work here; tried:"));
    EXPECT_THAT(error.what(), testing::HasSubstr("BERTH_PLUGIN_PATH_ABACUS"));
  }
}

TEST_F(Devices, CannotBecomeMoreLater) {
  const Here here = Here::current();
  EXPECT_THAT([&] { set_cpu_device_count(3, here); },
              ThrowsError(ErrorCode::failed_precondition,
                          "[set_cpu_device_count] the CPU client runs already, with " +
                              std::to_string(devices("cpu").size()) +
                              " devices: call this before anything that uses a device\n  at " +
                              to_string(here)));
  EXPECT_THAT([&] { register_plugin("cpu", "/nowhere.so", here); },
              ThrowsError(ErrorCode::failed_precondition,
                          "[register_plugin] the platform \"cpu\" runs already: call this before "
                          "anything that uses a device\n  at " +
                              to_string(here)));
}

TEST_F(Devices, NumberOneToAThousand) {
  const Here here = Here::current();
  for (const int count : {0, -1, 1025}) {
    EXPECT_THAT([&] { set_cpu_device_count(count, here); },
                ThrowsError(ErrorCode::invalid_argument,
                            "[set_cpu_device_count] " + std::to_string(count) +
                                " devices were asked for: a process may have 1 to 1024\n  at " +
                                to_string(here)));
  }
}

}  // namespace
}  // namespace berth
