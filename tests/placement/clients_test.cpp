#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <vector>

#include "berth/placement.h"
#include "placement/routines.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using routines::plus;
using testing::AllOf;

const std::vector<float> two = {1, 2};

/// The first device of a second client of the CPU plugin, which is a platform of its own.
Device start_twin(const char* plugin) {
  register_plugin("twin", plugin);
  return device("twin");
}

// A device of another client: nothing is shared with it but the host.
class TwoClients : public WithDevices<1> {
 protected:
  void SetUp() override {
    const char* const plugin = std::getenv("BERTH_PLUGIN_PATH_CPU");
    if (plugin == nullptr) GTEST_SKIP() << "BERTH_PLUGIN_PATH_CPU names no plugin to start twice";
    static const Device started = start_twin(plugin);
    twin = started;
  }

  Device twin;
};

TEST_F(TwoClients, HaveDevicesThatAreNotEqual) {
  EXPECT_EQ(to_string(twin), "twin:0");
  EXPECT_NE(twin, dev(0));
  EXPECT_NE(SingleDeviceSharding(twin), SingleDeviceSharding(dev(0)));
}

TEST_F(TwoClients, MixedAreAnErrorThatNamesBothAndTheCure) {
  const Array x = device_put(two, dev(0), {}, Here("m.cpp", 1));
  const Array y = device_put(two, twin, {}, Here("m.cpp", 2));
  const std::string here = to_string(dev(0));

  EXPECT_THAT([&] { return plus(Operand(x, Here("m.cpp", 3)), y); },
              ThrowsError<DeviceMismatchError>(
                  ErrorCode::invalid_argument,
                  "[plus] operands are committed to different places:\n"
                  "  operand 0, f32[2], to " +
                      here +
                      " at m.cpp:1\n"
                      "  operand 1, f32[2], to twin:0 at m.cpp:2\n"
                      "move one to the other with device_put(x, device(\"" +
                      here + "\")), or bring all to one place with run_on(device(\"" + here +
                      "\"))\n"
                      "  at m.cpp:3"));
}

TEST_F(TwoClients, RunOneOperationEachWithItsOwnProgram) {
  EXPECT_THAT(plus(device_put(two, dev(0)), 1.f),
              AllOf(IsCommittedTo(dev(0)), Holds<float>({2, 3})));
  EXPECT_THAT(plus(device_put(two, twin), 1.f), AllOf(IsCommittedTo(twin), Holds<float>({2, 3})));
}

TEST_F(TwoClients, KeepACopyEachOfWhatWentBetweenThem) {
  const Array x = device_put(two, dev(0));
  const Array there = device_put(x, twin);
  const Array back = device_put(there, dev(0), {.donate = true});
  x.delete_();

  EXPECT_TRUE(there.is_deleted());
  EXPECT_THAT(back, AllOf(IsCommittedTo(dev(0)), Holds<float>({1, 2})));
}

TEST_F(TwoClients, SeeAnExplicitPutAsOneExplicitTransfer) {
  const Array x = device_put(two, dev(0));
  const TransferLog log;
  const auto guard = transfer_guard(Guard::disallow);

  const Array there = device_put(x, twin);

  ASSERT_EQ(log.copies(), 1u);
  EXPECT_EQ(log.copies(Reason::put), 1u);
  EXPECT_THAT(there, IsCommittedTo(twin));
}

TEST_F(TwoClients, AreKeptApartByAGuardOfExplicitTransfers) {
  const Array x = device_put(two, dev(0));
  const auto guard = transfer_guard(Guard::disallow_explicit);

  EXPECT_THAT([&] { return device_put(x, twin, {}, Here("m.cpp", 1)); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_put] transfer_guard forbids the explicit device_to_device copy of "
                  "f32[2] from " +
                      to_string(dev(0)) +
                      " to twin:0: move it out of the scope, or allow it with "
                      "transfer_guard({.device_to_device = Guard::allow})\n"
                      "  at m.cpp:1"));
}

TEST_F(TwoClients, BringUncommittedOperandsToTheCommittedOnes) {
  const auto allow = transfer_guard(Guard::allow);

  EXPECT_THAT(plus(device_put(two), device_put(two, twin)),
              AllOf(IsCommittedTo(twin), Holds<float>({2, 4})));
}

}  // namespace
}  // namespace berth
