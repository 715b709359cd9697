#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>

#include "runtime/disk_cache.h"
#include "support/process.h"
#include "support/temporary_folder.h"

namespace berth::runtime {
namespace {

namespace fs = std::filesystem;

/// Processes that compile one module, with a cache folder of their own.
class SharedCache : public ::testing::Test {
 protected:
  std::string in_a_process(const std::string& environment = "") const {
    return run_command("BERTH_CACHE_DIR=" + root_.path().string() + " " + environment +
                       " " BERTH_COMPILE_ONCE)
        .output;
  }

  fs::path only_entry() const {
    const fs::directory_iterator files(root_.path() / "programs");
    EXPECT_EQ(std::distance(files, {}), 1);
    return fs::directory_iterator(root_.path() / "programs")->path();
  }

  TemporaryFolder root_;
};

const std::string compiled = "compiled 1 loaded 0 right\n";
const std::string loaded = "compiled 0 loaded 1 right\n";

TEST_F(SharedCache, GivesTheProgramOfOneProcessToTheNext) {
  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process(), loaded);
  // A portable program serves any number of devices.
  EXPECT_EQ(in_a_process("BERTH_CPU_DEVICES=3"), loaded);
}

TEST_F(SharedCache, TellsApartWhatTheCompilerDependsOn) {
  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process("XLA_FLAGS=--xla_cpu_enable_fast_math=false"), compiled);
  EXPECT_EQ(in_a_process("NPROC=1"), compiled);
}

TEST_F(SharedCache, IsOffWhenTheUserSaysSo) {
  EXPECT_EQ(in_a_process("BERTH_CACHE=off"), compiled);
  EXPECT_FALSE(fs::exists(root_.path() / "programs"));
}

TEST_F(SharedCache, IsNeverFatalWhereNothingCanBeWritten) {
  root_.write("programs", "a file where the folder should be");

  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process("HOME= XDG_CACHE_HOME="), compiled);
}

TEST_F(SharedCache, CompilesAgainWhatIsDamaged) {
  EXPECT_EQ(in_a_process(), compiled);
  {
    std::fstream file(only_entry(), std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(500);
    file << "rubbish";
  }
  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process(), loaded);

  fs::resize_file(only_entry(), 100);
  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process(), loaded);
}

TEST_F(SharedCache, CompilesAgainWhatIsWholeButNoProgramOfTheEngine) {
  EXPECT_EQ(in_a_process(), compiled);
  const std::string name = only_entry().filename();
  const CacheKey key = {std::stoull(name.substr(0, 16), nullptr, 16),
                        std::stoull(name.substr(16), nullptr, 16)};
  DiskCache cache(root_.path() / "programs", 1 << 20);
  cache.store(key, "whole, and nothing that the engine takes");
  ASSERT_TRUE(cache.load(key));

  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process(), loaded);
}

TEST_F(SharedCache, StaysWithinTheLimitOfTheEnvironment) {
  EXPECT_EQ(in_a_process("BERTH_CACHE_LIMIT=100"), compiled);
  EXPECT_EQ(in_a_process("BERTH_CACHE_LIMIT=100"), compiled);
  EXPECT_EQ(in_a_process(), compiled);
  EXPECT_EQ(in_a_process(), loaded);
}

}  // namespace
}  // namespace berth::runtime
