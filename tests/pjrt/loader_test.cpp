#include "pjrt/loader.h"

#include <gmock/gmock.h>

#include <cstdlib>

#include "pjrt/environment_guard.h"
#include "support/temporary_folder.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

const std::filesystem::path fake_plugin = BERTH_FAKE_PLUGIN;
const std::filesystem::path old_plugin = BERTH_OLD_PLUGIN;
const std::filesystem::path no_plugin = BERTH_NO_PLUGIN;

auto RefusesToLoad(ErrorCode code, const std::filesystem::path& path, const std::string& why) {
  return ThrowsError<PluginError>(code, "[plugin] " + path.string() + ": " + why);
}

struct Loader : testing::Test {
  TemporaryFolder folder;
};

TEST_F(Loader, LoadsALibraryOnceByWhateverPath) {
  const std::filesystem::path link = folder.path() / "link.so";
  std::filesystem::create_symlink(fake_plugin, link);

  const Plugin& plugin = load(fake_plugin);

  EXPECT_EQ(&load(link), &plugin);
  EXPECT_EQ(plugin.path(), std::filesystem::canonical(fake_plugin));
  EXPECT_EQ(plugin.api().minor_version(), 114);
}

TEST_F(Loader, SaysThatAFileIsAbsent) {
  const std::filesystem::path path = folder.path() / "plugin.so";
  EXPECT_THAT([&] { load(path); }, RefusesToLoad(ErrorCode::not_found, path, "no such file"));
  EXPECT_THAT([&] { load(folder.path()); },
              RefusesToLoad(ErrorCode::not_found, folder.path(), "it is not a file"));
}

TEST_F(Loader, TellsAPluginFromOtherFiles) {
  const std::string not_a_library =
      "it is not a shared library of this kind of machine, or cannot be read";
  for (const char* text : {"", "\x7f",
                           "\x7f"
                           "ELF",
                           "libplugin = 1\n"}) {
    const std::filesystem::path path = folder.write("text.so", text);
    EXPECT_THAT([&] { load(path); }, RefusesToLoad(ErrorCode::not_found, path, not_a_library));
  }

  const std::filesystem::path library = folder.copy(no_plugin, "library.so");
  EXPECT_THAT([&] { load(library); },
              RefusesToLoad(ErrorCode::not_found, library,
                            "it is no PJRT plugin: it does not export GetPjrtApi"));

  const std::filesystem::path half = folder.copy(fake_plugin, "half.so");
  std::filesystem::resize_file(half, std::filesystem::file_size(half) / 2);
  EXPECT_THAT([&] { load(half); },
              RefusesToLoad(ErrorCode::not_found, half,
                            "it is no PJRT plugin: it does not export GetPjrtApi"));
}

TEST_F(Loader, RefusesAPluginThatIsTooOldEachTime) {
  const std::filesystem::path path = folder.copy(old_plugin, "old.so");
  for (int i = 0; i < 2; ++i) {
    EXPECT_THAT([&] { load(path); },
                RefusesToLoad(ErrorCode::failed_precondition, path,
                              "it speaks PJRT 0.12, and berth needs 0.29 or a later 0.x: install "
                              "a newer version of the plugin"));
  }
}

TEST_F(Loader, QuietsThePluginUnlessTheUserChose) {
  {
    const EnvironmentGuard unset("TF_CPP_MIN_LOG_LEVEL", std::nullopt);
    load(folder.copy(fake_plugin, "first.so"));
    EXPECT_STREQ(std::getenv("TF_CPP_MIN_LOG_LEVEL"), "3");
  }
  const EnvironmentGuard chosen("TF_CPP_MIN_LOG_LEVEL", "0");
  load(folder.copy(fake_plugin, "second.so"));
  EXPECT_STREQ(std::getenv("TF_CPP_MIN_LOG_LEVEL"), "0");
}

}  // namespace
}  // namespace berth::pjrt
