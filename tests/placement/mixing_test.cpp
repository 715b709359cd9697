#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <complex>
#include <cstdint>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/implicit_transfers.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using routines::plus;
using testing::AllOf;

const std::vector<float> two = {1, 2};

// The rules of placement outside compiled code, on an operation that has no rules of its own.
using Mixing = WithImplicitTransfers<1>;
using MixingDevices = WithImplicitTransfers<6>;

TEST_F(MixingDevices, RunsWhereTheCommittedOperandsAre) {
  const Array x = device_put(two, dev(5));

  EXPECT_THAT(plus(x, x), AllOf(IsCommittedTo(dev(5)), Holds<float>({2, 4})));
}

TEST_F(MixingDevices, MovesUncommittedOperandsToTheCommittedOnes) {
  const Array x = device_put(two);
  const Array y = device_put(two, dev(1));
  const TransferLog log;

  const Array sum = plus(x, Operand(y, Here("model.cpp", 3)));

  EXPECT_THAT(sum, AllOf(IsCommittedTo(dev(1)), Holds<float>({2, 4})));
  EXPECT_EQ(log.copies(Reason::implicit), 1u);
  EXPECT_THAT(x, IsUncommittedOn(dev(0)));
}

TEST_F(MixingDevices, RunsUncommittedOperandsOnTheDefaultDevice) {
  Array x;
  Array y;
  {
    const auto scope = default_device(dev(3));
    x = device_put(two);
  }
  {
    const auto scope = default_device(dev(4));
    y = device_put(two);
  }
  EXPECT_THAT(x, IsUncommittedOn(dev(3)));

  EXPECT_THAT(plus(x, y), AllOf(IsUncommittedOn(dev(0)), Holds<float>({2, 4})));

  const auto scope = default_device(dev(2));
  EXPECT_THAT(plus(x, y), AllOf(IsUncommittedOn(dev(2)), Holds<float>({2, 4})));
  EXPECT_THAT(routines::seven(), IsUncommittedOn(dev(2)));
}

TEST_F(MixingDevices, LetsCommittedOperandsWinOverTheDefaultDevice) {
  const Array x = device_put(two, dev(1));
  const auto scope = default_device(dev(2));

  EXPECT_THAT(plus(x, device_put(two)), IsCommittedTo(dev(1)));
}

TEST_F(Mixing, OfUncommittedOperandsIsUncommitted) {
  const Array x = device_put(two);

  EXPECT_THAT(plus(x, x), IsUncommittedOn(dev(0)));
  EXPECT_THAT(plus(1.f, 2.f), IsUncommittedOn(dev(0)));
}

TEST_F(MixingDevices, LetsScalarsBelongNowhere) {
  const Array x = device_put(two, dev(3));
  const TransferLog log;

  EXPECT_THAT(plus(x, 1), AllOf(IsCommittedTo(dev(3)), Holds<float>({2, 3})));
  EXPECT_THAT(plus(2.5, x), AllOf(IsCommittedTo(dev(3)), Holds<float>({3.5, 4.5})));
  EXPECT_THAT(plus(x, true), AllOf(IsCommittedTo(dev(3)), Holds<float>({2, 3})));
  EXPECT_EQ(log.copies(Reason::implicit), 0u);
}

TEST_F(MixingDevices, CountsOperandsThatTheProgramIgnores) {
  const Array x = device_put(two);
  const Array y = device_put(two, dev(2));

  EXPECT_THAT(routines::first(x, y), IsCommittedTo(dev(2)));
  EXPECT_THROW((void)routines::first(device_put(two, dev(1)), y), DeviceMismatchError);
}

TEST_F(MixingDevices, CommitsEveryResultOfACommittedOperand) {
  for (const Array& result : routines::twice(device_put(two, dev(4)))) {
    EXPECT_THAT(result, IsCommittedTo(dev(4)));
  }
}

TEST_F(MixingDevices, KeepsThePlaceOfArraysWithoutElements) {
  const Array x = device_put(HostRef(std::vector<float>(), {3, 0}), dev(1));

  const Array y = plus(x, x);

  EXPECT_THAT(y, IsCommittedTo(dev(1)));
  EXPECT_EQ(y.shape(), Shape({3, 0}));
}

TEST_F(MixingDevices, DoesNotDependOnWhichDeviceItIs) {
  const Array follower = device_put(two);
  const Array other = device_put(two, dev(5));
  for (const Device device : devices()) {
    const Array x = device_put(two, device);
    EXPECT_THAT(plus(x, follower), AllOf(IsCommittedTo(device), Holds<float>({2, 4})));
    if (device != dev(5)) {
      EXPECT_THROW((void)plus(x, other), DeviceMismatchError);
    }
  }
}

// Errors

TEST_F(MixingDevices, OfTwoPlacesIsAnErrorThatNamesThemAndTheCure) {
  const Array x = device_put(two, dev(1), {}, Here("model.cpp", 10));
  const Array y = device_put(HostRef(two, {2, 1}), dev(2), {}, Here("model.cpp", 11));

  EXPECT_THAT(
      [&] { return plus(Operand(x, Here("model.cpp", 12)), y); },
      ThrowsError<DeviceMismatchError>(
          ErrorCode::invalid_argument,
          "[plus] operands are committed to different places:\n"
          "  operand 0, f32[2], to cpu:1 at model.cpp:10\n"
          "  operand 1, f32[2, 1], to cpu:2 at model.cpp:11\n"
          "move one to the other with device_put(x, device(\"cpu:1\")), or bring all to one "
          "place with run_on(device(\"cpu:1\"))\n"
          "  at model.cpp:12"));
}

TEST_F(MixingDevices, ErrorsNameTheLineThatPlacedWhatAResultCameFrom) {
  const Array x = device_put(two, dev(1), {}, Here("model.cpp", 10));
  const Array sum = plus(plus(x, 1.f), device_put(two));
  const Array y = device_put(two, dev(0), {}, Here("model.cpp", 20));

  EXPECT_THAT(
      [&] { return plus(Operand(y, Here("model.cpp", 30)), sum); },
      ThrowsError<DeviceMismatchError>(
          ErrorCode::invalid_argument,
          "[plus] operands are committed to different places:\n"
          "  operand 0, f32[2], to cpu:0 at model.cpp:20\n"
          "  operand 1, f32[2], to cpu:1 at model.cpp:10\n"
          "move one to the other with device_put(x, device(\"cpu:0\")), or bring all to one "
          "place with run_on(device(\"cpu:0\"))\n"
          "  at model.cpp:30"));
}

TEST_F(MixingDevices, FindsThatAPutToWhereItIsCommits) {
  const Array x = device_put(two);
  const Array y = device_put(x, dev(0));
  const Array z = device_put(two, dev(1));

  EXPECT_THROW((void)plus(y, z), DeviceMismatchError);
  EXPECT_THAT(plus(x, z), IsCommittedTo(dev(1)));
}

TEST_F(Mixing, OfTwoMemoryKindsIsAnErrorThatNamesThemAndTheCure) {
  const Array x = device_put(two, dev(0), {}, Here("model.cpp", 10));
  const Array y = device_put(two, pinned_host, {}, Here("model.cpp", 11));

  EXPECT_THAT(
      [&] { return plus(Operand(y, Here("model.cpp", 12)), x); },
      ThrowsError<DeviceMismatchError>(
          ErrorCode::invalid_argument,
          "[plus] operands are committed to different places:\n"
          "  operand 0, f32[2], to cpu:0 (pinned_host) at model.cpp:11\n"
          "  operand 1, f32[2], to cpu:0 at model.cpp:10\n"
          "move one to the other with device_put(x, SingleDeviceSharding(device(\"cpu:0\"), "
          "pinned_host)), or bring all to one place with "
          "run_on(SingleDeviceSharding(device(\"cpu:0\"), pinned_host))\n"
          "  at model.cpp:12"));
}

TEST_F(Mixing, InHostMemoryStaysThere) {
  for (const MemoryKind kind : {pinned_host, unpinned_host}) {
    const Array x = device_put(two, kind);

    const Array sum = plus(x, x);
    EXPECT_EQ(sum.sharding(), SingleDeviceSharding(dev(0), kind));
    EXPECT_TRUE(sum.committed());
    EXPECT_THAT(sum, Holds<float>({2, 4}));
    EXPECT_EQ(plus(x, 1.f).memory_kind(), kind);
    EXPECT_EQ(plus(x, device_put(two)).memory_kind(), kind);
  }
}

TEST_F(Mixing, OfEmptyArraysIsAnError) {
  const Array x = device_put(two);

  EXPECT_THAT([&] { return plus(Operand(Array(), Here("m.cpp", 1)), x); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[plus] the Array is empty: it was default-constructed or moved from\n"
                          "  at m.cpp:1"));
}

TEST_F(Mixing, OfDeletedArraysIsAnErrorColdAndWarm) {
  const Array x = device_put(two);
  const Array y = device_put(two);
  y.delete_(Here("m.cpp", 1));
  const auto deleted = ThrowsError<DeletedArrayError>(
      ErrorCode::failed_precondition, "[plus] argument 1, f32[2] on " + to_string(dev(0)) +
                                          ", was deleted at m.cpp:1: use it before, or delete it "
                                          "later\n"
                                          "  at m.cpp:2");

  EXPECT_THAT([&] { return plus(Operand(x, Here("m.cpp", 2)), y); }, deleted);
  (void)plus(x, x);
  EXPECT_THAT([&] { return plus(Operand(x, Here("m.cpp", 2)), y); }, deleted);
  EXPECT_THROW((void)routines::first(x, y), DeletedArrayError);
}

TEST_F(MixingDevices, SaysWhatIsWrongWithTypesBeforeAByteMoves) {
  const Array x = device_put(two);
  const Array y = device_put(std::vector<float>{1, 2, 3}, dev(1));
  const TransferLog log;

  EXPECT_THROW((void)plus(x, y), Error);
  EXPECT_EQ(log.copies(), 0u);
}

// device= of a creation function

TEST_F(MixingDevices, CommitsToTheDeviceThatTheCallNames) {
  const Target where = dev(3);

  EXPECT_THAT(routines::seven({Here("m.cpp", 1), &where}), IsCommittedTo(dev(3)));
  const auto scope = run_on(dev(2));
  EXPECT_THAT(routines::seven({Here("m.cpp", 1), &where}), IsCommittedTo(dev(3)));
}

// Programs

TEST_F(Mixing, CompilesOnceForOneSetOfTypes) {
  const Array x = device_put(std::vector<float>(17, 1));
  (void)plus(x, 1.f);
  const CompileCount compiles;

  for (int i = 0; i < 5; ++i) (void)plus(x, static_cast<float>(i));
  (void)plus(device_put(x, dev(0)), 2.f);

  EXPECT_EQ(compiles(), 0);
}

TEST_F(MixingDevices, CompilesOnceForAllDevices) {
  const std::vector<float> data(19, 1);
  (void)plus(device_put(data, dev(0)), 1.f);
  const CompileCount compiles;

  for (int i = 1; i < 6; ++i) {
    EXPECT_THAT(plus(device_put(data, dev(i)), 1.f), IsCommittedTo(dev(i)));
  }
  EXPECT_EQ(compiles(), 0);
}

TEST_F(Mixing, DoesNotTakeAProgramOfOtherTypes) {
  const std::vector<std::int32_t> bits = {0x3f800000, 0x40000000};
  (void)plus(device_put(two), device_put(two));

  EXPECT_THAT(plus(device_put(bits), device_put(bits)),
              Holds<std::int32_t>({0x7f000000, static_cast<std::int32_t>(0x80000000u)}));
}

}  // namespace
}  // namespace berth
