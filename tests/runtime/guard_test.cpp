#include "runtime/engine.h"

namespace berth::runtime {
namespace {

class TransferGuard : public WithDevices<2> {
 protected:
  void SetUp() override {
    WithDevices<2>::SetUp();
    set_log([this](std::string_view line) { logged_.emplace_back(line); });
  }
  void TearDown() override {
    set_log({});
    WithDevices<2>::TearDown();
  }

  std::vector<std::string> logged_;
};

constexpr auto to_device = Direction::host_to_device;
constexpr auto between = Direction::device_to_device;
constexpr auto to_host = Direction::device_to_host;

BufferRef put_for(Reason reason, Here here = Here::current()) {
  return upload(HostRef(std::vector<float>{1, 2}), false, on(dev(1)), HostMemory::borrowed, nullptr,
                because(reason, here));
}

TEST_F(TransferGuard, OfDisallowLetsExplicitTransfersPass) {
  const GuardFor a(to_device, Guard::disallow), b(between, Guard::disallow),
      c(to_host, Guard::disallow);
  const BufferRef x = put_for(Reason::put);
  EXPECT_NO_THROW(put_for(Reason::create));
  EXPECT_NO_THROW(copy(*x, on(dev(0)), because(Reason::put)));
  EXPECT_NO_THROW(copy(*x, on(dev(0)), because(Reason::run_on)));
  EXPECT_NO_THROW(values(*x));
  EXPECT_TRUE(logged_.empty());
}

TEST_F(TransferGuard, OfDisallowForbidsImplicitTransfersEachWay) {
  const BufferRef x = put_for(Reason::put);
  const Here here = Here::current();
  const GuardFor a(to_device, Guard::disallow), b(between, Guard::disallow),
      c(to_host, Guard::disallow);
  EXPECT_THAT([&] { put_for(Reason::implicit, here); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_put] transfer_guard forbids the implicit host_to_device copy of f32[2] "
                  "from the host to cpu:1: say so with device_put, or allow it with "
                  "transfer_guard({.host_to_device = Guard::allow})\n  at " +
                      to_string(here)));
  EXPECT_THAT([&] { copy(*x, on(dev(0)), because(Reason::implicit, here)); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_put] transfer_guard forbids the implicit device_to_device copy of "
                  "f32[2] from cpu:1 to cpu:0: say so with device_put, or allow it with "
                  "transfer_guard({.device_to_device = Guard::allow})\n  at " +
                      to_string(here)));
  EXPECT_THAT([&] { download(*x, because(Reason::read, here)); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_get] transfer_guard forbids the implicit device_to_host copy of f32[2] "
                  "from cpu:1 to the host: say so with device_get, or allow it with "
                  "transfer_guard({.device_to_host = Guard::allow})\n  at " +
                      to_string(here)));
}

TEST_F(TransferGuard, OfDisallowExplicitForbidsAll) {
  const BufferRef x = put_for(Reason::put);
  const Here here = Here::current();
  const GuardFor a(to_device, Guard::disallow_explicit), c(to_host, Guard::disallow_explicit);
  EXPECT_THAT([&] { put_for(Reason::put, here); },
              ThrowsError<TransferGuardError>(
                  ErrorCode::failed_precondition,
                  "[device_put] transfer_guard forbids the explicit host_to_device copy of f32[2] "
                  "from the host to cpu:1: move it out of the scope, or allow it with "
                  "transfer_guard({.host_to_device = Guard::allow})\n  at " +
                      to_string(here)));
  EXPECT_THROW(put_for(Reason::implicit), TransferGuardError);
  EXPECT_THROW(values(*x), TransferGuardError);
}

TEST_F(TransferGuard, WatchesOneDirectionAlone) {
  const GuardFor guard(to_host, Guard::disallow_explicit);
  const BufferRef x = put_for(Reason::implicit);
  EXPECT_NO_THROW(copy(*x, on(dev(0)), because(Reason::implicit)));
  EXPECT_THROW(values(*x), TransferGuardError);
}

TEST_F(TransferGuard, OfLogWritesALineForEachImplicitTransfer) {
  const GuardFor guard(to_device, Guard::log);
  const Here here = Here::current();
  put_for(Reason::put, here);
  put_for(Reason::implicit, here);
  put_for(Reason::implicit, here);
  const std::string line =
      "[device_put] implicit host_to_device copy of f32[2] from the host to cpu:1, at " +
      to_string(here);
  EXPECT_THAT(logged_, testing::ElementsAre(line, line));
}

TEST_F(TransferGuard, OfLogExplicitWritesALineForAll) {
  const GuardFor guard(to_device, Guard::log_explicit);
  const Here here = Here::current();
  put_for(Reason::put, here);
  put_for(Reason::implicit, here);
  ASSERT_EQ(logged_.size(), 2u);
  EXPECT_EQ(logged_[0],
            "[device_put] explicit host_to_device copy of f32[2] from the host to cpu:1, at " +
                to_string(here));
}

TEST_F(TransferGuard, NeverCountsScalars) {
  const GuardFor guard(to_device, Guard::disallow_explicit);
  const ScalarBits value = convert(ScalarValue::of(4711.0), float32, "test", {});
  EXPECT_NO_THROW(scalar(value, on(dev(1)), Here::current()));
}

TEST_F(TransferGuard, FiresBeforeAnythingMoves) {
  const auto before = transfer_counters(to_device);
  Ledger ledger;
  {
    const GuardFor guard(to_device, Guard::disallow);
    EXPECT_THROW(put_for(Reason::implicit), TransferGuardError);
  }
  EXPECT_EQ(transfer_counters(to_device).copies, before.copies);
  EXPECT_TRUE(ledger.rows().empty());
}

TEST_F(TransferGuard, MakesAnEarlyDownloadDoNothing) {
  const std::vector<std::int8_t> data = {-8, 7, 1};
  const BufferRef x = upload(HostRef(data.data(), int4, {3}), false, on(dev(0)),
                             HostMemory::borrowed, nullptr, because(Reason::put));
  Ledger ledger;
  {
    const GuardFor guard(to_host, Guard::disallow_explicit);
    EXPECT_NO_THROW(start_download(*x, because(Reason::get)));
  }
  EXPECT_TRUE(ledger.rows().empty());
}

}  // namespace
}  // namespace berth::runtime
