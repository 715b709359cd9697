#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using testing::ElementsAre;
using Copy = WithDevices<2>;

TEST_F(Copy, GoesBetweenAllDevicesAndMemories) {
  for (const MemoryKind from : dev(0).memories()) {
    for (const MemoryKind to : dev(1).memories()) {
      const BufferRef x = put<float>({1, 2, 3}, on(dev(0), from));
      const BufferRef y = copy(*x, on(dev(1), to), because(Reason::put));
      EXPECT_EQ(y->sharding(), on(dev(1), to));
      EXPECT_THAT(values(*y), ElementsAre(1, 2, 3));
    }
  }
}

TEST_F(Copy, IsAValueOfItsOwnAlsoInTheSamePlace) {
  const BufferRef x = put({1, 2}, dev(0));
  const BufferRef y = copy(*x, on(dev(0)), because(Reason::put));
  x->end(Buffer::End::deleted, Here::current());
  EXPECT_THAT(values(*y), ElementsAre(1, 2));
}

TEST_F(Copy, OfAPendingValueDoesNotWait) {
  Pending x(dev(0));
  const BufferRef y = copy(*x.buffer(), on(dev(1)), because(Reason::put));
  EXPECT_FALSE(y->is_ready());
  x.fulfill({1, 2, 3, 4});
  EXPECT_THAT(values(*y), ElementsAre(1, 2, 3, 4));
}

TEST_F(Copy, FinishesAfterItsSourceWasDeleted) {
  for (int i = 0; i < 100; ++i) {
    const BufferRef x = put(std::vector<float>(10000, static_cast<float>(i)), dev(0));
    const BufferRef y = copy(*x, on(dev(1)), because(Reason::put));
    x->end(Buffer::End::deleted, Here::current());
    ASSERT_THAT(values(*y), testing::Each(static_cast<float>(i)));
  }
}

TEST_F(Copy, OfADeletedValueNamesTheLineThatDeletedIt) {
  const BufferRef x = put({1, 2}, dev(0));
  const Here here = Here::current();
  x->end(Buffer::End::deleted, here);
  x->end(Buffer::End::donated, Here::current());  // the first decides
  EXPECT_THAT([&] { copy(*x, on(dev(1)), because(Reason::put, here)); },
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[device_put] f32[2] on cpu:0 was deleted at " + to_string(here) +
                      ": use it before, or delete it later\n  at " + to_string(here)));
}

using Taken = WithDevices<2>;

TEST_F(Taken, MemoryBecomesTheResultsWithoutACopy) {
  const BufferRef x = put({1, 2}, dev(0));
  const Here here = Here::current();
  Ledger ledger;
  const BufferRef y = take(*x, because(Reason::put, here));

  EXPECT_EQ(ledger.transfers().size(), 0u);
  EXPECT_THAT(values(*y), ElementsAre(1, 2));
  EXPECT_THAT([&] { values(*x, here); },
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[device_get] f32[2] on cpu:0 was donated at " + to_string(here) +
                      ": its memory went to the result; use that, or do not donate\n  at " +
                      to_string(here)));
}

TEST_F(Taken, MemoryCanBeTakenAgainAndIsFreedWithTheLast) {
  BufferRef x = put({1, 2}, dev(0));
  BufferRef y = take(*x, because(Reason::put));
  x = nullptr;
  BufferRef z = take(*y, because(Reason::put));
  y = nullptr;
  EXPECT_THAT(values(*z), ElementsAre(1, 2));
  z->end(Buffer::End::deleted, Here::current());
  EXPECT_TRUE(z->has_ended());
}

TEST_F(Taken, MemoryThatAViewReadsIsCopiedAndTheLogSaysSo) {
  std::string logged;
  set_log([&](std::string_view line) { logged += line; });
  const BufferRef x = put({1, 2}, dev(0));
  const Here here = Here::current();
  const HostArray view = download(*x, because(Reason::get, here));
  const BufferRef y = take(*x, because(Reason::put, here));
  set_log({});

  EXPECT_EQ(logged, "[device_put] f32[2] on cpu:0 is donated at " + to_string(here) +
                        " while a HostArray of " + to_string(here) +
                        " views its memory: it was copied");
  EXPECT_TRUE(x->has_ended());
  EXPECT_THAT(values(*y), ElementsAre(1, 2));
  EXPECT_NE(download(*y, because(Reason::get)).data(), view.data());
}

TEST_F(Taken, MemoryOnceViewedCanBeTakenWhenTheViewIsGone) {
  const BufferRef x = put({1, 2}, dev(0));
  { const HostArray view = download(*x, because(Reason::get)); }
  Ledger ledger;
  const BufferRef y = take(*x, because(Reason::put));
  EXPECT_EQ(ledger.transfers().size(), 0u);
}

}  // namespace
}  // namespace berth::runtime
