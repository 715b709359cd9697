#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using testing::ElementsAre;
using Download = WithDevices<1>;

TEST_F(Download, ViewsTheBuffersOwnMemoryOnTheCpu) {
  const BufferRef x = put({1, 2, 3}, dev(0));
  Ledger ledger;
  const HostArray a = download(*x, because(Reason::get));
  const HostArray b = download(*x, because(Reason::get));
  EXPECT_EQ(a.data(), b.data());
  EXPECT_EQ(ledger.bytes(), 0);
  EXPECT_EQ(ledger.transfers().size(), 2u);
}

TEST_F(Download, ViewSurvivesDeletionAndDestruction) {
  BufferRef x = put(std::vector<float>(1000, 7), dev(0));
  const HostArray view = download(*x, because(Reason::get));
  x->end(Buffer::End::deleted, Here::current());
  x = nullptr;
  std::vector<BufferRef> others;  // would take the memory if it were free
  for (int i = 0; i < 100; ++i) others.push_back(put(std::vector<float>(1000, -1), dev(0)));
  const HostView<float> values = view.view<float>();
  EXPECT_THAT(std::vector<float>(values.begin(), values.end()), testing::Each(7));
}

TEST_F(Download, WaitsForAPendingValue) {
  const auto twice = add({2048}, dev(0));
  const BufferRef x = put(std::vector<float>(2048, 1), dev(0));
  BufferRef y = x;
  for (int i = 0; i < 10; ++i) y = run(*twice, {y, y});
  EXPECT_THAT(values(*y), testing::Each(1024));
}

TEST_F(Download, UnpacksSmallIntegersIntoMemoryOfItsOwn) {
  const std::vector<std::int8_t> data = {-8, 7, 1};
  const BufferRef x = upload(HostRef(data.data(), int4, {3}), false, on(dev(0)),
                             HostMemory::borrowed, nullptr, because(Reason::put));
  Ledger ledger;
  EXPECT_THAT(values<std::int8_t>(*x), testing::ElementsAreArray(data));
  EXPECT_EQ(ledger.bytes(Direction::device_to_host), 3);
}

TEST_F(Download, StartedEarlyIsRecordedOnceAndWaitedForByTheReader) {
  const std::vector<std::int8_t> data = {-8, 7, 1};
  const BufferRef x = upload(HostRef(data.data(), int4, {3}), false, on(dev(0)),
                             HostMemory::borrowed, nullptr, because(Reason::put));
  Ledger ledger;
  start_download(*x, because(Reason::get));
  start_download(*x, because(Reason::get));
  EXPECT_THAT(values<std::int8_t>(*x), testing::ElementsAreArray(data));
  EXPECT_EQ(ledger.transfers().size(), 1u);
}

TEST_F(Download, StartedEarlyMovesNothingWhereMemoryIsShared) {
  const BufferRef x = put({1, 2, 3}, dev(0));
  Ledger ledger;
  start_download(*x, because(Reason::get));
  EXPECT_EQ(ledger.rows().size(), 0u);
}

TEST_F(Download, OfADeletedValueThrowsInAllForms) {
  const BufferRef x = put({1, 2}, dev(0));
  const Here here = Here::current();
  x->end(Buffer::End::deleted, here);
  const auto throws = ThrowsError<DeletedArrayError>(
      ErrorCode::failed_precondition,
      "[device_get] f32[2] on cpu:0 was deleted at " + to_string(here) +
          ": use it before, or delete it later\n  at " + to_string(here));
  EXPECT_THAT([&] { download(*x, because(Reason::get, here)); }, throws);
  EXPECT_THAT([&] { start_download(*x, because(Reason::get, here)); }, throws);
}

}  // namespace
}  // namespace berth::runtime
