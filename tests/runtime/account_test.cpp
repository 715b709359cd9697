#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "berth/memory.h"
#include "runtime/buffer.h"
#include "runtime/out_of_memory.h"
#include "runtime/transfer.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth::runtime {
namespace {

BufferRef put(const Shape& shape, Device device, Here here, MemoryKind kind = MemoryKind::device) {
  const std::vector<float> data(static_cast<std::size_t>(shape.size()), 1);
  return upload(HostRef(data, shape), false, SingleDeviceSharding(device, kind),
                HostMemory::borrowed, nullptr,
                {.who = "device_put", .reason = Reason::put, .here = here});
}

/// What the books say, above what they said at first.
class Books {
 public:
  explicit Books(Device device) : device_(device), before_(device.memory_stats()) {}

  std::int64_t bytes() const { return device_.memory_stats().bytes_in_use - before_.bytes_in_use; }
  std::int64_t arrays() const { return device_.memory_stats().num_arrays - before_.num_arrays; }

 private:
  Device device_;
  MemoryStats before_;
};

TEST(Account, CountsAValueFromItsMakingToItsEnd) {
  const Books books(dev(0));
  {
    const BufferRef x = put({256}, dev(0), Here::current());
    const BufferRef same = x;
    EXPECT_EQ(books.bytes(), 1024);
    EXPECT_EQ(books.arrays(), 1);

    const BufferRef y = put({2, 128}, dev(0), Here::current());
    EXPECT_EQ(books.bytes(), 2048);
    y->end(Buffer::End::deleted, Here::current());
    y->end(Buffer::End::deleted, Here::current());
    EXPECT_EQ(books.bytes(), 1024);
    EXPECT_EQ(books.arrays(), 1);
  }
  EXPECT_EQ(books.bytes(), 0);
  EXPECT_EQ(books.arrays(), 0);
}

TEST(Account, RemembersTheMostThatWasInUse) {
  const std::int64_t in_use = dev(0).memory_stats().bytes_in_use;
  put({1 << 20}, dev(0), Here::current());

  const MemoryStats stats = dev(0).memory_stats();
  EXPECT_EQ(stats.bytes_in_use, in_use);
  EXPECT_GE(stats.peak_bytes_in_use, in_use + (4 << 20));
}

TEST(Account, IsOursWhereThePluginKeepsNone) {
  if (dev(0).platform() != "cpu") GTEST_SKIP() << "the plugin keeps statistics of its own";
  const MemoryStats stats = dev(0).memory_stats();

  EXPECT_FALSE(stats.from_plugin);
  EXPECT_EQ(stats.bytes_limit, std::nullopt);
  EXPECT_EQ(stats.largest_free_block, std::nullopt);
}

TEST(Account, OfADeviceIsOfItsDefaultMemory) {
  const Books books(dev(0));
  const BufferRef x = put({256}, dev(0), Here::current(), MemoryKind::pinned_host);

  EXPECT_EQ(books.bytes(), 0);
}

TEST(Account, BalancesWhenManyThreadsUseIt) {
  const Books books(dev(0));
  const Device device = dev(0);
  {
    std::vector<std::jthread> threads;
    for (int i = 0; i < 8; ++i) {
      threads.emplace_back([device] {
        std::vector<BufferRef> held;
        for (int n = 0; n < 200; ++n) {
          held.push_back(put({16}, device, Here::current()));
          if (n % 3 == 0) held.front()->end(Buffer::End::deleted, Here::current());
          if (n % 2 == 0) held.erase(held.begin());
          if (n % 50 == 0) live_arrays();
        }
      });
    }
  }
  EXPECT_EQ(books.bytes(), 0);
  EXPECT_EQ(books.arrays(), 0);
}

TEST(LiveArrays, AreListedLargestFirstWithTheLinesThatMadeThem) {
  const std::size_t before = live_arrays().size();
  const BufferRef small = put({1 << 20}, dev(0), Here("model.cpp", 1));
  const BufferRef large = put({1024, 2048}, dev(0), Here("model.cpp", 2), pinned_host);
  const BufferRef shared = large;

  const std::vector<LiveArray> live = live_arrays();

  ASSERT_EQ(live.size(), before + 2);
  EXPECT_EQ(live[0].dtype, DType::float32);
  EXPECT_EQ(live[0].shape, Shape({1024, 2048}));
  EXPECT_EQ(live[0].bytes, 8 << 20);
  EXPECT_EQ(live[0].sharding, SingleDeviceSharding(dev(0), pinned_host));
  EXPECT_EQ(live[0].where, Here("model.cpp", 2));
  EXPECT_EQ(live[1].where, Here("model.cpp", 1));
}

TEST(OutOfMemory, ReadsTheBytesThatWereAskedForInTheEnginesText) {
  EXPECT_EQ(requested_bytes("Out of memory allocating 70368744177664 bytes."), 70368744177664);
  EXPECT_EQ(requested_bytes("Out of memory while trying to allocate 4096 bytes.\n[tf-alloc]"),
            4096);
  EXPECT_EQ(requested_bytes("Out of memory while trying to allocate 1.50GiB."), 1610612736);
  EXPECT_EQ(requested_bytes("failed to allocate 2.0K (2048 bytes) from device"), 2048);
  EXPECT_EQ(requested_bytes("Out of memory allocating too much"), 0);
  EXPECT_EQ(requested_bytes("allocator 7 is empty"), 0);
  EXPECT_EQ(requested_bytes("12 bytes"), 0);
  EXPECT_EQ(requested_bytes(""), 0);
}

class OutOfMemoryText : public testing::Test {
 protected:
  void SetUp() override {
    // Other tests hold nothing: the books of the device are this test's.
    ASSERT_TRUE(live_arrays().empty());
  }
  static void fail(std::int64_t bytes) {
    throw_out_of_memory({.who = "device_put",
                         .what = "f32[1048576, 1048576]",
                         .device = dev(0),
                         .bytes = bytes,
                         .here = Here("model.cpp", 20)},
                        "Out of memory allocating 4398046511104 bytes.");
  }
};

TEST_F(OutOfMemoryText, ListsTheLargestArraysAndSaysWhatHelps) {
  const BufferRef x = put({1024, 1024}, dev(0), Here("model.cpp", 7));
  const BufferRef y = put({2048, 1024}, dev(0), Here("model.cpp", 8), pinned_host);

  EXPECT_THAT([] { fail(1 << 20); },
              ThrowsError<OutOfMemoryError>(
                  ErrorCode::resource_exhausted,
                  "[device_put] no room for f32[1048576, 1048576] (1.0 MiB) on cpu:0, where 2 "
                  "arrays take 12.0 MiB; the largest:\n"
                  "  f32[2048, 1024]  8.0 MiB  cpu:0 (pinned_host)  model.cpp:8\n"
                  "  f32[1024, 1024]  4.0 MiB  cpu:0                model.cpp:7\n"
                  "The engine says: Out of memory allocating 4398046511104 bytes.\n"
                  "What helps: delete or donate the f32[2048, 1024] that model.cpp:8 made\n"
                  "  at model.cpp:20"));
}

TEST_F(OutOfMemoryText, SaysWhenDeletingCannotHelp) {
  EXPECT_THAT([] { fail(0); },
              ThrowsError<OutOfMemoryError>(
                  ErrorCode::resource_exhausted,
                  "[device_put] no room for f32[1048576, 1048576] (4.0 TiB) on cpu:0, where no "
                  "array lives\n"
                  "The engine says: Out of memory allocating 4398046511104 bytes.\n"
                  "What helps: deleting arrays cannot make that much room: ask for less at a time\n"
                  "  at model.cpp:20"));
}

TEST_F(OutOfMemoryText, ListsTenAtMostAndCarriesThemAsData) {
  std::vector<BufferRef> held;
  for (int i = 1; i <= 12; ++i) held.push_back(put({64 * i}, dev(0), Here("model.cpp", i)));
  try {
    fail(0);
  } catch (const OutOfMemoryError& error) {
    EXPECT_EQ(error.device(), dev(0));
    EXPECT_EQ(error.requested(), std::int64_t{4} << 40);
    EXPECT_EQ(error.where(), Here("model.cpp", 20));
    ASSERT_EQ(error.live().size(), 10u);
    EXPECT_EQ(error.live().front().where, Here("model.cpp", 12));
    EXPECT_EQ(error.live().back().where, Here("model.cpp", 3));
  }
}

TEST(OutOfMemory, OfTheEngineIsAnErrorAndTheProcessGoesOn) {
  if (dev(0).platform() != "cpu") GTEST_SKIP() << "the text is the CPU plugin's";
  const float one = 1;
  const HostRef absurd(&one, Shape{std::int64_t{1} << 44}, {0});  // one element, seen 2^44 times
  const BufferRef before = put({1024}, dev(0), Here("model.cpp", 3));

  try {
    upload(absurd, false, SingleDeviceSharding(dev(0)), HostMemory::borrowed, nullptr,
           {.who = "device_put", .reason = Reason::put, .here = Here("model.cpp", 9)});
    FAIL() << "there was room";
  } catch (const OutOfMemoryError& error) {
    EXPECT_EQ(error.code(), ErrorCode::resource_exhausted);
    EXPECT_EQ(error.device(), dev(0));
    EXPECT_EQ(error.requested(), std::int64_t{1} << 46);
    EXPECT_THAT(error.what(),
                testing::AllOf(
                    testing::StartsWith(
                        "[device_put] no room for f32[17592186044416] (64.0 TiB) on cpu:0, where 1 "
                        "array takes 4.0 KiB; the largest:\n"
                        "  f32[1024]  4.0 KiB  cpu:0  model.cpp:3\n"
                        "The engine says: "),
                    testing::EndsWith("\nWhat helps: deleting arrays cannot make that much room: "
                                      "ask for less at a time\n"
                                      "  at model.cpp:9")));
  }
  EXPECT_TRUE(put({16}, dev(0), Here::current()));
}

}  // namespace
}  // namespace berth::runtime
