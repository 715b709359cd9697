#include "pjrt/client_options.h"

#include <gmock/gmock.h>

#include "pjrt/environment_guard.h"
#include "pjrt/xla_flags.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

using testing::ElementsAre;

TEST(CpuClientOptions, TakeOneToManyDevices) {
  EXPECT_EQ(cpu_client_options(8),
            (ClientOptions{.values = {{"cpu_device_count", std::int64_t{8}}}}));
  for (const int count : {0, -1, 1025}) {
    EXPECT_THAT([&] { cpu_client_options(count); },
                ThrowsError(ErrorCode::invalid_argument,
                            "[client options] " + std::to_string(count) +
                                " CPU devices: between 1 and 1024 are possible"));
  }
}

TEST(ClientOptions, AreCheckedHoweverTheyWereMade) {
  ClientOptions options;
  options.set("cpu_device_count", std::int64_t{2}).set("cpu_device_count", std::int64_t{0});

  EXPECT_EQ(options.values.size(), 1);
  EXPECT_THAT([&] { validate(options); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[client options] 0 CPU devices: between 1 and 1024 are possible"));
  EXPECT_THAT(
      [] {
        validate(ClientOptions{.values = {{"cpu_device_count", true}}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[client options] cpu_device_count must be an integer"));
}

/// None of JAX's variables but those that a test sets.
struct GpuClientOptions : testing::Test {
  EnvironmentGuard preallocate{"XLA_PYTHON_CLIENT_PREALLOCATE", std::nullopt};
  EnvironmentGuard fraction{"XLA_CLIENT_MEM_FRACTION", std::nullopt};
  EnvironmentGuard older_fraction{"XLA_PYTHON_CLIENT_MEM_FRACTION", std::nullopt};
  EnvironmentGuard allocator{"XLA_PYTHON_CLIENT_ALLOCATOR", std::nullopt};
  EnvironmentGuard collective{"XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB", std::nullopt};
};

TEST_F(GpuClientOptions, AreThePluginsOwnUnlessTheUserSaysElse) {
  EXPECT_EQ(gpu_client_options(), ClientOptions{});
}

TEST_F(GpuClientOptions, ComeFromTheVariablesOfJax) {
  const EnvironmentGuard a("XLA_PYTHON_CLIENT_PREALLOCATE", "False");
  const EnvironmentGuard b("XLA_PYTHON_CLIENT_MEM_FRACTION", "0.5");
  const EnvironmentGuard c("XLA_PYTHON_CLIENT_ALLOCATOR", "platform");
  const EnvironmentGuard d("XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB", "512");

  EXPECT_EQ(gpu_client_options(),
            (ClientOptions{.values = {{"preallocate", false},
                                      {"memory_fraction", 0.5F},
                                      {"allocator", "platform"},
                                      {"collective_memory_size", std::int64_t{512} << 20}}}));

  const EnvironmentGuard newer("XLA_CLIENT_MEM_FRACTION", ".25");
  EXPECT_EQ(std::get<float>(*gpu_client_options().find("memory_fraction")), 0.25F);
}

struct WrongVariable {
  const char* name;
  const char* value;
  const char* wanted;
};

class WrongGpuVariable : public GpuClientOptions,
                         public testing::WithParamInterface<WrongVariable> {};

TEST_P(WrongGpuVariable, IsNamedWithItsValue) {
  const auto& [name, value, wanted] = GetParam();
  const EnvironmentGuard guard(name, value);
  EXPECT_THAT([] { gpu_client_options(); },
              ThrowsError(ErrorCode::invalid_argument, std::string("[client options] ") + name +
                                                           "=" + value + ": it must be " + wanted));
}

INSTANTIATE_TEST_SUITE_P(
    All, WrongGpuVariable,
    testing::Values(
        WrongVariable{"XLA_PYTHON_CLIENT_PREALLOCATE", "maybe", "true or false"},
        WrongVariable{"XLA_CLIENT_MEM_FRACTION", "90%", "a fraction of the memory, such as 0.75"},
        WrongVariable{"XLA_CLIENT_MEM_FRACTION", "-1", "a fraction of the memory, such as 0.75"},
        WrongVariable{"XLA_CLIENT_MEM_FRACTION", "nan", "a fraction of the memory, such as 0.75"},
        WrongVariable{"XLA_PYTHON_CLIENT_ALLOCATOR", "malloc",
                      "default, platform, bfc, cuda_async or vmm"},
        WrongVariable{"XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB", "1GB", "a number of mebibytes"}));

TEST(XlaFlags, AreSplitAsTheEngineSplitsThem) {
  EXPECT_THAT(detail::split_flags(" --a=1\t--b  --c='x --no y' --d=\"q\"z\n-e"),
              ElementsAre("--a", "--b", "--c", "--d", "-e"));
  EXPECT_THAT(detail::split_flags("--a word --unseen"), ElementsAre("--a"));
  EXPECT_THAT(detail::split_flags("--a='never closed --b"), ElementsAre("--a"));
  EXPECT_THAT(detail::split_flags("  "), testing::IsEmpty());
}

}  // namespace
}  // namespace berth::pjrt
