#include "runtime/disk_cache.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <chrono>
#include <filesystem>
#include <fstream>
#include <string>
#include <thread>
#include <vector>

#include "support/temporary_folder.h"

namespace berth::runtime {
namespace {

namespace fs = std::filesystem;
using ::testing::Eq;
using ::testing::Optional;

constexpr std::int64_t roomy = 1 << 20;
constexpr CacheKey key = {0x0123456789abcdef, 0xfedcba9876543210};
const std::string program(1000, 'p');

class CacheFolder : public ::testing::Test {
 protected:
  fs::path folder() const { return root_.path() / "below" / "programs"; }
  int files() const {
    return static_cast<int>(std::distance(fs::directory_iterator(folder()), {}));
  }

  static void overwrite(const fs::path& path, std::streamoff at, const std::string& bytes) {
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    file.seekp(at);
    file << bytes;
  }

  TemporaryFolder root_;
};
using CacheEntry = CacheFolder;

TEST_F(CacheFolder, GivesBackWhatItWasGiven) {
  DiskCache cache(folder(), roomy);
  EXPECT_EQ(cache.load(key), std::nullopt);

  cache.store(key, program);
  cache.store({1, 2}, "");

  EXPECT_THAT(cache.load(key), Optional(Eq(program)));
  EXPECT_THAT(cache.load({1, 2}), Optional(Eq("")));
  EXPECT_EQ(cache.load({2, 1}), std::nullopt);
}

TEST_F(CacheFolder, IsSeenByOthersOfTheSameFolder) {
  DiskCache(folder(), roomy).store(key, program);

  EXPECT_THAT(DiskCache(folder(), roomy).load(key), Optional(Eq(program)));
}

TEST_F(CacheFolder, IsForTheUserAlone) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);

  EXPECT_EQ(fs::status(folder()).permissions(), fs::perms::owner_all);
  EXPECT_EQ(fs::status(cache.path_of(key)).permissions(),
            fs::perms::owner_read | fs::perms::owner_write);
  EXPECT_EQ(files(), 1);
}

TEST_F(CacheFolder, DoesNotUseAFolderThatOthersCanWrite) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);

  fs::permissions(folder(), fs::perms::all);
  EXPECT_EQ(cache.load(key), std::nullopt);
  cache.store({1, 2}, program);
  EXPECT_EQ(files(), 1);
}

TEST_F(CacheFolder, WithoutAFolderKeepsNothingInSilence) {
  root_.write("below", "a file where the folder should be");
  DiskCache cache(folder(), roomy);

  cache.store(key, program);

  EXPECT_EQ(cache.load(key), std::nullopt);
}

TEST_F(CacheFolder, RemovesTheOldestWhenItIsFull) {
  DiskCache cache(folder(), 10'000);
  for (std::uint64_t i = 0; i < 9; ++i) {
    cache.store({0, i}, program);
    const auto age = std::chrono::hours(100 - i);
    fs::last_write_time(cache.path_of({0, i}), fs::file_time_type::clock::now() - age);
  }
  EXPECT_TRUE(cache.load({0, 0}));  // now it is the newest

  cache.store({0, 9}, program);

  EXPECT_TRUE(cache.load({0, 0}));
  EXPECT_FALSE(cache.load({0, 1}));
  EXPECT_FALSE(cache.load({0, 2}));
  EXPECT_TRUE(cache.load({0, 3}));
  EXPECT_TRUE(cache.load({0, 9}));
}

TEST_F(CacheFolder, StaysWithinItsLimitWhenOthersAddToo) {
  DiskCache ours(folder(), 10'000);
  DiskCache theirs(folder(), 10'000);
  for (std::uint64_t i = 0; i < 40; ++i) {
    ours.store({0, i}, program);
    theirs.store({1, i}, program);
  }

  std::uintmax_t bytes = 0;
  for (const auto& entry : fs::directory_iterator(folder())) bytes += entry.file_size();
  // Each looks again before it has added a sixteenth, and may do so just before the other adds.
  EXPECT_LE(bytes, 12'000u);
}

TEST_F(CacheFolder, DoesNotKeepWhatIsLargerThanItsLimit) {
  DiskCache cache(folder(), 1000);
  cache.store({1, 2}, "small");

  cache.store(key, program);

  EXPECT_FALSE(cache.load(key));
  EXPECT_TRUE(cache.load({1, 2}));
}

TEST_F(CacheFolder, IsWholeForReadersWhileOthersWrite) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);
  std::vector<std::jthread> writers;
  for (int i = 0; i < 4; ++i) {
    writers.emplace_back([this] {
      DiskCache other(folder(), roomy);
      for (int n = 0; n < 50; ++n) other.store(key, program);
    });
  }
  for (int n = 0; n < 200; ++n) EXPECT_THAT(cache.load(key), Optional(Eq(program)));
}

TEST_F(CacheEntry, IsNotTrustedWhenABitOfItHasChanged) {
  DiskCache cache(folder(), roomy);
  cache.store(key, "short");
  std::ifstream file(cache.path_of(key), std::ios::binary);
  const std::string whole((std::istreambuf_iterator<char>(file)), {});

  for (std::size_t i = 0; i < whole.size(); ++i) {
    overwrite(cache.path_of(key), static_cast<std::streamoff>(i),
              std::string(1, static_cast<char>(whole[i] ^ 0x10)));
    EXPECT_EQ(cache.load(key), std::nullopt) << "byte " << i;
    overwrite(cache.path_of(key), static_cast<std::streamoff>(i), std::string(1, whole[i]));
  }
  EXPECT_THAT(cache.load(key), Optional(Eq("short")));
}

TEST_F(CacheEntry, IsNotTrustedWhenBytesAreMissingOrTooMany) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);
  const auto size = fs::file_size(cache.path_of(key));

  for (const std::uintmax_t wrong :
       {size + 1, size - 1, std::uintmax_t{56}, std::uintmax_t{55}, std::uintmax_t{0}}) {
    fs::resize_file(cache.path_of(key), wrong);
    EXPECT_EQ(cache.load(key), std::nullopt) << wrong << " bytes";
  }
}

TEST_F(CacheEntry, IsNotTrustedUnderTheNameOfAnother) {
  DiskCache cache(folder(), roomy);
  cache.store({1, 2}, program);

  fs::rename(cache.path_of({1, 2}), cache.path_of(key));

  EXPECT_EQ(cache.load(key), std::nullopt);
}

TEST_F(CacheEntry, IsNotTrustedWhenOthersCouldHaveWrittenIt) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);
  fs::permissions(cache.path_of(key), fs::perms::group_write, fs::perm_options::add);

  EXPECT_EQ(cache.load(key), std::nullopt);
}

TEST_F(CacheEntry, IsNotTrustedWhenItIsNoPlainFile) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);
  fs::rename(cache.path_of(key), root_.path() / "elsewhere");

  fs::create_symlink(root_.path() / "elsewhere", cache.path_of(key));
  EXPECT_EQ(cache.load(key), std::nullopt);

  fs::remove(cache.path_of(key));
  ASSERT_EQ(::mkfifo(cache.path_of(key).c_str(), 0600), 0);
  EXPECT_EQ(cache.load(key), std::nullopt);
}

TEST_F(CacheEntry, IsWrittenAnewOverADamagedOne) {
  DiskCache cache(folder(), roomy);
  cache.store(key, program);
  overwrite(cache.path_of(key), 0, "rubbish");

  cache.store(key, program);

  EXPECT_THAT(cache.load(key), Optional(Eq(program)));
}

TEST(CacheKey, DependsOnEveryPartAndOnWhereItEnds) {
  const CacheKey one = cache_key("engine", "options", "program");

  EXPECT_EQ(one, cache_key("engine", "options", "program"));
  EXPECT_NE(one, cache_key("Engine", "options", "program"));
  EXPECT_NE(one, cache_key("engine", "Options", "program"));
  EXPECT_NE(one, cache_key("engine", "options", "Program"));
  EXPECT_NE(one, cache_key("engin", "eoptions", "program"));
  EXPECT_NE(one, cache_key("engine", "optionsp", "rogram"));
}

TEST(CacheKey, IsWrittenAsThirtyTwoDigits) {
  EXPECT_EQ(to_string(key), "0123456789abcdeffedcba9876543210");
  EXPECT_EQ(to_string(CacheKey{0, 1}), "00000000000000000000000000000001");
}

}  // namespace
}  // namespace berth::runtime
