#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
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

std::int64_t resident_bytes() {
  std::int64_t total = 0;
  std::int64_t resident = 0;
  std::ifstream("/proc/self/statm") >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

// Ten megabytes each time: a leak of one step in a hundred would show.
TEST_F(MemoryOverTime, DoesNotGrowWithPutRunGet) {
  const std::vector<float> data(1 << 18, 1);
  const auto step = [&] {
    const Array x = device_put(data, dev(0));
    ASSERT_EQ(device_get(routines::plus(x, 1.f)).view<float>()[0], 2.f);
  };
  for (int i = 0; i < 100; ++i) step();
  malloc_trim(0);
  const std::int64_t before = resident_bytes();
  const LiveBuffers live;

  for (int i = 0; i < 1000; ++i) step();

  malloc_trim(0);
  EXPECT_EQ(live(), 0);
  EXPECT_LT(resident_bytes() - before, 8 << 20);
}

}  // namespace
}  // namespace berth
