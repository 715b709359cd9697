// What device_put makes of host data.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <complex>
#include <cstdint>
#include <numeric>
#include <stdexcept>
#include <vector>

#include "berth/placement.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using DevicePut = WithDevices<1>;

const std::vector<float> six = {1, 2, 3, 4, 5, 6};

// Host memory

TEST_F(DevicePut, TakesTheBytesBeforeItReturns) {
  alignas(64) std::array<float, 1024> staging;
  std::vector<Array> arrays;
  for (int i = 0; i < 200; ++i) {
    staging.fill(static_cast<float>(i));
    arrays.push_back(device_put(staging, dev(0)));
  }
  staging.fill(-1);

  for (std::size_t i = 0; i < arrays.size(); ++i) {
    const HostView<float> view = device_get(arrays[i]).view<float>();
    EXPECT_EQ(view[0], static_cast<float>(i));
    EXPECT_EQ(view[1023], static_cast<float>(i));
  }
}

TEST_F(DevicePut, TakesTheBytesOfATemporary) {
  std::vector<Array> arrays;
  for (int i = 0; i < 50; ++i) {
    arrays.push_back(device_put(std::vector<std::int32_t>(4096, i), dev(0)));
  }
  for (int i = 0; i < 50; ++i) {
    EXPECT_EQ(device_get(arrays[static_cast<std::size_t>(i)]).view<std::int32_t>()[4095], i);
  }
}

TEST_F(DevicePut, ThatMayAliasSharesTheCallersMemory) {
  alignas(64) std::array<float, 1024> data;
  data.fill(1);
  const TransferLog log;

  const Array x = device_put(data, dev(0), {.may_alias = true});

  EXPECT_EQ(log.copies(), 1u);
  EXPECT_EQ(log.bytes(), 0);
  EXPECT_EQ(device_get(x).data(), data.data());
}

TEST_F(DevicePut, OfAMovedInVectorSharesItsMemoryWhenAligned) {
  std::vector<float> data(1 << 16, 3);
  const void* memory = data.data();
  const bool aligned = reinterpret_cast<std::uintptr_t>(memory) % 64 == 0;
  const TransferLog log;

  const Array x = device_put(std::move(data), {256, 256}, dev(0));

  EXPECT_THAT(x, IsCommittedTo(dev(0)));
  EXPECT_EQ(x.shape(), Shape({256, 256}));
  EXPECT_EQ(log.bytes(), aligned ? 0 : 4 << 16);
  EXPECT_EQ(device_get(x).data() == memory, aligned);
  EXPECT_EQ(device_get(x).view<float>().at({255, 255}), 3.f);
}

TEST_F(DevicePut, OfAMovedInVectorOfTheWrongSizeIsAnError) {
  EXPECT_THAT(
      [] {
        return device_put(std::vector<float>(6), {2, 2}, dev(0));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[HostRef] 6 elements cannot fill f32[2, 2], which has 4"));
}

TEST_F(DevicePut, WithAFillerWritesIntoMemoryThatIsShared) {
  const TransferLog log;
  const void* written = nullptr;

  const Array x = device_put_with<float>({2, 3}, dev(0), [&](std::span<float> out) {
    ASSERT_EQ(out.size(), 6u);
    written = out.data();
    std::iota(out.begin(), out.end(), 0.f);
  });

  EXPECT_THAT(x, IsCommittedTo(dev(0)));
  EXPECT_EQ(x.shape(), Shape({2, 3}));
  EXPECT_THAT(x, Holds<float>({0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(log.copies(Reason::put), 1u);
  EXPECT_EQ(device_get(x).data(), written);
}

TEST_F(DevicePut, WithAFillerThatThrowsMakesNoArray) {
  const LiveBuffers live;

  EXPECT_THROW((void)device_put_with<float>({1 << 20}, dev(0),
                                            [](std::span<float>) { throw std::logic_error("no"); }),
               std::logic_error);
  EXPECT_EQ(live(), 0);
}

TEST_F(DevicePut, WithAFillerMakesArraysWithoutElements) {
  const Array x = device_put_with<float>({0, 3}, dev(0),
                                         [](std::span<float> out) { EXPECT_TRUE(out.empty()); });

  EXPECT_EQ(x.shape(), Shape({0, 3}));
  EXPECT_THAT(x, Holds<float>({}));
}

TEST_F(DevicePut, ReadsEveryLayoutOfHostMemory) {
  std::vector<std::int32_t> data(64 * 32);
  std::iota(data.begin(), data.end(), 0);

  // The transpose of a 64x32 matrix.
  const Array transposed = device_put(HostRef(data.data(), {32, 64}, {4, 128}), dev(0));
  EXPECT_EQ(device_get(transposed).view<std::int32_t>().at({0, 7}), 224);
  EXPECT_EQ(device_get(transposed).view<std::int32_t>().at({31, 63}), 2047);

  const Array column = device_put(HostRef(data.data() + 3, {4}, {128}), dev(0));
  EXPECT_THAT(column, Holds<std::int32_t>({3, 35, 67, 99}));

  const Array every_second = device_put(HostRef(data.data(), {4}, {8}), dev(0));
  EXPECT_THAT(every_second, Holds<std::int32_t>({0, 2, 4, 6}));

  const Array reversed = device_put(HostRef(data.data() + 7, {8}, {-4}), dev(0));
  EXPECT_THAT(reversed, Holds<std::int32_t>({7, 6, 5, 4, 3, 2, 1, 0}));

  const Array repeated = device_put(HostRef(data.data() + 5, {3, 2}, {0, 4}), dev(0));
  EXPECT_THAT(repeated, Holds<std::int32_t>({5, 6, 5, 6, 5, 6}));

  const Array ones_have_any_stride =
      device_put(HostRef(data.data(), {1, 3, 1}, {12345, 4, -999}), dev(0));
  EXPECT_THAT(ones_have_any_stride, Holds<std::int32_t>({0, 1, 2}));
}

TEST_F(DevicePut, KeepsTheTypeOfTypedData) {
  EXPECT_EQ(device_put(std::vector<double>{1.5}, dev(0)).dtype(), float64);
  EXPECT_EQ(device_put(std::vector<std::int64_t>{1}, dev(0)).dtype(), int64);
  EXPECT_EQ(device_put(std::vector<std::uint8_t>{1}, dev(0)).dtype(), uint8);
  EXPECT_EQ(device_put(std::vector<bfloat16_t>(2), dev(0)).dtype(), bfloat16);
  EXPECT_EQ(device_put(std::vector<std::complex<float>>(2), dev(0)).dtype(), complex64);
  EXPECT_EQ(device_put(std::array<bool, 2>{}, dev(0)).dtype(), bool_);
  EXPECT_FALSE(device_put(std::vector<double>{1.5}, dev(0)).weak_type());
}

TEST_F(DevicePut, TakesWhatDeviceGetGave) {
  const HostArray host = device_get(device_put(HostRef(six, {2, 3}), dev(0)));
  const Array x = device_put(host, dev(0));

  EXPECT_EQ(x.shape(), Shape({2, 3}));
  EXPECT_THAT(x, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, MovesArraysWithoutElements) {
  const Array x = device_put(HostRef(std::vector<float>(), {3, 4, 9, 0}), dev(0));

  EXPECT_EQ(x.shape(), Shape({3, 4, 9, 0}));
  EXPECT_EQ(x.nbytes(), 0);
  EXPECT_TRUE(device_get(x).view<float>().empty());
}

TEST_F(DevicePut, OfANullPointerIsAnError) {
  EXPECT_THAT([] { return device_put(HostRef(nullptr, float32, {2}), dev(0)); },
              ThrowsError(ErrorCode::invalid_argument, "[HostRef] f32[2] at a null pointer"));
}

// Scalars

TEST_F(DevicePut, OfAScalarIsWeaklyTyped) {
  const Array x = device_put(1.5, dev(0));

  EXPECT_EQ(x.dtype(), float32);
  EXPECT_EQ(x.shape(), Shape());
  EXPECT_TRUE(x.weak_type());
  EXPECT_THAT(x, IsCommittedTo(dev(0)));
  EXPECT_EQ(device_get(x).item<float>(), 1.5f);

  EXPECT_EQ(device_put(3, dev(0)).dtype(), int32);
  EXPECT_EQ(device_put(std::uint64_t{3}, dev(0)).dtype(), int32);
  EXPECT_EQ(device_put(std::complex<double>(1, 2), dev(0)).dtype(), complex64);
}

TEST_F(DevicePut, OfABoolIsNotWeaklyTyped) {
  const Array x = device_put(true, dev(0));

  EXPECT_EQ(x.dtype(), bool_);
  EXPECT_FALSE(x.weak_type());
}

TEST_F(DevicePut, OfAnIntegerThatDoesNotFitIsAnError) {
  EXPECT_THAT([&] { return device_put(std::int64_t{1} << 40, dev(0), Here("m.cpp", 9)); },
              ThrowsError(ErrorCode::out_of_range,
                          "[device_put] 1099511627776 does not fit int32, which holds -2147483648 "
                          "to 2147483647: use a wider type\n"
                          "  at m.cpp:9"));
}

TEST_F(DevicePut, OfTheSameScalarTwiceGivesValuesOfTheirOwn) {
  const Array x = device_put(42, dev(0));
  const Array y = device_put(42, dev(0));
  x.delete_();

  EXPECT_EQ(device_get(y).item<int>(), 42);
}

// Braced lists

TEST_F(DevicePut, OfABracedListIsFloat32OrInt32) {
  const Array x = device_put({1.0, 2.0}, dev(0));
  EXPECT_EQ(x.dtype(), float32);
  EXPECT_THAT(x, IsCommittedTo(dev(0)));
  EXPECT_THAT(x, Holds<float>({1, 2}));

  EXPECT_EQ(device_put({1, 2, 3}, dev(0)).dtype(), int32);
  EXPECT_EQ(device_put({0}, dev(0)).shape(), Shape({1}));
  EXPECT_EQ(device_put({std::size_t{1}, std::size_t{2}}, dev(0)).dtype(), int32);
  EXPECT_EQ(device_put({true, false}, dev(0)).dtype(), bool_);
}

TEST_F(DevicePut, OfNestedBracesHasTheirShape) {
  const Array x = device_put({{1.f, 2.f}, {3.f, 4.f}, {5.f, 6.f}}, dev(0));
  EXPECT_EQ(x.shape(), Shape({3, 2}));
  EXPECT_THAT(x, Holds<float>({1, 2, 3, 4, 5, 6}));

  const Array y = device_put({{0}, {0}}, dev(0));
  EXPECT_EQ(y.shape(), Shape({2, 1}));
  EXPECT_EQ(y.dtype(), int32);

  const Array z = device_put({{{1, 2, 3}, {4, 5, 6}}}, dev(0));
  EXPECT_EQ(z.shape(), Shape({1, 2, 3}));
  EXPECT_THAT(z, Holds<std::int32_t>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, OfARaggedListIsAnError) {
  EXPECT_THAT(
      [&] {
        return device_put({{1.f, 2.f}, {3.f}}, dev(0), Here("m.cpp", 4));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[device_put] a braced list with rows of 2 and of 1 elements: rows of one "
                  "depth must be equally long\n"
                  "  at m.cpp:4"));
}

}  // namespace
}  // namespace berth
