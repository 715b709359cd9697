#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <complex>
#include <cstdint>
#include <limits>
#include <sstream>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

// Reading is an implicit transfer.
class PlacedArray : public WithDevices<1> {
 protected:
  const Scope allow_ = transfer_guard(Guard::allow);
};
using ArrayItem = PlacedArray;
using DeletedArray = PlacedArray;

const std::vector<float> two = {1, 2};

TEST_F(PlacedArray, IsReadyOnceSomebodyWaitedForIt) {
  const Array x = routines::plus(device_put(std::vector<float>(1 << 20, 1)), 1.f);

  x.block_until_ready();

  EXPECT_TRUE(x.is_ready());
  EXPECT_EQ(&block_until_ready(x), &x);
}

TEST_F(PlacedArray, ThatIsATemporaryCanBeWaitedForAndKept) {
  const Array x = routines::plus(device_put(two), 1.f).block_until_ready();

  EXPECT_THAT(x, Holds<float>({2, 3}));
}

TEST_F(PlacedArray, TellsWhenItIsThere) {
  const Array x = device_put(two);
  std::atomic<int> calls = 0;
  std::string error = "not called";

  x.on_ready([&](const std::string& text) {
    error = text;
    ++calls;
    calls.notify_all();
  });
  calls.wait(0);

  EXPECT_EQ(calls, 1);
  EXPECT_EQ(error, "");
}

TEST_F(PlacedArray, ThrowsWhatLeftItsCallbackToTheNextThatWaits) {
  const Array x = device_put(two).block_until_ready();

  x.on_ready([](const std::string&) { throw std::runtime_error("from the callback"); });

  EXPECT_THROW(x.block_until_ready(), std::runtime_error);
  EXPECT_NO_THROW(x.block_until_ready());
}

TEST_F(PlacedArray, OutlivesTheArgumentsOfItsProgram) {
  Array sum;
  {
    const Array x = device_put(std::vector<float>(1 << 18, 3));
    sum = routines::plus(x, x);
    x.delete_();
  }
  EXPECT_THAT(values<float>(sum), testing::Each(6.f));
}

TEST_F(PlacedArray, GivesItsMemoryBackAtTheEndOfItsScope) {
  const LiveBuffers live;
  for (int i = 0; i < 5; ++i) {
    const Array x = device_put(std::vector<float>(1 << 16, 1), dev(0));
    EXPECT_EQ(live(), 1);
  }
  EXPECT_EQ(live(), 0);
}

TEST_F(PlacedArray, ThatSharesABufferCountsOnce) {
  const LiveBuffers live;
  const Array x = device_put(two, dev(0));
  const Array y = device_put(x, dev(0));

  EXPECT_EQ(live(), 1);
}

TEST_F(PlacedArray, PrintsItsElementsTypeAndPlace) {
  EXPECT_EQ(to_string(device_put(two, dev(0))),
            "Array([1., 2.], dtype=float32, " + to_string(dev(0)) + ")");
  std::ostringstream out;
  out << device_put(two, dev(0));
  EXPECT_EQ(out.str(), to_string(device_put(two, dev(0))));
}

// item

TEST_F(ArrayItem, GivesTheOnlyElement) {
  EXPECT_EQ(device_put(1.5f, dev(0)).item<float>(), 1.5f);
  EXPECT_EQ(device_put(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::min()}, dev(0))
                .item<std::int64_t>(),
            std::numeric_limits<std::int64_t>::min());
  EXPECT_EQ(device_put(std::vector<std::uint64_t>{~std::uint64_t{0}}, dev(0)).item<std::uint64_t>(),
            ~std::uint64_t{0});
  EXPECT_TRUE(device_put(true, dev(0)).item<bool>());
  EXPECT_EQ(
      device_put(std::vector<std::complex<float>>{{1, -2}}, dev(0)).item<std::complex<float>>(),
      std::complex<float>(1, -2));
  EXPECT_EQ(device_put(std::vector<bfloat16_t>{bfloat16_t(2.5f)}, dev(0)).item<float>(), 2.5f);
}

TEST_F(ArrayItem, ConvertsWhereNoValueIsLost) {
  const Array three = device_put(3.f, dev(0));
  EXPECT_EQ(three.item<int>(), 3);
  EXPECT_EQ(three.item<double>(), 3.0);
  EXPECT_EQ(three.item<std::uint8_t>(), 3);
  EXPECT_EQ(three.item<std::complex<double>>(), std::complex<double>(3));
  EXPECT_EQ(float(three.item<float16_t>()), 3.f);

  EXPECT_EQ(device_put(-7, dev(0)).item<std::int8_t>(), -7);
  EXPECT_EQ(device_put(1, dev(0)).item<bool>(), true);
  EXPECT_EQ(device_put(std::complex<float>(4, 0), dev(0)).item<double>(), 4.0);
  EXPECT_TRUE(std::isnan(device_put(std::nanf(""), dev(0)).item<double>()));
  EXPECT_EQ(device_put(std::numeric_limits<float>::infinity(), dev(0)).item<double>(),
            std::numeric_limits<double>::infinity());
}

TEST_F(ArrayItem, RefusesToLoseAValue) {
  EXPECT_THAT([] { return device_put(3.5f, dev(0)).item<int>(Here("m.cpp", 1)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[Array::item] 3.5, of type float32, is no value of int32: ask for "
                          "another type, or convert with astype\n"
                          "  at m.cpp:1"));
  EXPECT_THROW((void)device_put(300, dev(0)).item<std::uint8_t>(), Error);
  EXPECT_THROW((void)device_put(-1, dev(0)).item<std::uint64_t>(), Error);
  EXPECT_THROW((void)device_put(2, dev(0)).item<bool>(), Error);
  EXPECT_THROW((void)device_put(std::vector<double>{0.1}, dev(0)).item<float>(), Error);
  EXPECT_THROW((void)device_put(std::vector<std::int64_t>{(std::int64_t{1} << 53) + 1}, dev(0))
                   .item<double>(),
               Error);
  EXPECT_THROW(
      (void)device_put(std::vector<std::int64_t>{std::numeric_limits<std::int64_t>::max()}, dev(0))
          .item<double>(),
      Error);
  EXPECT_THROW((void)device_put(std::complex<float>(1, 1), dev(0)).item<float>(), Error);
  EXPECT_THROW((void)device_put(std::nanf(""), dev(0)).item<int>(), Error);
}

TEST_F(ArrayItem, OfManyElementsIsAnError) {
  EXPECT_THAT(
      [] { return device_put(two, dev(0)).item<float>(Here("m.cpp", 1)); },
      ThrowsError(ErrorCode::invalid_argument,
                  "[Array::item] f32[2] has 2 elements, not one: index it, or read all with "
                  "device_get\n"
                  "  at m.cpp:1"));
}

TEST_F(ArrayItem, IsWrittenAsARead) {
  const Array x = device_put(1.f, dev(0));
  const TransferLog log;

  (void)x.item<float>(Here("m.cpp", 1));

  ASSERT_EQ(log.copies(), 1u);
  EXPECT_EQ(log.rows()[0].reason, Reason::read);
  EXPECT_EQ(log.rows()[0].where, Here("m.cpp", 1));
}

// Deletion

TEST_F(DeletedArray, AnswersWhatNeedsNoMemory) {
  const Array x = device_put(HostRef(two, {2, 1}), dev(0));
  x.delete_();

  EXPECT_TRUE(x.is_deleted());
  EXPECT_EQ(x.shape(), Shape({2, 1}));
  EXPECT_EQ(x.dtype(), float32);
  EXPECT_EQ(x.nbytes(), 8);
  EXPECT_EQ(x.sharding(), SingleDeviceSharding(dev(0)));
  EXPECT_TRUE(x.committed());
}

TEST_F(DeletedArray, RefusesEverythingElseWithOneError) {
  const Array x = device_put(std::vector<float>{1}, dev(0));
  x.delete_(Here("m.cpp", 1));
  const auto refused = [](const std::string& who) {
    return ThrowsError<DeletedArrayError>(
        ErrorCode::failed_precondition,
        "[" + who + "] f32[1] on " + to_string(dev(0)) +
            " was deleted at m.cpp:1: use it before, or delete it later");
  };

  EXPECT_THAT([&] { (void)x.device(); }, refused("Array::device"));
  EXPECT_THAT([&] { (void)x.devices(); }, refused("Array::devices"));
  EXPECT_THAT([&] { (void)x.memory_kind(); }, refused("Array::memory_kind"));
  EXPECT_THAT([&] { (void)x.on_device_size(); }, refused("Array::on_device_size"));
  EXPECT_THAT([&] { (void)x.is_ready(); }, refused("Array::is_ready"));
  EXPECT_THAT([&] { x.block_until_ready(); }, refused("Array::block_until_ready"));
  EXPECT_THAT([&] { x.on_ready([](const std::string&) {}); }, refused("Array::on_ready"));
  EXPECT_THAT([&] { (void)to_string(x); }, refused("to_string"));

  const auto refused_at = [](const std::string& who) {
    return ThrowsError<DeletedArrayError>(
        ErrorCode::failed_precondition,
        "[" + who + "] f32[1] on " + to_string(dev(0)) +
            " was deleted at m.cpp:1: use it before, or delete it later\n  at m.cpp:2");
  };
  const Here here("m.cpp", 2);
  EXPECT_THAT([&] { x.copy_to_host_async(here); }, refused_at("Array::copy_to_host_async"));
  EXPECT_THAT([&] { (void)x.item<float>(here); }, refused_at("Array::item"));
  EXPECT_THAT([&] { (void)device_get(x, here); }, refused_at("device_get"));
  EXPECT_THAT([&] { (void)device_put(x, pinned_host, {}, here); }, refused_at("device_put"));
  EXPECT_THROW((void)routines::plus(x, 1.f), DeletedArrayError);
}

TEST_F(DeletedArray, ThatWasDonatedRefusesTheSameAndSaysWhereItsMemoryWent) {
  const Array x = device_put(std::vector<float>{1}, dev(0));
  const Array y = device_put(x, dev(0), {.donate = true}, Here("m.cpp", 1));
  const auto refused = [](const std::string& who, const std::string& where = "") {
    return ThrowsError<DeletedArrayError>(
        ErrorCode::failed_precondition,
        "[" + who + "] f32[1] on " + to_string(dev(0)) +
            " was donated at m.cpp:1: its memory went to the result; use that, or do not donate" +
            where);
  };

  EXPECT_THAT([&] { (void)x.device(); }, refused("Array::device"));
  EXPECT_THAT([&] { (void)x.memory_kind(); }, refused("Array::memory_kind"));
  EXPECT_THAT([&] { (void)x.on_device_size(); }, refused("Array::on_device_size"));
  EXPECT_THAT([&] { (void)x.is_ready(); }, refused("Array::is_ready"));
  EXPECT_THAT([&] { x.block_until_ready(); }, refused("Array::block_until_ready"));
  EXPECT_THAT([&] { (void)to_string(x); }, refused("to_string"));
  EXPECT_THAT([&] { (void)device_put(x, dev(0), {.donate = true}, Here("m.cpp", 2)); },
              refused("device_put", "\n  at m.cpp:2"));
  EXPECT_THAT(y, Holds<float>({1}));
}

TEST_F(DeletedArray, MayBeDeletedAgain) {
  const Array x = device_put(two, dev(0));
  x.delete_(Here("m.cpp", 1));
  x.delete_(Here("m.cpp", 2));

  EXPECT_TRUE(x.is_deleted());
}

TEST_F(DeletedArray, LeavesOperationsThatTookItAlone) {
  const Array x = device_put(std::vector<float>(1 << 20, 1), dev(0));
  Array sum = routines::plus(x, x);
  for (int i = 0; i < 4; ++i) sum = routines::plus(sum, x);
  x.delete_();

  EXPECT_THAT(values<float>(sum), testing::Each(6.f));
}

TEST_F(DeletedArray, OfOnesThatShareABufferDiesWithThem) {
  const Array x = device_put(two);
  const Array y = device_put(x, dev(0));
  y.delete_();

  EXPECT_TRUE(x.is_deleted());
}

// Empty handles

TEST(EmptyArray, RefusesEveryQuestion) {
  const Array x;
  const auto refused = [](const std::string& who) {
    return ThrowsError(
        ErrorCode::invalid_argument,
        "[" + who + "] the Array is empty: it was default-constructed or moved from");
  };

  EXPECT_THAT([&] { (void)x.on_device_size(); }, refused("Array::on_device_size"));
  EXPECT_THAT([&] { (void)x.is_ready(); }, refused("Array::is_ready"));
  EXPECT_THAT([&] { (void)x.is_deleted(); }, refused("Array::is_deleted"));
  EXPECT_THAT([&] { x.block_until_ready(); }, refused("Array::block_until_ready"));
  EXPECT_THAT([&] { x.on_ready([](const std::string&) {}); }, refused("Array::on_ready"));
  EXPECT_THAT([&] { (void)to_string(x); }, refused("to_string"));

  const auto refused_at = [](const std::string& who) {
    return ThrowsError(ErrorCode::invalid_argument,
                       "[" + who +
                           "] the Array is empty: it was default-constructed or moved from\n"
                           "  at m.cpp:1");
  };
  const Here here("m.cpp", 1);
  EXPECT_THAT([&] { (void)x.item<float>(here); }, refused_at("Array::item"));
  EXPECT_THAT([&] { x.copy_to_host_async(here); }, refused_at("Array::copy_to_host_async"));
  EXPECT_THAT([&] { x.delete_(here); }, refused_at("Array::delete_"));
}

}  // namespace
}  // namespace berth
