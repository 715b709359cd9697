#include <array>
#include <thread>

#include "runtime/engine.h"

namespace berth::runtime {
namespace {

using testing::ElementsAre;
using Launch = WithDevices<2>;

TEST_F(Launch, RunsOnePortableProgramOnEveryDevice) {
  const auto program = negate({2}, dev(0));
  for (const Device device : devices()) {
    const BufferRef y = run(*program, {put({1, 2}, device)});
    EXPECT_EQ(y->sharding(), on(device));
    EXPECT_THAT(values(*y), ElementsAre(-1, -2));
  }
}

TEST_F(Launch, GivesAllResults) {
  const auto both = program("both", {f32({2})}, {f32({2}), f32({})},
                            R"(%0 = stablehlo.negate %arg0 : tensor<2xf32>
                               %1 = stablehlo.constant dense<3.0> : tensor<f32>
                               return %0, %1 : tensor<2xf32>, tensor<f32>)",
                            dev(0));
  const std::array<BufferRef, 1> arguments = {put({1, 2}, dev(1))};
  std::array<BufferRef, 2> results;
  launch(*both, dev(1), arguments, results, Here::current());
  EXPECT_THAT(values(*results[0]), ElementsAre(-1, -2));
  EXPECT_THAT(values(*results[1]), ElementsAre(3));
}

TEST_F(Launch, RunsAProgramWithoutResults) {
  const auto nothing = program("nothing", {f32({2})}, {}, "return", dev(0));
  const std::array<BufferRef, 1> arguments = {put({1, 2}, dev(0))};
  EXPECT_NO_THROW(launch(*nothing, dev(0), arguments, {}, Here::current()));
}

TEST_F(Launch, DoesNotWaitForItsArguments) {
  Pending x(dev(0));
  const BufferRef y = run(*negate({4}, dev(0)), {x.buffer()});
  EXPECT_FALSE(y->is_ready());
  x.fulfill({1, 2, 3, 4});
  EXPECT_THAT(values(*y), ElementsAre(-1, -2, -3, -4));
}

TEST_F(Launch, SurvivesTheDeletionOfItsArguments) {
  const auto twice = add({4096}, dev(0));
  for (int i = 0; i < 100; ++i) {
    const BufferRef x = put(std::vector<float>(4096, static_cast<float>(i)), dev(0));
    const BufferRef y = run(*twice, {x, x});
    x->end(Buffer::End::deleted, Here::current());
    ASSERT_THAT(values(*y), testing::Each(static_cast<float>(2 * i)));
  }
}

TEST_F(Launch, RefusesAWrongNumberOfArguments) {
  const auto sum = add({2}, dev(0));
  const BufferRef x = put({1, 2}, dev(0));
  const Here here = Here::current();
  EXPECT_THAT([&] { run(*sum, {x}, here); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[add] it takes 2 arguments and got 1\n  at " + to_string(here)));
}

TEST_F(Launch, RefusesAnArgumentOfAnotherTypeOfTheSameSize) {
  const auto program = negate({2}, dev(0));
  const Here here = Here::current();
  const BufferRef shaped = upload(HostRef(std::vector<float>{1, 2}, Shape{2, 1}), false, on(dev(0)),
                                  HostMemory::borrowed, nullptr, because(Reason::put));
  EXPECT_THAT([&] { run(*program, {shaped}, here); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[negate] argument 0 is f32[2, 1], and it takes f32[2] there\n  at " +
                              to_string(here)));
  const BufferRef typed = put<std::int32_t>({1, 2}, on(dev(0)));
  EXPECT_THAT([&] { run(*program, {typed}, here); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[negate] argument 0 is i32[2], and it takes f32[2] there\n  at " +
                              to_string(here)));
}

TEST_F(Launch, RefusesAnArgumentOnAnotherDevice) {
  const auto sum = add({2}, dev(0));
  const Here here = Here::current();
  EXPECT_THAT(
      [&] {
        run(*sum, {put({1, 2}, dev(0)), put({1, 2}, dev(1))}, here);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[add] argument 1 is on cpu:1, and it runs on cpu:0: bring it there with "
                  "device_put\n  at " +
                      to_string(here)));
}

TEST_F(Launch, RefusesAnEmptyArgumentAndNoDevice) {
  const auto program = negate({2}, dev(0));
  const std::array<BufferRef, 1> arguments = {nullptr};
  BufferRef result;
  const Here here = Here::current();
  EXPECT_THAT(
      [&] {
        launch(*program, dev(0), arguments, {&result, 1}, here);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[negate] argument 0 is empty\n  at " + to_string(here)));
  EXPECT_THAT(
      [&] {
        launch(*program, Device(), arguments, {&result, 1}, here);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[negate] it has no device to run on\n  at " + to_string(here)));
}

TEST_F(Launch, RefusesADeletedArgumentAndNamesIt) {
  const auto sum = add({2}, dev(0));
  const BufferRef x = put({1, 2}, dev(0));
  const BufferRef y = put({1, 2}, dev(0));
  const Here here = Here::current();
  y->end(Buffer::End::deleted, here);
  EXPECT_THAT(
      [&] {
        run(*sum, {x, y}, here);
      },
      ThrowsError<DeletedArrayError>(
          ErrorCode::failed_precondition,
          "[add] argument 1, f32[2] on cpu:0, was deleted at " + to_string(here) +
              ": use it before, or delete it later\n  at " + to_string(here)));
}

TEST_F(Launch, OfALongChainHoldsNoMoreThanWhatIsUnderWay) {
  const auto program = negate({2048}, dev(0));  // asynchronous: no result is ready when it returns
  BufferRef x = put(std::vector<float>(2048, 1), dev(0));
  for (int i = 0; i < 100'000; ++i) x = run(*program, {x});
  EXPECT_LE(dev(0).info()->in_flight.unfinished().size(), 64u);
  EXPECT_THAT(values(*x), testing::Each(1));
  for (const WorkRef& work : dev(0).info()->in_flight.unfinished()) work->wait();
  EXPECT_EQ(dev(0).info()->in_flight.unfinished().size(), 0u);
}

/// Long, but cheap by the engine's estimate, which does not count the rounds of a loop.
std::shared_ptr<const Program> long_loop(Device device) {
  return program("loop", {f32({})}, {f32({})}, R"(
      %zero = stablehlo.constant dense<0> : tensor<i32>
      %one = stablehlo.constant dense<1> : tensor<i32>
      %last = stablehlo.constant dense<1000000> : tensor<i32>
      %0:2 = stablehlo.while(%i = %zero, %x = %arg0) : tensor<i32>, tensor<f32>
        cond {
          %go = stablehlo.compare LT, %i, %last : (tensor<i32>, tensor<i32>) -> tensor<i1>
          stablehlo.return %go : tensor<i1>
        } do {
          %next = stablehlo.add %i, %one : tensor<i32>
          %y = stablehlo.sine %x : tensor<f32>
          stablehlo.return %next, %y : tensor<i32>, tensor<f32>
        }
      return %0#1 : tensor<f32>)",
                 device);
}

TEST_F(Launch, OfALongProgramBlocksItsCallerOnlyOnce) {
  const auto loop = long_loop(dev(0));
  const auto x = upload(HostRef(std::vector<float>{1}, Shape()), false, on(dev(0)),
                        HostMemory::borrowed, nullptr, because(Reason::put));
  // Behind earlier work that has not quite ended it does not block, and so teaches nothing.
  for (int i = 0; i < 100 && !loop->pace.is_long(); ++i) run(*loop, {x})->wait();
  EXPECT_TRUE(loop->pace.is_long());

  bool returned_early = false;  // in one try of many: this thread may be put aside for long
  for (int i = 0; i < 20 && !returned_early; ++i) {
    const BufferRef y = run(*loop, {x});
    returned_early = !y->is_ready();
    y->wait();
  }
  EXPECT_TRUE(returned_early);
}

TEST_F(Launch, OfLongProgramsFromManyThreadsFillsNoQueueForGood) {
  const auto loop = long_loop(dev(0));
  const auto quick = negate({}, dev(0));
  const auto x = upload(HostRef(std::vector<float>{0}, Shape()), false, on(dev(0)),
                        HostMemory::borrowed, nullptr, because(Reason::put));
  run(*loop, {x});
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      std::vector<BufferRef> results;
      for (int i = 0; i < (t % 2 == 0 ? 10 : 200); ++i) {
        results.push_back(run(t % 2 == 0 ? *loop : *quick, {x}));
      }
      for (const BufferRef& result : results) right += values(*result)[0] == 0;
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 4 * 10 + 4 * 200);
}

TEST_F(Launch, WorksFromManyThreads) {
  const auto twice = add({512}, dev(0));
  std::vector<std::thread> threads;
  std::atomic<int> right = 0;
  for (int t = 0; t < 8; ++t) {
    threads.emplace_back([&, t] {
      const Device here = devices()[static_cast<std::size_t>(t) % devices().size()];
      const Device there = devices()[static_cast<std::size_t>(t + 1) % devices().size()];
      for (int i = 0; i < 200; ++i) {
        const auto value = static_cast<float>(t * 1000 + i);
        const BufferRef x = put(std::vector<float>(512, value), here);
        const BufferRef y = copy(*run(*twice, {x, x}), on(there), because(Reason::put));
        const BufferRef z = run(*twice, {y, y});
        y->end(Buffer::End::deleted, Here::current());
        right += values(*z)[511] == 4 * value;
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  EXPECT_EQ(right, 1600);
}

TEST_F(Launch, RacingWithDeletionEitherRunsOrSaysWhoDeleted) {
  const auto program = negate({64}, dev(0));
  for (int i = 0; i < 300; ++i) {
    const BufferRef x = put(std::vector<float>(64, 1), dev(0));
    std::thread deleter([&] { x->end(Buffer::End::deleted, Here::current()); });
    try {
      EXPECT_THAT(values(*run(*program, {x})), testing::Each(-1));
    } catch (const DeletedArrayError&) {
      EXPECT_TRUE(x->has_ended());
    }
    deleter.join();
  }
}

}  // namespace
}  // namespace berth::runtime
