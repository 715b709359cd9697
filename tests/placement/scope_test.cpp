#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>
#include <stdexcept>
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
using testing::AllOf;

using DefaultDevice = WithDevices<4>;
using NamedScope = WithDevices<1>;
using ScopeOrder = WithDevices<4>;
using ScopeSetOfAThread = WithDevices<4>;

class RunOn : public WithDevices<4> {
 protected:
  const Scope allow_ = transfer_guard(Guard::allow);
};

const std::vector<float> two = {1, 2};

template <class F>
auto in_another_thread(F&& f) {
  decltype(f()) result;
  std::thread([&] { result = f(); }).join();
  return result;
}

TEST_F(DefaultDevice, IsTheFirstLocalDeviceOfTheDefaultPlatform) {
  EXPECT_EQ(current_default_device(), local_devices()[0]);
}

TEST_F(DefaultDevice, NestsAndComesBack) {
  {
    const auto outer = default_device(dev(1));
    EXPECT_EQ(current_default_device(), dev(1));
    {
      const auto inner = default_device(dev(2));
      EXPECT_EQ(current_default_device(), dev(2));
    }
    EXPECT_EQ(current_default_device(), dev(1));
  }
  EXPECT_EQ(current_default_device(), dev(0));
}

TEST_F(DefaultDevice, ComesBackAfterAnException) {
  const auto fails = [] {
    const auto scope = default_device(dev(1));
    throw std::runtime_error("stop");
  };

  EXPECT_THROW(fails(), std::runtime_error);
  EXPECT_EQ(current_default_device(), dev(0));
}

TEST_F(DefaultDevice, CoversEverythingUncommitted) {
  const auto scope = default_device(dev(3));

  EXPECT_THAT(device_put(two), IsUncommittedOn(dev(3)));
  EXPECT_THAT(routines::seven(), IsUncommittedOn(dev(3)));
  EXPECT_THAT(plus(device_put(two), 1.f), IsUncommittedOn(dev(3)));
}

TEST_F(DefaultDevice, IsOfItsThreadAlone) {
  const auto scope = default_device(dev(1));

  EXPECT_EQ(in_another_thread([] { return current_default_device(); }), dev(0));
}

TEST_F(DefaultDevice, OfNoDeviceIsAnError) {
  EXPECT_THAT([] { const auto scope = default_device(Device(), Here("m.cpp", 1)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[default_device] no device: a default-constructed Device names none, "
                          "device(\"cpu:0\") and devices() do\n"
                          "  at m.cpp:1"));
}

TEST_F(DefaultDevice, WithGivesTheValueOfItsFunction) {
  const Array x = with(default_device(dev(2)), [] { return device_put(two); });

  EXPECT_THAT(x, IsUncommittedOn(dev(2)));
  EXPECT_EQ(current_default_device(), dev(0));
}

TEST_F(RunOn, BringsOperandsAndCommitsResults) {
  const Array x = device_put(two, dev(1));
  const Array y = device_put(two, dev(2));

  const Array sum = with(run_on(dev(3)), [&] { return plus(x, y); });

  EXPECT_THAT(sum, AllOf(IsCommittedTo(dev(3)), Holds<float>({2, 4})));
  EXPECT_THAT(x, IsCommittedTo(dev(1)));
}

TEST_F(RunOn, WritesEachCopyWithTheLineOfTheOperation) {
  const Array x = device_put(two, dev(1));
  const Array y = device_put(two, dev(3));
  const auto scope = run_on(dev(3), Here("model.cpp", 1));
  const TransferLog log;

  (void)plus(Operand(x, Here("model.cpp", 2)), y);

  ASSERT_EQ(log.copies(), 1u);
  EXPECT_EQ(log.rows()[0].reason, Reason::run_on);
  EXPECT_EQ(log.rows()[0].where, Here("model.cpp", 2));
  EXPECT_EQ(log.bytes(), 8);
}

TEST_F(RunOn, IsTheLineThatPlacedItsResults) {
  const auto make = [] {
    const auto scope = run_on(dev(1), Here("model.cpp", 1));
    return plus(device_put(two), 1.f);
  };
  const Array x = make();
  const Array y = device_put(two, dev(2), {}, Here("model.cpp", 2));

  EXPECT_THAT(
      [&] { return plus(Operand(x, Here("model.cpp", 3)), y); },
      ThrowsError<DeviceMismatchError>(
          ErrorCode::invalid_argument,
          "[plus] operands are committed to different places:\n"
          "  operand 0, f32[2], to cpu:1 at model.cpp:1\n"
          "  operand 1, f32[2], to cpu:2 at model.cpp:2\n"
          "move one to the other with device_put(x, device(\"cpu:1\")), or bring all to one "
          "place with run_on(device(\"cpu:1\"))\n"
          "  at model.cpp:3"));
}

TEST_F(RunOn, OfTheInnermostScopeDecides) {
  const Array x = device_put(two, dev(1));
  const auto outer = run_on(dev(2));
  {
    const auto inner = run_on(dev(3));
    EXPECT_THAT(plus(x, x), IsCommittedTo(dev(3)));
  }
  EXPECT_THAT(plus(x, x), IsCommittedTo(dev(2)));
}

TEST_F(RunOn, WinsOverTheDefaultDevice) {
  const auto scope = run_on(dev(2));
  const auto inner = default_device(dev(1));

  EXPECT_THAT(device_put(two), IsUncommittedOn(dev(1)));
  EXPECT_THAT(plus(device_put(two), 1.f), IsCommittedTo(dev(2)));
}

TEST_F(RunOn, OfAMemoryKindStaysOnTheDeviceOfTheOperands) {
  const Array x = device_put(two, dev(1));
  const Array y = device_put(two, SingleDeviceSharding(dev(1), pinned_host));
  const auto scope = run_on(pinned_host);

  const Array sum = plus(x, y);
  EXPECT_EQ(sum.sharding(), SingleDeviceSharding(dev(1), pinned_host));
  EXPECT_THAT(sum, Holds<float>({2, 4}));
  EXPECT_THROW((void)plus(x, device_put(two, dev(2))), DeviceMismatchError);
}

TEST_F(NamedScope, JoinsNestedNames) {
  const Ledger ledger;
  const auto outer = named_scope("encoder");
  {
    const auto inner = named_scope("layer1");
    (void)device_put(two);
  }
  (void)device_put(two);

  EXPECT_EQ(ledger.transfers().at(0).scope, "encoder/layer1");
  EXPECT_EQ(ledger.transfers().at(1).scope, "encoder");
}

// Scopes on the heap can end in any order.

TEST_F(ScopeOrder, OfTheOuterFirstKeepsWhatTheInnerSet) {
  std::unique_ptr<Scope> outer(new Scope(default_device(dev(1))));
  std::unique_ptr<Scope> inner(new Scope(default_device(dev(2))));

  outer.reset();
  EXPECT_EQ(current_default_device(), dev(2));
  inner.reset();
  EXPECT_EQ(current_default_device(), dev(0));
}

TEST_F(ScopeOrder, OfDifferentSettingsDoesNotMatter) {
  std::unique_ptr<Scope> device_scope(new Scope(default_device(dev(1))));
  std::unique_ptr<Scope> name(new Scope(named_scope("layer")));

  device_scope.reset();
  EXPECT_EQ(current_default_device(), dev(0));
  name.reset();
}

TEST_F(ScopeOrder, AScopeThatEndsOnAnotherThreadIsReportedAndUndone) {
  auto* scope = new Scope(default_device(dev(1)));
  std::thread([&] { delete scope; }).join();

  EXPECT_THAT([] { return current_default_device(); },
              ThrowsError(ErrorCode::failed_precondition,
                          "[default_device] a scope of this thread was ended on another one, so it "
                          "was in force until now: end it where it began, and take scopes to other "
                          "threads with current_scopes().enter()"));
  EXPECT_EQ(current_default_device(), dev(0));
}

TEST_F(ScopeOrder, AStaticScopeMayEndAfterMain) {
  GTEST_FLAG_SET(death_test_style, "threadsafe");

  EXPECT_EXIT(
      {
        static const auto scope = default_device(dev(1));
        std::exit(current_default_device() == dev(1) ? 0 : 1);
      },
      testing::ExitedWithCode(0), "");
}

TEST_F(ScopeSetOfAThread, BringsAllScopesToAnother) {
  const auto device_scope = default_device(dev(2));
  const auto name = named_scope("worker");
  const auto guard = transfer_guard(Guard::disallow);
  const Ledger ledger;
  const ScopeSet scopes = current_scopes();

  const Array x = in_another_thread([&] {
    const auto entered = scopes.enter();
    EXPECT_THROW((void)plus(device_put(two, dev(1)), device_put(two)), TransferGuardError);
    return device_put(two);
  });

  EXPECT_THAT(x, IsUncommittedOn(dev(2)));
  ASSERT_EQ(ledger.transfers().size(), 3u);
  EXPECT_EQ(ledger.transfers()[0].scope, "worker");
}

TEST_F(ScopeSetOfAThread, EndsWithTheScopeThatEnteredIt) {
  const ScopeSet plain = current_scopes();
  const auto outer = default_device(dev(1));
  {
    const auto entered = plain.enter();
    EXPECT_EQ(current_default_device(), dev(0));
  }
  EXPECT_EQ(current_default_device(), dev(1));
}

TEST_F(ScopeSetOfAThread, CarriesRunOn) {
  const auto scope = run_on(dev(3));
  const ScopeSet scopes = current_scopes();

  const Array x = in_another_thread([&] {
    const auto entered = scopes.enter();
    return plus(1.f, 2.f);
  });

  EXPECT_THAT(x, IsCommittedTo(dev(3)));
}

}  // namespace
}  // namespace berth
