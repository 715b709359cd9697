#include "berth/shape.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "core/aval.h"
#include "core/axes.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::ElementsAre;

constexpr std::int64_t most = INT64_MAX;

TEST(Shape, IsAListOfDimensionsSlowestFirst) {
  const Shape shape{2, 3, 4};
  EXPECT_EQ(shape.rank(), 3);
  EXPECT_EQ(shape.size(), 24);
  EXPECT_EQ(shape[0], 2);
  EXPECT_EQ(shape[-1], 4);
  EXPECT_THAT(shape.dims(), ElementsAre(2, 3, 4));
  EXPECT_EQ(to_string(shape), "[2, 3, 4]");
  EXPECT_EQ(to_string(bfloat16, shape), "bf16[2, 3, 4]");
}

TEST(Shape, OfAScalarHasOneElement) {
  EXPECT_EQ(Shape().size(), 1);
  EXPECT_EQ(Shape(), Shape{});
  EXPECT_EQ(to_string(Shape()), "[]");
}

TEST(Shape, TakesAnyIntegers) {
  const std::vector<float> v(5);
  EXPECT_EQ((Shape{v.size(), std::int8_t{4}}), (Shape{5, 4}));
}

TEST(Shape, MayHoldZeros) {
  EXPECT_EQ((Shape{3, 0, 9}).size(), 0);
  EXPECT_EQ((Shape{most, most, 0}).size(), 0);
}

TEST(Shape, IsComparedByItsDimensions) {
  EXPECT_EQ((Shape{2, 3}), (Shape{2, 3}));
  EXPECT_NE((Shape{2, 3}), (Shape{3, 2}));
  EXPECT_NE((Shape{2}), (Shape{2, 1}));
}

TEST(Shape, KeepsItsDimensionsWhenCopiedAndMovedAtAnyRank) {
  for (int rank = 0; rank < 12; ++rank) {
    std::vector<std::int64_t> dims;
    for (int axis = 0; axis < rank; ++axis) dims.push_back(axis + 1);
    const Shape original(dims);
    Shape copy = original;
    EXPECT_EQ(copy, original);
    Shape moved = std::move(copy);
    EXPECT_EQ(moved, original);
    EXPECT_EQ(copy, Shape());  // NOLINT(bugprone-use-after-move): a moved-from shape is a scalar's
    for (Shape assigned : {Shape{7}, Shape{1, 2, 3, 4, 5, 6, 7, 8, 9}}) {
      assigned = original;
      EXPECT_EQ(assigned, original);
      EXPECT_EQ(assigned.size(), original.size());
    }
    Shape target{1, 2, 3, 4, 5, 6, 7, 8};
    target = std::move(moved);
    EXPECT_EQ(target, original);
    const Shape& same = target;
    target = same;
    EXPECT_EQ(target, original);
  }
}

TEST(Shape, RefusesANegativeDimension) {
  EXPECT_THAT(
      ([] {
        Shape{2, -3};
      }),
      ThrowsError(ErrorCode::invalid_argument, "[Shape] dimension 1 of [2, -3] is negative"));
}

TEST(Shape, RefusesMoreElementsThan63BitsCount) {
  EXPECT_EQ((Shape{most, 1}).size(), most);
  EXPECT_THAT(([] {
                Shape{1L << 32, 1L << 31};
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[Shape] [4294967296, 2147483648] has more elements than 63 bits can "
                          "count"));
}

TEST(Shape, RefusesAnAxisThatItLacks) {
  EXPECT_THAT(([] {
                (Shape{2, 3})[2];
              }),
              ThrowsError(ErrorCode::out_of_range,
                          "[Shape] axis 2: the array has rank 2, so axes are -2 to 1"));
  EXPECT_THAT([] { Shape()[0]; },
              ThrowsError(ErrorCode::out_of_range, "[Shape] axis 0: a scalar has no axes"));
}

TEST(Broadcasting, FollowsNumPy) {
  EXPECT_EQ(broadcast_shapes({2, 3}, {3}), (Shape{2, 3}));
  EXPECT_EQ(broadcast_shapes({2, 1}, {1, 3}), (Shape{2, 3}));
  EXPECT_EQ(broadcast_shapes({}, {4}), (Shape{4}));
  EXPECT_EQ(broadcast_shapes({1}, {0}), (Shape{0}));
}

TEST(Broadcasting, NamesTheAxisThatClashes) {
  EXPECT_THAT(([] {
                broadcast_shapes({5, 2, 3}, {4, 3});
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[broadcast_shapes] [5, 2, 3] and [4, 3] do not broadcast: counted from "
                          "the last, axis -2 is 2 and 4; they must be equal, or one of them 1"));
}

TEST(Axes, AreSortedAndCountedFromTheFront) {
  EXPECT_THAT(normalized_axes({-1, 0}, 3, "sum", {}), ElementsAre(0, 2));
  EXPECT_THAT(normalized_axes(1, 3, "sum", {}), ElementsAre(1));
}

TEST(Axes, AreRefusedWhereTheyDoNotExistOrAreNamedTwice) {
  const Here here("model.cpp", 3);
  EXPECT_THAT([&] { normalized_axes(-4, 3, "sum", here); },
              ThrowsError(ErrorCode::out_of_range,
                          "[sum] axis -4: the array has rank 3, so axes are -3 to 2\n"
                          "  at model.cpp:3"));
  EXPECT_THAT(([&] {
                normalized_axes({0, -3}, 3, "sum", here);
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[sum] axis 0 is named twice: name each axis once\n  at model.cpp:3"));
}

TEST(Aval, MarksAWeakType) {
  EXPECT_EQ(to_string(Aval{{2, 3}, float32, false}), "f32[2, 3]");
  EXPECT_EQ(to_string(Aval{{}, int32, true}), "i32*[]");
}

}  // namespace
}  // namespace berth
