#include "pjrt/event.h"

#include <gmock/gmock.h>

#include <future>
#include <thread>

#include "pjrt/engine.h"
#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

const Api& api() { return cpu_client().api(); }

TEST(Promise, MakesItsEventReady) {
  Promise promise(api());
  EXPECT_FALSE(promise.event().is_ready());
  EXPECT_THAT([&] { promise.event().error(); },
              ThrowsError(ErrorCode::failed_precondition,
                          "[Event::error] the event is pending: wait for it first"));
  promise.set();

  EXPECT_TRUE(promise.event().is_ready());
  EXPECT_FALSE(promise.event().error() || promise.event().wait());
  EXPECT_THAT([&] { promise.set(); }, ThrowsError(ErrorCode::failed_precondition,
                                                  "[Promise::set] the promise is set already"));
}

TEST(Promise, HandsAFailureToEveryoneWhoAsks) {
  Promise promise(api());
  promise.set(ErrorCode::out_of_range, "too far");

  EXPECT_THAT([&] { promise.event().await(); }, ThrowsError(ErrorCode::out_of_range, "too far"));
  EXPECT_EQ(promise.event().error()->code(), ErrorCode::out_of_range);
}

TEST(Promise, FailsItsEventWhenItIsGivenUp) {
  std::promise<std::optional<Error>> seen;
  {
    Promise promise(api());
    promise.event().on_ready(
        [&](std::optional<Error> failure) noexcept { seen.set_value(std::move(failure)); });
  }
  const std::optional<Error> failure = seen.get_future().get();
  ASSERT_TRUE(failure.has_value());
  EXPECT_EQ(failure->code(), ErrorCode::cancelled);
  EXPECT_STREQ(failure->what(), "the promise of this event was given up");
}

TEST(Event, RunsACallbackOnThisThreadIfItIsReady) {
  Promise promise(api());
  promise.set();

  std::thread::id thread;
  promise.event().on_ready(
      [&](std::optional<Error>) noexcept { thread = std::this_thread::get_id(); });
  EXPECT_EQ(thread, std::this_thread::get_id());
}

TEST(Event, RunsEveryCallbackOnceAlsoWhenItHasDied) {
  std::promise<void> seen[3];
  Promise promise(api());
  {
    const Buffer x = put(std::vector<float>(1 << 16)).copy_to_device(dev(1));
    const Event ready = x.ready_event();
    for (std::promise<void>& each : seen) {
      ready.on_ready([&](std::optional<Error>) noexcept { each.set_value(); });
    }
  }
  for (std::promise<void>& each : seen) {
    each.get_future().get();
  }
}

}  // namespace
}  // namespace berth::pjrt
