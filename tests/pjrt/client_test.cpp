#include "pjrt/client.h"

#include <gmock/gmock.h>

#include "pjrt/engine.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

class CpuClient : public testing::TestWithParam<int> {};

TEST_P(CpuClient, HasAsManyDevicesAsItWasAskedFor) {
  const Client& client = cpu_client(GetParam());

  EXPECT_EQ(client.platform_name(), "cpu");
  EXPECT_FALSE(client.platform_version().empty());
  EXPECT_EQ(client.process_index(), 0);
  ASSERT_EQ(client.devices().size(), static_cast<std::size_t>(GetParam()));
  for (int id = 0; id < GetParam(); ++id) {
    const DeviceDescription& device = dev(id, client);
    EXPECT_EQ(device.id, id);
    EXPECT_EQ(client.device(id), &device);
    EXPECT_EQ(device.process_index, 0);
    EXPECT_EQ(device.local_hardware_id, id);
    EXPECT_EQ(device.kind, "cpu");
    EXPECT_TRUE(device.is_addressable);
  }
  EXPECT_EQ(client.device(GetParam()), nullptr);
}

TEST_P(CpuClient, HasThreeMemoriesOnEachDevice) {
  const Client& client = cpu_client(GetParam());

  EXPECT_EQ(client.memories().size(), static_cast<std::size_t>(3 * GetParam()));
  for (const DeviceDescription& device : client.devices()) {
    ASSERT_EQ(device.memories.size(), 3);
    EXPECT_EQ(device.default_memory, device.memories[0]);
    EXPECT_EQ(device.default_memory->kind, "device");
    EXPECT_NE(device.memory("pinned_host"), nullptr);
    EXPECT_NE(device.memory("unpinned_host"), nullptr);
    EXPECT_EQ(device.memory("vmem"), nullptr);
  }
}

INSTANTIATE_TEST_SUITE_P(Devices, CpuClient, testing::Values(1, 8));

TEST(Client, NamesAnOptionThatThePluginDoesNotKnow) {
  const Api& api = cpu_client().api();
  ClientOptions options;
  options.set("no_such_option", std::int64_t{1});
  try {
    Client(api, options);
    FAIL();
  } catch (const Error& failure) {
    EXPECT_EQ(failure.code(), ErrorCode::invalid_argument);
    EXPECT_THAT(failure.what(), testing::StartsWith("[plugin] " + api.library() + ": "));
    EXPECT_THAT(failure.what(), testing::HasSubstr("no_such_option"));
  }
}

TEST(Client, RefusesADeviceCountThatWouldAbort) {
  ClientOptions options;
  options.set("cpu_device_count", std::int64_t{-1});
  EXPECT_THAT([&] { Client(cpu_client().api(), options); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[client options] -1 CPU devices: between 1 and 1024 are possible"));
}

TEST(Client, KeepsNoMemoryStatisticsOnTheCpu) {
  EXPECT_FALSE(memory_stats(cpu_client().api(), dev(0)).has_value());
}

TEST(Client, HasATopologyFingerprintThatDependsOnNothingButTheHardware) {
  const std::optional<std::uint64_t> fingerprint = cpu_client().topology_fingerprint();
  ASSERT_TRUE(fingerprint.has_value());
  const Client other(cpu_client().api(), cpu_client_options(8));
  EXPECT_EQ(other.topology_fingerprint(), fingerprint);
}

TEST(Client, RejectsAProgramWithTheEnginesWords) {
  const auto compile = [](const std::string& text) {
    return [text] { cpu_client().compile(text, {}); };
  };
  EXPECT_THAT(compile("not a program"),
              testing::Throws<Error>(
                  testing::Property(&Error::what, testing::StartsWith("[PJRT_Client_Compile] "))));
  EXPECT_THAT(
      [] { cpu_client().compile("", {}, "fortran"); },
      testing::Throws<Error>(testing::Property(&Error::what, testing::HasSubstr("fortran"))));
}

TEST(Plugin, SaysWhichProgramsItTakes) {
  const Plugin& plugin = *find_plugin("cpu").plugin;
  EXPECT_THAT(plugin.attributes(),
              testing::Contains(testing::Field(&berth::Device::NamedAttribute::name,
                                               "stablehlo_current_version")));
  EXPECT_THAT(plugin.api().missing(), testing::IsEmpty());
}

}  // namespace
}  // namespace berth::pjrt
