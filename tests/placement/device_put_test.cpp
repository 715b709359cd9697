#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <vector>

#include "berth/placement.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using DevicePut = WithDevices<1>;
using DevicePutBetween = WithDevices<4>;

const std::vector<float> six = {1, 2, 3, 4, 5, 6};

// Commitment

TEST_F(DevicePut, OfHostDataToATargetCommitsIt) {
  const Array x = device_put(six, dev(0));

  EXPECT_THAT(x, IsCommittedTo(dev(0)));
  EXPECT_THAT(x, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, OfHostDataWithoutATargetIsUncommittedOnTheDefaultDevice) {
  EXPECT_THAT(device_put(six), IsUncommittedOn(current_default_device()));
}

TEST_F(DevicePutBetween, OfHostDataWithoutATargetFollowsTheDefaultDevice) {
  const auto scope = default_device(dev(2));

  EXPECT_THAT(device_put(six), IsUncommittedOn(dev(2)));
}

TEST_F(DevicePut, ToWhereAnUncommittedArrayIsCommitsTheResultAlone) {
  const Array x = device_put(six);
  const Array y = device_put(x, x.device());

  EXPECT_THAT(y, IsCommittedTo(x.device()));
  EXPECT_FALSE(x.committed());
}

TEST_F(DevicePut, OfAnArrayWithoutATargetIsTheArray) {
  const Array x = device_put(six);
  const TransferLog log;

  const Array y = device_put(x);

  EXPECT_EQ(y.state(), x.state());
  EXPECT_EQ(log.copies(), 0u);
}

TEST_F(DevicePutBetween, MovesACommittedArray) {
  const Array x = device_put(six, dev(1));
  const Array y = device_put(x, dev(2));

  EXPECT_THAT(y, IsCommittedTo(dev(2)));
  EXPECT_THAT(y, Holds<float>({1, 2, 3, 4, 5, 6}));
  EXPECT_THAT(x, IsCommittedTo(dev(1)));
}

TEST_F(DevicePutBetween, OfHostDataIgnoresTheDefaultDevice) {
  const auto scope = default_device(dev(2));

  EXPECT_THAT(device_put(six, dev(1)), IsCommittedTo(dev(1)));
}

// Bytes

TEST_F(DevicePut, ToWhereItAlreadyLivesMovesNoByte) {
  const Array x = device_put(std::vector<float>(1 << 20), dev(0));
  const TransferLog log;

  EXPECT_THAT(device_put(x, dev(0)), IsCommittedTo(dev(0)));
  EXPECT_EQ(log.copies(), 0u);
}

TEST_F(DevicePut, ToWhereItAlreadyLivesSharesTheBuffer) {
  const Array x = device_put(six, dev(0));
  const Array y = device_put(x, dev(0));

  y.delete_();

  EXPECT_TRUE(x.is_deleted());
}

TEST_F(DevicePut, WithoutAliasingCopiesWhereItAlreadyLives) {
  const Array x = device_put(six, dev(0));
  const TransferLog log;

  const Array y = device_put(x, dev(0), {.may_alias = false});
  x.delete_();

  EXPECT_EQ(log.bytes(), 24);
  EXPECT_THAT(y, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePutBetween, WritesOneRowOfTheBytesThatMoved) {
  const Array x = device_put(six, dev(0));
  const TransferLog log;

  const Array y = device_put(x, dev(3), {}, Here("model.cpp", 7));

  const std::vector<LedgerRow> rows = log.rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].what, "f32[6]");
  EXPECT_EQ(rows[0].from, SingleDeviceSharding(dev(0)));
  EXPECT_EQ(rows[0].to, SingleDeviceSharding(dev(3)));
  EXPECT_EQ(rows[0].bytes_asked, 24);
  EXPECT_EQ(rows[0].bytes_moved, 24);
  EXPECT_EQ(rows[0].reason, Reason::put);
  EXPECT_EQ(rows[0].where, Here("model.cpp", 7));
}

TEST_F(DevicePutBetween, InsideAnOriginCarriesItsLine) {
  const detail::Origin origin(Here("user.cpp", 3));
  const TransferLog log;

  const Array x = device_put(six, dev(1));

  EXPECT_EQ(log.rows().at(0).where, Here("user.cpp", 3));
}

// Memory kinds

TEST_F(DevicePut, ToAMemoryKindStaysOnTheDevice) {
  const Array x = device_put(six, dev(0));
  const TransferLog log;

  const Array y = device_put(x, pinned_host);

  EXPECT_EQ(y.sharding(), SingleDeviceSharding(dev(0), pinned_host));
  EXPECT_TRUE(y.committed());
  EXPECT_EQ(log.bytes(), 24);
  EXPECT_THAT(y, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, OfHostDataToAMemoryKindUsesTheDefaultDevice) {
  EXPECT_EQ(device_put(six, unpinned_host).sharding(),
            SingleDeviceSharding(current_default_device(), unpinned_host));
}

TEST_F(DevicePutBetween, ToADeviceMeansItsDefaultMemory) {
  const Array x = device_put(six, SingleDeviceSharding(dev(1), pinned_host));

  EXPECT_EQ(device_put(x, dev(2)).memory_kind(), MemoryKind::device);
  EXPECT_EQ(device_put(x, MemoryKind::device).sharding(), SingleDeviceSharding(dev(1)));
}

// Donation

TEST_F(DevicePut, ThatDonatesInPlaceMovesNoByteAndConsumesTheSource) {
  const Array x = device_put(six, dev(0));
  const TransferLog log;

  const Array y = device_put(x, dev(0), {.donate = true}, Here("model.cpp", 5));

  EXPECT_EQ(log.copies(), 0u);
  EXPECT_TRUE(x.is_deleted());
  EXPECT_THAT(y, Holds<float>({1, 2, 3, 4, 5, 6}));
  EXPECT_THAT([&] { return device_put(x, dev(0), {}, Here("model.cpp", 6)); },
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[device_put] f32[6] on " + to_string(dev(0)) +
                      " was donated at model.cpp:5: its memory went to the result; use that, or "
                      "do not donate\n"
                      "  at model.cpp:6"));
}

TEST_F(DevicePutBetween, ThatDonatesElsewhereConsumesTheSourceOnceItIsCopied) {
  const Array x = device_put(six, dev(0));

  const Array y = device_put(x, dev(1), {.donate = true});

  EXPECT_TRUE(x.is_deleted());
  EXPECT_THAT(y, IsCommittedTo(dev(1)));
  EXPECT_THAT(y, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, ThatDonatesAValueInUseByTheHostCopiesAndSaysSoOnce) {
  const Array x = device_put(six, dev(0));
  const HostArray view = device_get(x, Here("model.cpp", 4));
  std::vector<std::string> lines;
  set_log([&](std::string_view line) { lines.emplace_back(line); });

  const TransferLog log;
  const Array y = device_put(x, dev(0), {.donate = true}, Here("model.cpp", 5));
  set_log({});

  EXPECT_TRUE(x.is_deleted());
  EXPECT_EQ(log.bytes(), 24);
  EXPECT_NE(device_get(y).data(), view.data());
  EXPECT_EQ(view.view<float>()[5], 6.f);
  EXPECT_THAT(lines, testing::ElementsAre("[device_put] f32[6] on " + to_string(dev(0)) +
                                          " is donated at model.cpp:5 while a HostArray of "
                                          "model.cpp:4 views its memory: it was copied"));
}

TEST_F(DevicePut, ACopyOutlivesItsDonatedSource) {
  const Array x = device_put(six, dev(0));
  const Array copy = device_put(x, dev(0), {.may_alias = false});

  const Array moved = device_put(x, dev(0), {.donate = true});

  EXPECT_THAT(copy, Holds<float>({1, 2, 3, 4, 5, 6}));
}

TEST_F(DevicePut, ThatDonatesAndMayAliasIsAnError) {
  const Array x = device_put(six, dev(0));
  const std::string text =
      "[device_put] donate together with may_alias = true: a source that is consumed cannot share "
      "its memory with the result; leave out one of them\n"
      "  at m.cpp:2";

  EXPECT_THAT(
      [&] { return device_put(x, dev(0), {.donate = true, .may_alias = true}, Here("m.cpp", 2)); },
      ThrowsError(ErrorCode::invalid_argument, text));
  EXPECT_THAT(
      [&] {
        return device_put(six, dev(0), {.donate = true, .may_alias = true}, Here("m.cpp", 2));
      },
      ThrowsError(ErrorCode::invalid_argument, text));
  EXPECT_FALSE(x.is_deleted());
}

// Sources that are no values

TEST_F(DevicePut, OfAnEmptyArrayIsAnError) {
  const std::string text =
      "[device_put] the Array is empty: it was default-constructed or moved from\n"
      "  at m.cpp:2";

  EXPECT_THAT([&] { return device_put(Array(), dev(0), {}, Here("m.cpp", 2)); },
              ThrowsError(ErrorCode::invalid_argument, text));
  EXPECT_THAT([&] { return device_put(Array(), Here("m.cpp", 2)); },
              ThrowsError(ErrorCode::invalid_argument, text));
}

TEST_F(DevicePut, OfADeletedArrayIsAnErrorAlsoWhereNothingWouldMove) {
  const Array x = device_put(six, dev(0));
  x.delete_(Here("m.cpp", 1));
  const std::string text = "[device_put] f32[6] on " + to_string(dev(0)) +
                           " was deleted at m.cpp:1: use it before, or delete it later\n"
                           "  at m.cpp:2";

  EXPECT_THAT([&] { return device_put(x, dev(0), {}, Here("m.cpp", 2)); },
              ThrowsError<DeletedArrayError>(ErrorCode::failed_precondition, text));
  EXPECT_THAT([&] { return device_put(x, Here("m.cpp", 2)); },
              ThrowsError<DeletedArrayError>(ErrorCode::failed_precondition, text));
  EXPECT_THAT([&] { return device_put(x, pinned_host, {}, Here("m.cpp", 2)); },
              ThrowsError<DeletedArrayError>(ErrorCode::failed_precondition, text));
}

TEST_F(DevicePut, ToNoDeviceIsAnError) {
  EXPECT_THAT([&] { return device_put(six, Device()); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[Sharding] a default-constructed Device is no place: take one from "
                          "devices() or device(\"cpu:0\")"));
}

}  // namespace
}  // namespace berth
