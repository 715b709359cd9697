#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <numeric>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using DeviceGet = WithDevices<1>;

const std::vector<float> six = {1, 2, 3, 4, 5, 6};

TEST_F(DeviceGet, GivesTheValueWithItsTypeAndShape) {
  const HostArray host = device_get(device_put(HostRef(six, {2, 3}), dev(0)));

  EXPECT_EQ(host.dtype(), float32);
  EXPECT_EQ(host.shape(), Shape({2, 3}));
  EXPECT_EQ(host.view<float>().at({1, 2}), 6.f);
}

TEST_F(DeviceGet, CopiesNothingOnADeviceThatSharesHostMemory) {
  if (dev(0).platform() != "cpu") GTEST_SKIP() << "only the CPU shares host memory";
  const Array x = device_put(std::vector<float>(1 << 20, 2), dev(0));
  const TransferLog log;

  const HostArray a = device_get(x, Here("model.cpp", 8));
  const HostArray b = device_get(x);

  EXPECT_EQ(a.data(), b.data());
  ASSERT_EQ(log.copies(Reason::get), 2u);
  EXPECT_EQ(log.bytes(), 0);
  EXPECT_EQ(log.rows()[0].bytes_asked, 4 << 20);
  EXPECT_EQ(log.rows()[0].where, Here("model.cpp", 8));
}

TEST_F(DeviceGet, KeepsTheValueWhenTheArrayIsDeleted) {
  HostArray host;
  {
    const Array x = device_put(six, dev(0));
    host = device_get(x);
    x.delete_();
  }
  const Array other = device_put(std::vector<float>(6, -1), dev(0));

  EXPECT_THAT(values<float>(other), testing::Each(-1.f));
  EXPECT_EQ(host.view<float>()[5], 6.f);
}

TEST_F(DeviceGet, WaitsForTheValue) {
  std::vector<std::int32_t> data(1 << 20);
  std::iota(data.begin(), data.end(), 0);
  Array x = device_put(data, dev(0));
  for (int i = 0; i < 8; ++i) x = routines::plus(x, x);

  EXPECT_EQ(device_get(x).view<std::int32_t>()[1000], 256000);
}

TEST_F(DeviceGet, UsesTheCopyThatWasStartedBefore) {
  const Array x = device_put(six, dev(0));

  x.copy_to_host_async();

  EXPECT_EQ(device_get(x).view<float>()[2], 3.f);
}

TEST_F(DeviceGet, AfterAnUpdateAlwaysSeesIt) {
  Array x = device_put(std::int32_t{0}, dev(0));
  for (int i = 1; i <= 10000; ++i) {
    x = routines::plus(x, 1);
    ASSERT_EQ(device_get(x).view<std::int32_t>()[0], i);
  }
}

TEST_F(DeviceGet, OfAnEmptyArrayIsAnError) {
  EXPECT_THAT([&] { return device_get(Array(), Here("m.cpp", 2)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[device_get] the Array is empty: it was default-constructed or moved "
                          "from\n"
                          "  at m.cpp:2"));
}

TEST_F(DeviceGet, OfADeletedArrayIsAnError) {
  const Array x = device_put(six, dev(0));
  x.delete_(Here("m.cpp", 1));

  EXPECT_THAT([&] { return device_get(x, Here("m.cpp", 2)); },
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[device_get] f32[6] on " + to_string(dev(0)) +
                      " was deleted at m.cpp:1: use it before, or delete it later\n"
                      "  at m.cpp:2"));
}

}  // namespace
}  // namespace berth
