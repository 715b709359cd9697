#include "pjrt/discovery.h"

#include <gmock/gmock.h>

#include "pjrt/environment_guard.h"
#include "pjrt/places.h"
#include "support/temporary_folder.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::Field;

const std::filesystem::path fake_plugin = BERTH_FAKE_PLUGIN;
const std::filesystem::path old_plugin = BERTH_OLD_PLUGIN;

/// A machine on which nothing is installed and no variable set, but for what a test adds.
struct Discovery : testing::Test {
  /// The number and text of the trail's last line, which depends on where the test runs.
  static std::string beside_berth() { return places::beside_berth().place + ": no plugin\n"; }

  TemporaryFolder folder;
  EnvironmentGuard cpu{"BERTH_PLUGIN_PATH_CPU", std::nullopt};
  EnvironmentGuard cuda{"BERTH_PLUGIN_PATH_CUDA", std::nullopt};
  EnvironmentGuard names{"PJRT_NAMES_AND_LIBRARY_PATHS", std::nullopt};
  EnvironmentGuard folders{"PJRT_PLUGIN_LIBRARY_PATH", std::nullopt};
  EnvironmentGuard cache{"BERTH_CACHE_DIR", folder.path() / "cache"};
  EnvironmentGuard venv{"VIRTUAL_ENV", std::nullopt};
  EnvironmentGuard conda{"CONDA_PREFIX", std::nullopt};
  EnvironmentGuard path{"PATH", folder.path() / "bin"};
  EnvironmentGuard home{"HOME", folder.path() / "home"};
};

TEST_F(Discovery, PrintsEachPlaceWhenNothingIsFound) {
  const std::string root = folder.path().string();
  EXPECT_THAT([] { find_plugin("cuda"); },
              ThrowsError<PluginError>(
                  ErrorCode::not_found,
                  "[plugin] no plugin for \"cuda\"\n"
                  "Searched for platform \"cuda\":\n"
                  "  1. given path: none\n"
                  "  2. BERTH_PLUGIN_PATH_CUDA: not set\n"
                  "  3. PJRT_NAMES_AND_LIBRARY_PATHS: not set\n"
                  "  4. PJRT_PLUGIN_LIBRARY_PATH: not set\n"
                  "  5. " +
                      root +
                      "/cache/plugins: no such folder\n"
                      "  6. wheels of the Python environment: no plugin under " +
                      root +
                      "/home/.local\n"
                      "  7. " +
                      beside_berth() +
                      "To get one: pip install jax-cuda13-pjrt (or jax-cuda12-pjrt), or set "
                      "BERTH_PLUGIN_PATH_CUDA to its library."));
}

TEST_F(Discovery, StopsAtAPluginThatTheUserNamedAndThatDoesNotLoad) {
  const EnvironmentGuard named("BERTH_PLUGIN_PATH_CPU", old_plugin);
  folder.copy(fake_plugin, "cache/plugins/cpu-1.0/plugin.so");  // never reached

  EXPECT_THAT([] { find_plugin("cpu"); },
              ThrowsError<PluginError>(
                  ErrorCode::failed_precondition,
                  "[plugin] the plugin that BERTH_PLUGIN_PATH_CPU names for \"cpu\" does not load\n"
                  "Searched for platform \"cpu\":\n"
                  "  1. given path: none\n"
                  "  2. BERTH_PLUGIN_PATH_CPU: " +
                      old_plugin.string() +
                      ": it speaks PJRT 0.12, and berth needs 0.29 or a later 0.x: install a newer "
                      "version of the plugin"));
}

TEST_F(Discovery, GoesOnAfterAPluginThatNobodyNamed) {
  const auto old = folder.copy(old_plugin, "cache/plugins/cpu-2.0/plugin.so");
  const auto good = folder.copy(fake_plugin, "cache/plugins/cpu-1.9/plugin.so");

  Trail trail;
  EXPECT_EQ(find_plugin("cpu", std::nullopt, &trail).plugin->path(), good);

  ASSERT_EQ(trail.size(), 6);
  EXPECT_EQ(trail[4].outcome, old.string() +
                                  ": it speaks PJRT 0.12, and berth needs 0.29 or a later 0.x: "
                                  "install a newer version of the plugin");
  EXPECT_EQ(trail[5].outcome, good.string());
}

/// Adds plugins from the last place to the first: each time the new one must be found.
TEST_F(Discovery, TakesThePlacesInOrder) {
  const std::string packages = "lib/python3.11/site-packages/";
  const auto found = [](std::optional<std::filesystem::path> given = std::nullopt) {
    return find_plugin("cpu", given).plugin->path();
  };

  const auto user =
      folder.copy(fake_plugin, "home/.local/" + packages + "jax_plugins/xla_cpu/p.so");
  EXPECT_EQ(found(), user);

  folder.write("py/bin/python3", "");
  std::filesystem::permissions(folder.path() / "py/bin/python3", std::filesystem::perms::all);
  const EnvironmentGuard python("PATH", folder.path() / "py/bin");
  const auto on_path = folder.copy(fake_plugin, "py/" + packages + "lammps_jax_pjrt_cpu/p.so");
  EXPECT_EQ(found(), on_path);

  const EnvironmentGuard conda_prefix("CONDA_PREFIX", folder.path() / "conda");
  const auto in_conda = folder.copy(fake_plugin, "conda/" + packages + "lammps_jax_pjrt_cpu/p.so");
  EXPECT_EQ(found(), in_conda);

  const EnvironmentGuard virtual_env("VIRTUAL_ENV", folder.path() / "venv");
  const auto in_venv = folder.copy(fake_plugin, "venv/" + packages + "lammps_jax_pjrt_cpu/p.so");
  EXPECT_EQ(found(), in_venv);

  const auto in_folder = folder.copy(fake_plugin, "cache/plugins/cpu-0.9/p.so");
  EXPECT_EQ(found(), in_folder);
  const auto later = folder.copy(fake_plugin, "cache/plugins/cpu-0.11/p.so");
  EXPECT_EQ(found(), later);

  const auto go = folder.copy(fake_plugin, "go/pjrt_c_api_cpu_plugin.so");
  const EnvironmentGuard go_folder("PJRT_PLUGIN_LIBRARY_PATH",
                                   "/nowhere:" + go.parent_path().string());
  EXPECT_EQ(found(), go);

  const auto jax = folder.copy(fake_plugin, "jax.so");
  const EnvironmentGuard jax_name("PJRT_NAMES_AND_LIBRARY_PATHS",
                                  "other:/nowhere.so,cpu:" + jax.string());
  EXPECT_EQ(found(), jax);

  const auto ours = folder.copy(fake_plugin, "ours.so");
  const EnvironmentGuard our_variable("BERTH_PLUGIN_PATH_CPU", ours);
  EXPECT_EQ(found(), ours);

  const auto given = folder.copy(fake_plugin, "given.so");
  EXPECT_EQ(found(given), given);
}

TEST_F(Discovery, ReadsAJsonFileWithOptions) {
  const auto library = folder.copy(fake_plugin, "json.so");
  const auto json = folder.write(
      "cpu.json",
      R"({"library_path": ")" + library.string() +
          R"(", "create_options": {"n": 3, "on": true, "x": 0.5, "s": "t", "l": [1]}})");
  const EnvironmentGuard variable("PJRT_NAMES_AND_LIBRARY_PATHS", "cpu:" + json.string());

  const FoundPlugin found = find_plugin("cpu");

  EXPECT_EQ(found.plugin->path(), library);
  EXPECT_EQ(found.options, (ClientOptions{.values = {{"l", std::vector<std::int64_t>{1}},
                                                     {"n", std::int64_t{3}},
                                                     {"on", true},
                                                     {"s", "t"},
                                                     {"x", 0.5F}}}));
}

TEST_F(Discovery, SaysWhatIsWrongWithTheVariableOfJax) {
  {
    const EnvironmentGuard variable("PJRT_NAMES_AND_LIBRARY_PATHS", "just/a/path.so");
    EXPECT_THAT([] { find_plugin("cpu"); },
                ThrowsError<PluginError>(ErrorCode::invalid_argument,
                                         "[plugin] PJRT_NAMES_AND_LIBRARY_PATHS: "
                                         "\"just/a/path.so\" is not of the form name:path"));
  }
  const auto json = folder.write("p.json", R"({"path": "x"})");
  const EnvironmentGuard variable("PJRT_NAMES_AND_LIBRARY_PATHS", "cpu:" + json.string());
  EXPECT_THAT([] { find_plugin("cpu"); },
              testing::Throws<PluginError>(testing::Property(
                  &PluginError::what,
                  testing::StartsWith("[plugin] PJRT_NAMES_AND_LIBRARY_PATHS: " + json.string() +
                                      ": it must be a JSON object with a \"library_path\""))));
}

TEST_F(Discovery, SaysForWhichPlatformsAPlaceHasPlugins) {
  folder.copy(fake_plugin, "cache/plugins/cpu-1/p.so");
  folder.copy(fake_plugin, "home/.local/lib/python3.11/site-packages/libtpu/libtpu.so");

  Trail trail;
  EXPECT_THROW(find_plugin("rocm", std::nullopt, &trail), PluginError);

  EXPECT_EQ(trail[4].outcome, "only for cpu");
  EXPECT_EQ(trail[5].outcome, "only for tpu");
}

TEST_F(Discovery, ListsWhatIsInstalledWithoutLoadingIt) {
  folder.copy(old_plugin, "cache/plugins/cpu-1/p.so");  // would not load
  const auto cuda_library = folder.copy(
      fake_plugin,
      "home/.local/lib/python3.11/site-packages/jax_plugins/xla_cuda13/xla_cuda_plugin.so");
  folder.write("home/.local/lib/python3.11/site-packages/jax_plugins/xla_cuda13/_version.so", "");
  const EnvironmentGuard variable("BERTH_PLUGIN_PATH_CPU", "/nowhere.so");

  const auto is = [](const char* platform, const std::string& library) {
    return AllOf(Field(&Candidate::platform, platform), Field(&Candidate::library, library));
  };
  EXPECT_THAT(installed_plugins(), ElementsAre(is("cpu", "/nowhere.so"), is("cuda", cuda_library)));
}

TEST(PlatformOf, ReadsTheNameOfTheFileOrItsFolder) {
  EXPECT_EQ(places::platform_of("jax_plugins/xla_cuda13/xla_cuda_plugin.so"), "cuda");
  EXPECT_EQ(places::platform_of("jax_plugins/xla_rocm7/xla_rocm_plugin.so"), "rocm");
  EXPECT_EQ(places::platform_of("lammps_jax_pjrt_cpu/pjrt_c_api_cpu_plugin.so"), "cpu");
  EXPECT_EQ(places::platform_of("fastatomstruct_xla_cpu/libpjrt_cpu.so"), "cpu");
  EXPECT_EQ(places::platform_of("libtpu/libtpu.so"), "tpu");
  EXPECT_EQ(places::platform_of("jax_plugins/libtt/libtt.so"), "tt");
  EXPECT_EQ(places::platform_of("x/pjrt_c_api_neuron_plugin.so"), "neuron");
}

}  // namespace
}  // namespace berth::pjrt
