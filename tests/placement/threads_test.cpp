#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <mutex>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Threads = WithDevices<4>;
using MemoryOverTime = WithDevices<1>;

template <class F>
void in_threads(int count, F f) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < count; ++i) threads.emplace_back([=] { f(i); });
}

TEST_F(Threads, PlaceAndRunAtOnce) {
  in_threads(8, [](int thread) {
    const Device device = dev(thread % 4);
    for (int i = 0; i < 200; ++i) {
      const std::vector<std::int32_t> data(64, thread * 1000 + i);
      const Array x = device_put(data, device);
      const Array sum = routines::plus(x, i);
      ASSERT_EQ(device_get(sum).view<std::int32_t>()[63], thread * 1000 + 2 * i);
      ASSERT_THAT(sum, IsCommittedTo(device));
    }
  });
}

TEST_F(Threads, MeetingAtOneNewProgramCompileItOnce) {
  const std::vector<std::int16_t> data(37, 1);
  const CompileCount compiles;

  in_threads(8, [&](int) {
    const Array x = device_put(data, dev(0));
    ASSERT_EQ(device_get(routines::plus(x, x)).view<std::int16_t>()[36], 2);
  });

  EXPECT_EQ(compiles(), 1);
}

TEST_F(Threads, CompileDifferentProgramsAtOnce) {
  in_threads(8, [](int thread) {
    const auto size = static_cast<std::size_t>(101 + thread);
    const Array x = device_put(std::vector<double>(size, 1), dev(0));
    ASSERT_THAT(values<double>(routines::plus(x, 0.5)), testing::Each(1.5));
  });
}

TEST_F(Threads, WriteWholeLinesToTheLog) {
  std::mutex mutex;
  std::vector<std::string> lines;
  set_log([&](std::string_view line) {
    const std::lock_guard lock(mutex);
    lines.emplace_back(line);
  });

  in_threads(8, [](int thread) {
    const auto guard = transfer_guard(Guard::log);
    const auto size = static_cast<std::size_t>(201 + thread);
    const Array there = device_put(std::vector<float>(size, 1), dev(1));
    const Array here = device_put(std::vector<float>(size, 1));
    (void)routines::plus(Operand(here, Here("m.cpp", 1)), there);
  });
  set_log({});

  std::vector<std::string> expected;
  for (int size = 201; size < 209; ++size) {
    expected.push_back("[plus] implicit device_to_device copy of f32[" + std::to_string(size) +
                       "] from " + to_string(dev(0)) + " to " + to_string(dev(1)) + ", at m.cpp:1");
  }
  EXPECT_THAT(lines, testing::UnorderedElementsAreArray(expected));
}

TEST_F(Threads, ShareArraysAndDevices) {
  const Array x = device_put(std::vector<float>(256, 2), dev(1));
  const Device device = dev(2);

  in_threads(8, [&](int thread) {
    for (int i = 0; i < 50; ++i) {
      const Array moved = device_put(x, device);
      ASSERT_THAT(routines::plus(moved, static_cast<float>(thread)), IsCommittedTo(device));
      ASSERT_EQ(device_get(x).view<float>()[0], 2.f);
    }
  });
}

TEST_F(Threads, HaveDefaultDevicesOfTheirOwn) {
  in_threads(4, [](int thread) {
    const auto scope = default_device(dev(thread));
    for (int i = 0; i < 100; ++i) {
      ASSERT_THAT(routines::plus(device_put(std::vector<float>{1}), 1.f),
                  IsUncommittedOn(dev(thread)));
    }
  });
}

// 0 under the sanitizers, which keep what was freed.
std::int64_t resident_bytes() {
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
  return 0;
#endif
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

/// The bytes that the process grows by in `count` steps, after a tenth as many to warm up.
template <class Step>
std::int64_t growth(int count, Step step) {
  for (int i = 0; i < count / 10; ++i) step();
  malloc_trim(0);
  const std::int64_t before = resident_bytes();
  const LiveBuffers live;

  for (int i = 0; i < count; ++i) step();

  malloc_trim(0);
  EXPECT_EQ(live(), 0);
  return resident_bytes() - before;
}

TEST_F(MemoryOverTime, DoesNotGrowWithPutRunGet) {
  const std::vector<float> data(1 << 18, 1);
  const std::int64_t grown = growth(1000, [&] {
    const Array x = device_put(data, dev(0));
    ASSERT_EQ(device_get(routines::plus(x, 1.f)).view<float>()[0], 2.f);
  });
  EXPECT_LT(grown, 8 << 20);  // a megabyte each time: a leak of one step in a hundred would show
}

TEST_F(MemoryOverTime, DoesNotGrowWithRepeatedCalls) {
  const Array x = device_put(std::vector<float>{1, 2}, dev(0));
  const std::int64_t grown =
      growth(20000, [&] { (void)routines::plus(x, 1.f).block_until_ready(); });
  EXPECT_LT(grown, 2 << 20);  // a hundred bytes a call would show
}

}  // namespace
}  // namespace berth
