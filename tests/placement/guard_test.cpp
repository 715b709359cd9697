#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using routines::plus;

using TransferGuard = WithDevices<1>;
using TransferGuardBetween = WithDevices<3>;

const std::vector<float> two = {1, 2};

constexpr Guard levels[] = {Guard::allow, Guard::log, Guard::disallow, Guard::log_explicit,
                            Guard::disallow_explicit};

// What the log got while this lived.
class LogLines {
 public:
  LogLines() {
    set_log([this](std::string_view line) { lines_.emplace_back(line); });
  }
  ~LogLines() { set_log({}); }
  LogLines(const LogLines&) = delete;
  LogLines& operator=(const LogLines&) = delete;
  const std::vector<std::string>& operator()() const { return lines_; }

 private:
  std::vector<std::string> lines_;
};

TEST_F(TransferGuard, OfDisallowLetsExplicitTransfersPass) {
  const auto guard = transfer_guard(Guard::disallow);

  const Array x = device_put(two, dev(0));
  EXPECT_EQ(device_get(device_put(x, pinned_host)).view<float>()[1], 2.f);
  (void)device_put(two);
  (void)device_put(1.5f, dev(0));
}

TEST_F(TransferGuardBetween, OfDisallowRefusesCopiesOfUncommittedOperandsColdAndWarm) {
  const Array x = device_put(std::vector<float>(23, 1));
  const Array y = device_put(std::vector<float>(23, 1), dev(1));
  const auto refused = ThrowsError<TransferGuardError>(
      ErrorCode::failed_precondition,
      "[plus] transfer_guard forbids the implicit device_to_device copy of f32[23] from cpu:0 to "
      "cpu:1: say so with device_put, or allow it with transfer_guard({.device_to_device = "
      "Guard::allow})\n"
      "  at m.cpp:1");
  const auto call = [&] { return plus(Operand(x, Here("m.cpp", 1)), y); };

  const auto guard = transfer_guard(Guard::disallow);
  EXPECT_THAT(call, refused);
  {
    const auto allow = transfer_guard(Guard::allow);
    EXPECT_THAT(call(), IsCommittedTo(dev(1)));
  }
  EXPECT_THAT(call, refused);
  EXPECT_THAT(call, refused);
}

TEST_F(TransferGuardBetween, OfDisallowLeavesAllowedDirectionsAlone) {
  const Array x = device_put(two);
  const Array y = device_put(two, dev(1));
  const auto guard = transfer_guard(GuardOptions{.host_to_device = Guard::disallow,
                                                 .device_to_device = Guard::allow,
                                                 .device_to_host = Guard::disallow});

  EXPECT_THAT(plus(x, y), IsCommittedTo(dev(1)));
  EXPECT_THROW((void)y.item<float>(), Error);
}

TEST_F(TransferGuard, OfOneDirectionKeepsTheOthersOfTheOuterScope) {
  const auto outer = transfer_guard(Guard::disallow_explicit);
  const auto inner = transfer_guard(GuardOptions{.host_to_device = Guard::allow});

  const Array x = device_put(two, dev(0));
  EXPECT_THROW((void)device_get(x), TransferGuardError);
  EXPECT_THROW((void)device_put(x, pinned_host), TransferGuardError);
}

TEST_F(TransferGuard, OfDisallowLetsScalarsPass) {
  const Array x = device_put(two, dev(0));
  const auto guard = transfer_guard(Guard::disallow_explicit);

  (void)plus(x, 0);
  (void)plus(x, 2.5);
  (void)plus(x, 12345.678f);
  (void)routines::seven();
}

TEST_F(TransferGuard, FiresForReadingOnTheCpuToo) {
  const Array x = device_put(std::vector<float>{1}, dev(0));
  const auto guard = transfer_guard(Guard::disallow);

  EXPECT_THAT([&] { return x.item<float>(Here("m.cpp", 1)); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[Array::item] transfer_guard forbids the implicit device_to_host copy of f32[1] "
                  "from " +
                      to_string(dev(0)) +
                      " to the host: say so with device_get, or allow it with "
                      "transfer_guard({.device_to_host = Guard::allow})\n"
                      "  at m.cpp:1"));
  EXPECT_THROW((void)to_string(x), TransferGuardError);
  EXPECT_EQ(device_get(x).item<float>(), 1.f);
}

TEST_F(TransferGuard, OfDisallowExplicitRefusesEverything) {
  const Array x = device_put(two, dev(0));
  const auto guard = transfer_guard(Guard::disallow_explicit);

  EXPECT_THAT([&] { return device_put(two, dev(0), {}, Here("m.cpp", 1)); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_put] transfer_guard forbids the explicit host_to_device copy of f32[2] "
                  "from the host to " +
                      to_string(dev(0)) +
                      ": move it out of the scope, or allow it with "
                      "transfer_guard({.host_to_device = Guard::allow})\n"
                      "  at m.cpp:1"));
  EXPECT_THROW((void)device_put(x, pinned_host), TransferGuardError);
  EXPECT_THROW((void)device_get(x), TransferGuardError);
  EXPECT_THROW((void)device_put(1.f, dev(0)), TransferGuardError);
  EXPECT_THROW((void)device_put(two), TransferGuardError);
}

TEST_F(TransferGuard, HasNothingToSayWhereNothingMoves) {
  const Array x = device_put(two, dev(0));
  const auto guard = transfer_guard(Guard::disallow_explicit);

  const Array y = device_put(x, dev(0));
  const Array z = device_put(y, dev(0), {.donate = true});
  EXPECT_THAT(z, IsCommittedTo(dev(0)));
  EXPECT_THAT(plus(z, z), IsCommittedTo(dev(0)));
}

TEST_F(TransferGuard, OfARefusedDonationKeepsTheSource) {
  const Array x = device_put(two, dev(0));
  {
    const auto guard = transfer_guard(Guard::disallow_explicit);
    EXPECT_THROW((void)device_put(x, pinned_host, {.donate = true}), TransferGuardError);
  }
  EXPECT_THAT(x, Holds<float>({1, 2}));
}

TEST_F(TransferGuardBetween, OfLogWritesALineForEachImplicitTransfer) {
  const Array x = device_put(two);
  const Array y = device_put(two, dev(1));
  const LogLines lines;
  const auto guard = transfer_guard(Guard::log);

  const Array z = device_put(plus(Operand(x, Here("m.cpp", 7)), y), dev(2));

  EXPECT_THAT(lines(), testing::ElementsAre("[plus] implicit device_to_device copy of f32[2] from "
                                            "cpu:0 to cpu:1, at m.cpp:7"));
}

TEST_F(TransferGuardBetween, OfLogExplicitWritesALineForEveryTransfer) {
  const LogLines lines;
  const auto guard = transfer_guard(Guard::log_explicit);

  (void)device_put(two, dev(2), {}, Here("m.cpp", 7));

  EXPECT_THAT(lines(), testing::ElementsAre("[device_put] explicit host_to_device copy of f32[2] "
                                            "from the host to cpu:2, at m.cpp:7"));
}

TEST_F(TransferGuardBetween, LetsRunOnBringOperands) {
  const Array x = device_put(two, dev(1));
  const auto guard = transfer_guard(Guard::disallow);
  const auto scope = run_on(dev(2));

  EXPECT_THAT(plus(x, x), IsCommittedTo(dev(2)));
}

TEST_F(TransferGuard, IsOfItsThreadAlone) {
  const auto guard = transfer_guard(Guard::disallow_explicit);

  std::thread([] { EXPECT_NO_THROW((void)device_put(two, dev(0))); }).join();
}

TEST_F(TransferGuardBetween, OfStrictProgramsRefusesEveryMix) {
  const Array x = device_put(two, dev(1));
  const Array y = device_put(two, dev(2));
  const Array z = device_put(two);
  const auto guard = transfer_guard(Guard::disallow);

  EXPECT_THROW((void)plus(x, y), DeviceMismatchError);
  EXPECT_THROW((void)plus(x, z), TransferGuardError);
}

TEST_F(TransferGuard, AllowsEverythingAtEachLevelThatOnlyLogs) {
  const Array x = device_put(std::vector<float>{1}, dev(0));
  const LogLines lines;
  for (const Guard level : levels) {
    const auto guard = transfer_guard(level);
    if (level == Guard::disallow || level == Guard::disallow_explicit) continue;
    EXPECT_EQ(x.item<float>(), 1.f);
  }
  EXPECT_EQ(lines().size(), 2u);
}

}  // namespace
}  // namespace berth
