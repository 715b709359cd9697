#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "berth/berth.h"
#include "berth/jit.h"
#include "support/implicit_transfers.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::ElementsAre;

struct Params {
  Array w;
  Array b;
};

using Donation = WithImplicitTransfers<1>;
using Captures = WithImplicitTransfers<1>;

TEST_F(Captures, AreArgumentsInSecretWithTheirFirstValue) {
  Array w = array({3.f});
  const auto f = jit([&](const Array& x) { return x * w; });
  EXPECT_THAT(f(ones({1})), Holds<float>({3}));
  const Array before = w;
  w = array({4.f});

  EXPECT_THAT(f(ones({1})), Holds<float>({3}));
  ASSERT_EQ(f.captures().size(), 1u);
  EXPECT_EQ(f.captures()[0].state(), before.state());
}

TEST_F(Captures, AreRefusedWhereTheyAreForbidden) {
  const Array w = ones({2, 3});
  const auto f = jit([&](const Array& x) { return x * w; }, {.captures = CapturePolicy::forbid});
  EXPECT_THAT(([&] { f(ones({3}), Here("train.cpp", 3)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[jit] the function uses arrays from outside, f32[2, 3], and captures "
                          "are forbidden: pass them as arguments\n  at train.cpp:3"));
}

TEST_F(Captures, ThatAreDeletedAreAnErrorAtTheCall) {
  const Array w = ones({1});
  const auto f = jit([&](const Array& x) { return x * w; });
  f(ones({1}));
  w.delete_(Here("model.cpp", 5));
  EXPECT_THAT(([&] { f(ones({1}), Here("train.cpp", 3)); }),
              ThrowsError<DeletedArrayError>(ErrorCode::failed_precondition,
                                             "[jit] argument 1, f32[1] on " + to_string(dev(0)) +
                                                 ", was deleted at model.cpp:5: use it before, or "
                                                 "delete it later\n  at train.cpp:3"));
}

TEST_F(Captures, DieWithTheFunction) {
  const LiveBuffers live;
  {
    const Array table = device_put(std::vector<float>(1024, 2), dev(0));
    const auto f = jit([table](const Array& x) { return x + table; });
    block_until_ready(f(1.f));
  }
  EXPECT_EQ(live(), 0);
}

TEST_F(Donation, IsInPlaceWhereTheDeviceSharesHostMemory) {
  const auto f = jit([](const Array& x) { return x + 47.f; }, {.donate_argnums = {0}});
  const Array x = device_put(std::vector<float>(4096, 1), dev(0));
  const float* before = device_get(x).view<float>().data();
  const Array y = f(x);

  EXPECT_EQ(device_get(y).view<float>().data(), before);
}

TEST_F(Donation, GivesTheMemoryToTheResult) {
  const auto f = jit([](const Array& x) { return x + 29.f; }, {.donate_argnums = {0}});
  const Array x = device_put(std::vector<float>(1024), dev(0));

  EXPECT_EQ(f.compile(x).memory_analysis().alias, 4096);
  const Array y = f(x, Here("train.cpp", 3));
  EXPECT_EQ(y[0].item<float>(), 29);
  EXPECT_TRUE(x.is_deleted());
  EXPECT_THAT(([&] { static_cast<void>(device_get(x, Here("later.cpp", 1))); }),
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[device_get] f32[1024] on " + to_string(dev(0)) +
                      " was donated at train.cpp:3: its memory went to the result; use that, or do "
                      "not donate\n  at later.cpp:1"));
}

TEST_F(Donation, ConsumesEveryLeafOfATree) {
  const auto f = jit(
      [](const Params& p, const Array& x) {
        return Params{p.w + x, p.b + x};
      },
      {.donate_argnums = {0}});
  const Params p{device_put({1.f}, dev(0)), device_put({2.f}, dev(0))};
  const Array x = device_put({1.f}, dev(0));
  const Params q = f(p, x);

  EXPECT_TRUE(p.w.is_deleted() && p.b.is_deleted());
  EXPECT_FALSE(x.is_deleted());
  EXPECT_THAT(q.b, Holds<float>({3}));
}

TEST_F(Donation, ThatNoResultCanUseIsReportedOnce) {
  std::vector<std::string> lines;
  set_log([&](std::string_view line) { lines.emplace_back(line); });
  const auto f = jit([](const Array& x) { return sum(x) + 31.f; }, {.donate_argnums = {0}});
  f(device_put({1.f, 2.f}, dev(0)), Here("train.cpp", 3));
  f(device_put({1.f, 2.f}, dev(0)), Here("train.cpp", 3));
  set_log({});

  EXPECT_THAT(lines, ElementsAre("[jit] f32[2] is donated at train.cpp:3, and no result has its "
                                 "type and shape: its memory is freed, not used again"));
}

TEST_F(Donation, OfAnArrayThatIsReadCopiesItAndSaysSo) {
  std::vector<std::string> lines;
  set_log([&](std::string_view line) { lines.emplace_back(line); });
  const auto f = jit([](const Array& x) { return x + 37.f; }, {.donate_argnums = {0}});
  const Array x = device_put(std::vector<float>(64, 1), dev(0));
  const HostArray view = device_get(x, Here("model.cpp", 2));
  const bool shared = lines.empty() && view.view<float>()[0] == 1;
  ASSERT_TRUE(shared);

  const Array y = f(x, Here("train.cpp", 3));
  set_log({});
  EXPECT_EQ(y[0].item<float>(), 38);
  EXPECT_EQ(view.view<float>()[0], 1);
  EXPECT_TRUE(x.is_deleted());
  EXPECT_THAT(lines,
              ElementsAre("[jit] f32[64] on " + to_string(dev(0)) +
                          " is donated at train.cpp:3 while a HostArray of model.cpp:2 views "
                          "its memory: it was copied"));
}

TEST_F(Donation, OfOneArrayTwiceIsRefused) {
  const auto f = jit([](const Array& y, const Array& z) { return y * 2.f + z * 10.f; },
                     {.donate_argnums = {0}});
  const Array x = device_put({1.f}, dev(0));
  EXPECT_THAT(([&] { f(x, x, Here("train.cpp", 3)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[jit] argument 0 is donated, and argument 1 is the same array: pass a "
                          "copy, device_put(x, x.device(), {.may_alias = false})\n"
                          "  at train.cpp:3"));
  EXPECT_FALSE(x.is_deleted());
}

}  // namespace
}  // namespace berth
