#include "berth/vmap.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "berth/berth.h"
#include "support/implicit_transfers.h"
#include "support/matchers.h"

namespace berth {
namespace {

struct Params {
  Array w;
  Array b;
};

using Vmap = WithImplicitTransfers<1>;
class VmapDevices : public WithDevices<2> {};

TEST_F(Vmap, MapsOverTheFirstAxisOfEveryArgument) {
  const auto inner = vmap([](const Array& x, const Array& y) { return sum(x * y); });

  EXPECT_THAT(inner(array({{1.f, 2.f}, {3.f, 4.f}}), array({{1.f, 1.f}, {10.f, 10.f}})),
              Holds<float>({3, 70}));
}

TEST_F(Vmap, ShowsTheFunctionOneElement) {
  Shape seen;
  const Array y = vmap([&](const Array& x) {
    seen = x.shape();
    return x;
  })(ones({5, 3, 2}));

  EXPECT_EQ(seen, (Shape{3, 2}));
  EXPECT_EQ(y.shape(), (Shape{5, 3, 2}));
}

TEST_F(Vmap, LeavesArgumentsWithoutABatchAsTheyAre) {
  const auto f =
      vmap([](const Params& p, const Array& x) { return p.w * x + p.b; }, {.in_axes = {none, 0}});

  EXPECT_THAT(f({array({2.f}), array({1.f})}, array({{1.f}, {2.f}})), Holds<float>({3, 5}));
}

TEST_F(Vmap, MapsOverAnyAxis) {
  const Array x = reshape(arange(6), {2, 3});
  const auto rows = vmap([](const Array& row) { return row + 1; }, {.in_axes = {-1}});
  const auto back =
      vmap([](const Array& row) { return row + 1; }, {.in_axes = {1}, .out_axes = {1}});

  EXPECT_EQ(rows(x).shape(), (Shape{3, 2}));
  EXPECT_THAT(rows(x), Holds<std::int32_t>({1, 4, 2, 5, 3, 6}));
  EXPECT_THAT(back(x), Holds<std::int32_t>({1, 2, 3, 4, 5, 6}));
}

TEST_F(Vmap, RepeatsResultsThatDoNotDependOnTheBatch) {
  const auto f = [](const Array& x) { return std::pair(x, ones({2})); };
  const auto [x, same] = vmap(f)(zeros({3}));
  EXPECT_EQ(same.shape(), (Shape{3, 2}));

  const auto [y, once] = vmap(f, {.out_axes = {0, none}})(zeros({3}));
  EXPECT_EQ(once.shape(), (Shape{2}));
}

TEST_F(Vmap, Nests) {
  const auto dot_ = [](const Array& x, const Array& y) { return sum(x * y); };
  const auto outer = vmap(vmap(dot_, {.in_axes = {none, 0}}), {.in_axes = {0, none}});
  const Array x = array({{1.f, 0.f}, {0.f, 1.f}, {1.f, 1.f}});
  const Array y = array({{1.f, 2.f}, {3.f, 4.f}});

  EXPECT_EQ(outer(x, y).shape(), (Shape{3, 2}));
  EXPECT_THAT(outer(x, y), Holds<float>({1, 3, 2, 4, 3, 7}));
}

TEST_F(Vmap, OfABatchOfOneAndOfNone) {
  const auto f = vmap([](const Array& x) { return sum(x * 2.f); });

  EXPECT_THAT(f(ones({1, 3})), Holds<float>({6}));
  EXPECT_EQ(f(ones({0, 3})).shape(), (Shape{0}));
}

TEST_F(Vmap, TakesCapturesAsTheyAre) {
  const Array w = array({1.f, 2.f});

  EXPECT_THAT(vmap([&](const Array& x) { return sum(x * w); })(ones({2, 2})), Holds<float>({3, 3}));
}

TEST_F(Vmap, RefusesBatchesThatDiffer) {
  const auto f = vmap([](const Array& x, const Array& y) { return x + y; });
  EXPECT_THAT(([&] {
                f(ones({2, 3}), ones({4, 3}), Here("a.cpp", 1));
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[vmap] leaf 1 has a batch of 4, and one before it 2: they must be "
                          "equal\n  at a.cpp:1"));
}

TEST_F(Vmap, RefusesArgumentsWithoutAnyBatch) {
  const auto f = vmap([](const Array& x) { return x; }, {.in_axes = {none}});
  EXPECT_THAT(([&] { f(ones({2}), Here("a.cpp", 1)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[vmap] no argument has a batch: every in_axes is none\n  at a.cpp:1"));
}

TEST_F(Vmap, RefusesAScalarToMapOver) {
  EXPECT_THAT(([&] { vmap([](const Array& x) { return x; })(array(1.f), Here("a.cpp", 1)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[vmap] leaf 0 is f32[], which has no axis to map over: pass it with "
                          "in_axes none\n  at a.cpp:1"));
}

TEST_F(Vmap, RefusesANumberOfAxesThatDoesNotFit) {
  const auto f = vmap([](const Array& x) { return x; }, {.in_axes = {0, 0}});
  EXPECT_THAT(
      ([&] { f(ones({2}), Here("a.cpp", 1)); }),
      ThrowsError(ErrorCode::invalid_argument,
                  "[vmap] in_axes has 2 entries, and the function 1 arguments: it needs one "
                  "for each, or none at all\n  at a.cpp:1"));
  const auto g = vmap([](const Array& x) { return std::pair(x, x); }, {.out_axes = {0, 0, 0}});
  EXPECT_THAT(
      ([&] { g(ones({2}), Here("a.cpp", 1)); }),
      ThrowsError(ErrorCode::invalid_argument,
                  "[vmap] out_axes has 3 entries, and the result 2 leaves: it needs one for "
                  "each, one for all, or none at all\n  at a.cpp:1"));
}

TEST_F(Vmap, RefusesABatchThatTheResultShouldNotHave) {
  const auto f = vmap([](const Array& x) { return x; }, {.out_axes = {none}});
  EXPECT_THAT(([&] { f(ones({2}), Here("a.cpp", 1)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[vmap] result 0 depends on the batch, so that out_axes cannot be none\n"
                          "  at a.cpp:1"));
}

TEST_F(VmapDevices, RunsWhereTheArgumentsAre) {
  const Array x = device_put({1.f, 2.f}, dev(1));

  EXPECT_THAT(vmap([](const Array& y) { return y * 2.f; })(x),
              testing::AllOf(IsCommittedTo(dev(1)), Holds<float>({2, 4})));
}

}  // namespace
}  // namespace berth
