#include <gmock/gmock.h>

#include <cstdlib>

#include "pjrt/engine.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

using testing::ElementsAre;

/// Adds 1 to 4 to itself on the first device of a client of `plugin`.
std::vector<float> add_on(const Plugin& plugin) {
  const Client client(plugin.api(), cpu_client_options(2));
  const Executable program = client.compile(add_text(), {});
  const Buffer x = put({1, 2, 3, 4}, dev(0, client), client);
  const std::vector<abi::Buffer*> arguments = {x.get(), x.get()};
  return get(program.execute(arguments, {.device = &dev(0, client)})[0]);
}

std::filesystem::path wheel(const char* path) {
  const char* wheels = std::getenv("BERTH_TEST_WHEELS");
  return std::filesystem::path(wheels ? wheels : "") / path;
}

class SeveralPlugins : public testing::TestWithParam<const char*> {};

TEST_P(SeveralPlugins, RunInOneProcess) {
  const std::filesystem::path library = wheel(GetParam());
  if (!std::filesystem::exists(library)) {
    GTEST_SKIP() << GetParam() << " is not in BERTH_TEST_WHEELS";
  }
  const Plugin& first = *find_plugin("cpu").plugin;
  const Plugin& second = load(library);

  EXPECT_NE(&first, &second);
  EXPECT_LT(second.api().minor_version(), first.api().minor_version());
  EXPECT_THAT(add_on(second), ElementsAre(2, 4, 6, 8));
  EXPECT_THAT(add_on(first), ElementsAre(2, 4, 6, 8));
}

INSTANTIATE_TEST_SUITE_P(Wheels, SeveralPlugins,
                         testing::Values("fastatomstruct_xla_cpu/libpjrt_cpu.so",
                                         "xla_plugins/xla_cpu_pjrt/xla_cpu_pjrt.so"));

TEST(CudaPlugin, SaysThatThereIsNoGpu) {
  const Plugin* plugin = nullptr;
  try {
    plugin = find_plugin("cuda").plugin;
  } catch (const PluginError&) {
    GTEST_SKIP() << "the wheel jax-cuda13-pjrt is not installed, nor is BERTH_PLUGIN_PATH_CUDA set";
  }
  if (std::filesystem::exists("/dev/nvidiactl")) {
    GTEST_SKIP() << "there is a GPU";
  }
  EXPECT_THAT([&] { Client(plugin->api(), gpu_client_options()); },
              ThrowsError<PluginError>(
                  ErrorCode::failed_precondition,
                  "[plugin] " + plugin->path().string() +
                      ": the plugin is present, its platform is absent: No visible GPU devices."));
}

}  // namespace
}  // namespace berth::pjrt
