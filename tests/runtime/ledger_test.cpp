#include <thread>

#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using testing::ElementsAre;
using Ledgers = WithDevices<2>;

TEST_F(Ledgers, HaveARowForEachCopy) {
  const Here here = Here::current();
  const Ledger ledger;
  const BufferRef x = put(std::vector<float>{1, 2, 3}, dev(0), here);
  const BufferRef y = copy(*x, on(dev(1)), because(Reason::implicit, here));
  y->wait();
  download(*y, because(Reason::read, here));

  const std::vector<LedgerRow> rows = ledger.rows();
  ASSERT_EQ(rows.size(), 3u);
  EXPECT_EQ(rows[0].kind, LedgerRow::Kind::copy);
  EXPECT_EQ(rows[0].what, "f32[3]");
  EXPECT_EQ(rows[0].from, std::nullopt);
  EXPECT_EQ(rows[0].to, on(dev(0)));
  EXPECT_EQ(rows[0].bytes_asked, 12);
  EXPECT_EQ(rows[0].bytes_moved, 12);
  EXPECT_EQ(rows[0].reason, Reason::put);
  EXPECT_EQ(rows[0].where, here);

  EXPECT_EQ(rows[1].from, on(dev(0)));
  EXPECT_EQ(rows[1].to, on(dev(1)));
  EXPECT_EQ(rows[1].bytes_moved, 12);
  EXPECT_EQ(rows[1].reason, Reason::implicit);

  EXPECT_EQ(rows[2].from, on(dev(1)));
  EXPECT_EQ(rows[2].to, std::nullopt);
  EXPECT_EQ(rows[2].bytes_asked, 12);
  EXPECT_EQ(rows[2].bytes_moved, 0);
  EXPECT_EQ(rows[2].reason, Reason::read);

  EXPECT_EQ(ledger.bytes(), 24);
  EXPECT_EQ(ledger.bytes(Direction::device_to_device), 12);
  EXPECT_EQ(ledger.bytes(Reason::put), 12);
}

TEST_F(Ledgers, HaveARowForEachExecution) {
  const auto program = negate({2}, dev(0));
  const BufferRef x = put({1, 2}, dev(1));
  const Here here = Here::current();
  const Ledger ledger;
  run(*program, {x}, here);

  const std::vector<LedgerRow> rows = ledger.rows();
  ASSERT_EQ(rows.size(), 1u);
  EXPECT_EQ(rows[0].kind, LedgerRow::Kind::execution);
  EXPECT_EQ(rows[0].what, "negate");
  EXPECT_EQ(rows[0].from, std::nullopt);
  EXPECT_EQ(rows[0].to, on(dev(1)));
  EXPECT_EQ(rows[0].bytes_asked, 0);
  EXPECT_EQ(rows[0].where, here);
  EXPECT_TRUE(ledger.transfers().empty());
}

TEST_F(Ledgers, SayWhenWorkIsDone) {
  const Ledger ledger;
  Pending x(dev(0));
  const BufferRef y = run(*negate({4}, dev(0)), {x.buffer()});
  ASSERT_EQ(ledger.rows().size(), 1u);
  EXPECT_FALSE(ledger.rows()[0].done_ns);
  x.fulfill({1, 2, 3, 4});
  y->wait();
  copy(*y, on(dev(0)), because(Reason::put))->wait();
  const std::vector<LedgerRow> rows = ledger.rows();
  ASSERT_TRUE(rows[0].done_ns);
  EXPECT_GE(*rows[0].done_ns, rows[0].issued_ns);
}

TEST_F(Ledgers, NestAndEachSeesAll) {
  const Ledger outer;
  put({1}, dev(0));
  {
    const Ledger inner;
    put({1}, dev(0));
    EXPECT_EQ(inner.rows().size(), 1u);
  }
  put({1}, dev(0));
  EXPECT_EQ(outer.rows().size(), 3u);
}

TEST_F(Ledgers, SeeTheirOwnThreadOrAll) {
  const Ledger mine;
  const Ledger all({.all_threads = true});
  put({1}, dev(0));
  std::thread([] { put({1}, dev(1)); }).join();
  EXPECT_EQ(mine.rows().size(), 1u);
  EXPECT_EQ(all.rows().size(), 2u);
}

TEST_F(Ledgers, AreSharedWithThreadsThatEnteredTheScopes) {
  const Ledger ledger;
  const Scopes carried = scopes();
  std::thread([&] {
    scopes() = carried;
    put({1}, dev(0));
  }).join();
  EXPECT_EQ(ledger.rows().size(), 1u);
}

TEST_F(Ledgers, CarryTheNamedScope) {
  scopes().name = "layer1/attention";
  const Ledger ledger;
  put({1}, dev(0));
  scopes().name.clear();
  EXPECT_EQ(ledger.rows()[0].scope, "layer1/attention");
}

TEST_F(Ledgers, CountOnWhenNoneIsOpen) {
  const auto before = transfer_counters(Direction::host_to_device, Reason::create);
  const auto all_before = transfer_counters(Direction::host_to_device);
  upload(HostRef(std::vector<float>{1, 2}), false, on(dev(0)), HostMemory::borrowed, nullptr,
         because(Reason::create));
  const auto after = transfer_counters(Direction::host_to_device, Reason::create);
  EXPECT_EQ(after.copies - before.copies, 1);
  EXPECT_EQ(after.bytes_asked - before.bytes_asked, 8);
  EXPECT_EQ(after.bytes_moved - before.bytes_moved, 8);
  EXPECT_EQ(transfer_counters(Direction::host_to_device).copies - all_before.copies, 1);
}

using Scalars = WithDevices<2>;

ScalarBits bits(double value) { return convert(ScalarValue::of(value), float32, "test", {}); }

TEST_F(Scalars, AreUploadedOnceForEachPlace) {
  const Ledger ledger;
  const BufferRef a = scalar(bits(1234.5), on(dev(0)), Here::current());
  const BufferRef b = scalar(bits(1234.5), on(dev(0)), Here::current());
  const BufferRef c = scalar(bits(1234.5), on(dev(1)), Here::current());
  EXPECT_EQ(a, b);
  EXPECT_NE(a, c);
  EXPECT_EQ(ledger.transfers().size(), 2u);
  EXPECT_EQ(ledger.bytes(Reason::scalar), 8);
  EXPECT_THAT(values(*c), ElementsAre(1234.5f));
}

TEST_F(Scalars, OfOneBitPatternAndTwoTypesAreTwo) {
  ScalarBits i = convert(ScalarValue::of(0), int32, "test", {});
  EXPECT_NE(scalar(bits(0), on(dev(0)), {}), scalar(i, on(dev(0)), {}));
}

TEST_F(Scalars, AreUploadedAgainAfterSomebodyDeletedThem) {
  scalar(bits(77), on(dev(0)), {})->end(Buffer::End::deleted, Here::current());
  EXPECT_THAT(values(*scalar(bits(77), on(dev(0)), {})), ElementsAre(77));
}

TEST_F(Scalars, TakeBoundedMemory) {
  const BufferRef first = scalar(bits(0.125), on(dev(0)), {});
  for (int i = 0; i < 5000; ++i) scalar(bits(i + 0.5), on(dev(0)), {});
  EXPECT_EQ(first.use_count(), 1);
}

}  // namespace
}  // namespace berth::runtime
