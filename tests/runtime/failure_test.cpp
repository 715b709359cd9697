#include <future>

#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using Failures = WithDevices<2>;

TEST_F(Failures, AreThrownByWhoeverWaitsWithTheLineOfTheWorkThatFailed) {
  const Here here = Here::current();
  const BufferRef x = failed(dev(0), ErrorCode::data_loss, "the cable was cut", {4}, here);
  const auto throws =
      ThrowsError(ErrorCode::data_loss, "[receive] the cable was cut\n  at " + to_string(here));
  EXPECT_THAT([&] { x->wait(); }, throws);
  EXPECT_THAT([&] { x->wait(); }, throws);  // and again by the next
  EXPECT_THAT([&] { values(*x); }, throws);
  EXPECT_TRUE(x->is_ready());
}

TEST_F(Failures, KeepTheFirstCauseOverManyHops) {
  const Here here = Here::current();
  Pending x(dev(0), {4}, here);
  BufferRef y = x.buffer();
  for (int i = 0; i < 10; ++i) {
    y = run(*negate({4}, dev(i % 2)), {y});
    y = copy(*y, on(dev((i + 1) % 2)), because(Reason::put));
  }
  x.fail(ErrorCode::aborted, "the sender left");
  EXPECT_THAT(
      [&] { y->wait(); },
      ThrowsError(ErrorCode::aborted, "[receive] the sender left\n  at " + to_string(here)));
}

TEST_F(Failures, OfAFailedInputReachTheResultOfALaterLaunch) {
  const Here here = Here::current();
  const BufferRef x = failed(dev(0), ErrorCode::data_loss, "gone", {4}, here);
  EXPECT_THAT(
      [&] {
        run(*add({4}, dev(0)), {put({1, 2, 3, 4}, dev(0)), x})->wait();
      },
      ThrowsError(ErrorCode::data_loss, "[receive] gone\n  at " + to_string(here)));
}

TEST_F(Failures, OfTwoInputsTheEarlierIssuedIsTheCause) {
  const Here first = Here::current();
  Pending x(dev(0), {4}, first);
  Pending y(dev(0), {4});
  const BufferRef sum = run(*add({4}, dev(0)), {y.buffer(), x.buffer()});
  y.fail(ErrorCode::cancelled, "second");
  x.fail(ErrorCode::data_loss, "first");
  EXPECT_THAT([&] { sum->wait(); },
              ThrowsError(ErrorCode::data_loss, "[receive] first\n  at " + to_string(first)));
}

TEST_F(Failures, AreKnownAfterTheFailedValueIsGone) {
  const Here here = Here::current();
  BufferRef y;
  {
    Pending x(dev(0), {4}, here);
    y = run(*negate({4}, dev(0)), {x.buffer()});
    y = run(*negate({4}, dev(0)), {y});
    x.fail(ErrorCode::aborted, "left");
  }
  EXPECT_THAT([&] { y->wait(); },
              ThrowsError(ErrorCode::aborted, "[receive] left\n  at " + to_string(here)));
}

TEST_F(Failures, OfAVeryLongChainAreFoundWithoutRecursion) {
  const Here here = Here::current();
  Pending x(dev(0), {4}, here);
  BufferRef y = x.buffer();
  for (int i = 0; i < 20'000; ++i) y = copy(*y, on(dev(0)), because(Reason::put));
  x.fail(ErrorCode::aborted, "left");
  EXPECT_THAT([&] { y->wait(); },
              ThrowsError(ErrorCode::aborted, "[receive] left\n  at " + to_string(here)));
}

TEST_F(Failures, LeaveLaterWorkAlone) {
  const BufferRef bad = run(*negate({4}, dev(0)), {failed(dev(0), ErrorCode::aborted, "x")});
  EXPECT_ANY_THROW(bad->wait());
  EXPECT_THAT(values(*run(*negate({4}, dev(0)), {put({1, 2, 3, 4}, dev(0))})),
              testing::ElementsAre(-1, -2, -3, -4));
}

TEST_F(Failures, WithoutRoomAreOutOfMemoryErrors) {
  const BufferRef x =
      failed(dev(1), ErrorCode::resource_exhausted, "Out of memory allocating 123456 bytes.");
  try {
    x->wait();
    FAIL() << "it has failed";
  } catch (const OutOfMemoryError& error) {
    EXPECT_EQ(error.device(), dev(1));
    EXPECT_EQ(error.requested(), 123456);
  }
}

using Callbacks = WithDevices<1>;

TEST_F(Callbacks, RunAtOnceForAValueThatIsThere) {
  const BufferRef x = put({1, 2}, dev(0));
  std::string got = "not called";
  x->on_ready([&](const std::string& error) { got = error; });
  EXPECT_EQ(got, "");
}

TEST_F(Callbacks, RunWhenTheValueComes) {
  Pending x(dev(0));
  std::promise<std::string> promise;
  auto got = promise.get_future();
  x.buffer()->on_ready([&](const std::string& error) { promise.set_value(error); });
  x.fulfill({1, 2, 3, 4});
  EXPECT_EQ(got.get(), "");
}

TEST_F(Callbacks, GetTheTextOfTheFirstCause) {
  const Here here = Here::current();
  Pending x(dev(0), {4}, here);
  const BufferRef y = run(*negate({4}, dev(0)), {x.buffer()});
  std::promise<std::string> promise;
  auto got = promise.get_future();
  y->on_ready([&](const std::string& error) { promise.set_value(error); });
  x.fail(ErrorCode::aborted, "left");
  EXPECT_EQ(got.get(), "[receive] left\n  at " + to_string(here));
}

TEST_F(Callbacks, MayOutliveTheValue) {
  std::promise<std::string> promise;
  auto got = promise.get_future();
  {
    Pending x(dev(0));
    const BufferRef y = run(*negate({4}, dev(0)), {x.buffer()});
    y->on_ready([&](const std::string& error) { promise.set_value(error); });
    x.fulfill({1, 2, 3, 4});
  }
  EXPECT_EQ(got.get(), "");
}

TEST_F(Callbacks, ThatThrowAreHeardByTheNextWhoWaits) {
  const BufferRef x = put({1, 2}, dev(0));
  x->on_ready([](const std::string&) { throw std::logic_error("first"); });
  x->on_ready([](const std::string&) { throw 42; });
  EXPECT_THAT([&] { x->wait(); }, testing::ThrowsMessage<std::logic_error>("first"));
  EXPECT_NO_THROW(x->wait());
}

TEST_F(Callbacks, ThatThrowOnTheEnginesThreadAreKeptToo) {
  Pending x(dev(0));
  const BufferRef y = run(*negate({4}, dev(0)), {x.buffer()});
  std::promise<void> called;
  // The callback is destroyed once it has been called, what left it kept.
  std::shared_ptr<void> end(nullptr, [&](void*) { called.set_value(); });
  y->on_ready([end](const std::string&) { throw std::logic_error("late"); });
  end.reset();
  x.fulfill({1, 2, 3, 4});
  called.get_future().wait();
  EXPECT_THROW(y->wait(), std::logic_error);
  EXPECT_THAT(values(*y), testing::ElementsAre(-1, -2, -3, -4));
}

}  // namespace
}  // namespace berth::runtime
