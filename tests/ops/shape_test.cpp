#include "berth/ops/shape.h"

#include <cstdint>

#include "berth/ops/creation.h"
#include "support/counting.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Shapes = WithDevices<1>;

TEST_F(Shapes, ReshapeKeepsTheRowMajorOrder) {
  const Array x = reshape(counting({2, 3}), {3, 2});
  EXPECT_EQ(x.shape(), Shape({3, 2}));
  EXPECT_THAT(x, Holds<std::int32_t>({0, 1, 2, 3, 4, 5}));
}

TEST_F(Shapes, MinusOneTakesWhatIsLeft) {
  EXPECT_EQ(counting({2, 3, 4}).reshape({-1, 4}).shape(), Shape({6, 4}));
  EXPECT_EQ(ravel(counting({2, 3})).shape(), Shape({6}));
  EXPECT_EQ(reshape(counting({0, 3}), {-1, 3}).shape(), Shape({0, 3}));
  EXPECT_EQ(reshape(3, {1, 1}).shape(), Shape({1, 1}));
}

TEST_F(Shapes, ReshapeToAnotherSizeIsAnError) {
  const Array x = counting({2, 3});
  EXPECT_THAT(
      [&] {
        (void)reshape(Operand(x, {"model.cpp", 7}), {4, 2});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[reshape] i32[2, 3] has 6 elements, [4, 2] has 8: they must be as many\n"
                  "  at model.cpp:7"));
  EXPECT_THAT(
      [&] {
        (void)reshape(Operand(x, {"model.cpp", 8}), {-1, 4});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[reshape] no size for -1 makes i32[2, 3] a [1, 4] with its 1 replaced: "
                  "the other dimensions hold 4 elements, the array 6\n  at model.cpp:8"));
}

TEST_F(Shapes, AxesOfSizeOneComeAndGo) {
  const Array x = counting({2, 3});
  EXPECT_EQ(expand_dims(x, 0).shape(), Shape({1, 2, 3}));
  EXPECT_EQ(expand_dims(x, {0, -1}).shape(), Shape({1, 2, 3, 1}));
  EXPECT_EQ(squeeze(expand_dims(x, {0, 2})).shape(), Shape({2, 3}));
  EXPECT_EQ(squeeze(expand_dims(x, {0, 2}), 0).shape(), Shape({2, 1, 3}));
  EXPECT_THAT(
      [&] {
        (void)squeeze(Operand(x, {"model.cpp", 9}), 1);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[squeeze] axis 1 of i32[2, 3] has not size 1: only such an axis can be "
                  "dropped\n  at model.cpp:9"));
}

TEST_F(Shapes, BroadcastRepeatsNewAndSizeOneAxes) {
  EXPECT_THAT(broadcast_to(counting({2, 1}), {2, 2, 3}),
              Holds<std::int32_t>({0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 1}));
  EXPECT_THAT(
      [] {
        (void)broadcast_to(Operand(counting({2}), {"model.cpp", 3}), {4});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[broadcast_to] i32[2] does not broadcast to [4]: an axis must have the "
                  "size asked for, or 1\n  at model.cpp:3"));
}

TEST_F(Shapes, TransposePutsAxesInTheOrderNamed) {
  const Array x = counting({2, 3});
  EXPECT_THAT(transpose(x), Holds<std::int32_t>({0, 3, 1, 4, 2, 5}));
  EXPECT_THAT(x.T(), Holds<std::int32_t>({0, 3, 1, 4, 2, 5}));
  EXPECT_EQ(transpose(counting({2, 3, 4}), {2, 0, -2}).shape(), Shape({4, 2, 3}));
  EXPECT_EQ(swapaxes(counting({2, 3, 4}), 0, -1).shape(), Shape({4, 3, 2}));
  EXPECT_EQ(moveaxis(counting({2, 3, 4}), 0, -1).shape(), Shape({3, 4, 2}));
  EXPECT_EQ(moveaxis(counting({2, 3, 4}), {0, 1}, {-1, -2}).shape(), Shape({4, 3, 2}));
  EXPECT_THAT(
      [&] {
        (void)transpose(Operand(x, {"model.cpp", 4}), {0, 0});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[transpose] axis 0 is named twice in {0, 0}\n  at model.cpp:4"));
  EXPECT_THAT(
      [&] {
        (void)transpose(Operand(x, {"model.cpp", 4}), 0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[transpose] {0} must name each of the 2 axes of i32[2, 3] once\n"
                  "  at model.cpp:4"));
}

TEST_F(Shapes, FlipReversesTheAxesNamed) {
  EXPECT_THAT(flip(counting({2, 3}), 1), Holds<std::int32_t>({2, 1, 0, 5, 4, 3}));
  EXPECT_THAT(flip(counting({2, 3}), {0, 1}), Holds<std::int32_t>({5, 4, 3, 2, 1, 0}));
}

TEST_F(Shapes, ConcatenateJoinsInOneType) {
  const Array x = counting({1, 2});
  const Array y = device_put(HostRef(std::vector<float>{7, 8, 9, 10}, {2, 2}));
  const Array z = concatenate({x, y});
  EXPECT_EQ(z.dtype(), float32);
  EXPECT_EQ(z.shape(), Shape({3, 2}));
  EXPECT_THAT(z, Holds<float>({0, 1, 7, 8, 9, 10}));
  EXPECT_THAT(concatenate({x, x}, -1), Holds<std::int32_t>({0, 1, 0, 1}));
}

TEST_F(Shapes, ConcatenateNamesTheOperandsThatDoNotFit) {
  const Here here{"model.cpp", 5};
  EXPECT_THAT(
      [&] {
        (void)concatenate({counting({2, 3}), counting({2, 4})}, 0, here);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[concatenate] operand 0 is i32[2, 3] and operand 1 is i32[2, 4]: all "
                  "axes but axis 0 must agree\n  at model.cpp:5"));
  EXPECT_THAT([&] { (void)concatenate(Arrays(), 0, here); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[concatenate] needs at least one array, got none\n  at model.cpp:5"));
  EXPECT_THAT(
      [&] {
        (void)concatenate({counting({}), counting({})}, 0, here);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[concatenate] scalars have no axis to join along: use stack\n"
                  "  at model.cpp:5"));
}

TEST_F(Shapes, StackAddsAnAxis) {
  const Array x = counting({2});
  EXPECT_THAT(stack({x, x + 10}), Holds<std::int32_t>({0, 1, 10, 11}));
  EXPECT_THAT(stack({x, x + 10}, 1), Holds<std::int32_t>({0, 10, 1, 11}));
  EXPECT_EQ(stack(Arrays{counting({}), counting({})}).shape(), Shape({2}));
}

TEST_F(Shapes, SplitCutsIntoEqualParts) {
  const Arrays parts = split(counting({2, 4}), 2, 1);
  ASSERT_EQ(parts.size(), 2u);
  EXPECT_THAT(parts[1], Holds<std::int32_t>({2, 3, 6, 7}));
  EXPECT_THAT(
      [] {
        (void)split(Operand(counting({5}), {"model.cpp", 6}), 2);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[split] axis 0 of i32[5] does not divide into 2 equal parts\n"
                  "  at model.cpp:6"));
}

TEST_F(Shapes, TileRepeatsTheWholeAndRepeatEachElement) {
  EXPECT_THAT(tile(counting({2}), {2, 2}), Holds<std::int32_t>({0, 1, 0, 1, 0, 1, 0, 1}));
  EXPECT_THAT(tile(counting({2, 1}), {2}), Holds<std::int32_t>({0, 0, 1, 1}));
  EXPECT_THAT(repeat(counting({2, 2}), 2, 1), Holds<std::int32_t>({0, 0, 1, 1, 2, 2, 3, 3}));
}

TEST_F(Shapes, PadSurroundsWithTheValue) {
  const Array x = counting({2});
  EXPECT_THAT(pad(x, {{1, 2}}, 9), Holds<std::int32_t>({9, 0, 1, 9, 9}));
  EXPECT_EQ(pad(counting({2, 3}), {{0, 1}, {1, 0}}).shape(), Shape({3, 4}));
  EXPECT_THAT(
      [&] {
        (void)pad(Operand(x, {"model.cpp", 2}), {{-1, 0}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[pad] width (-1, 0) of axis 0 is negative: slice to remove elements\n"
                  "  at model.cpp:2"));
  EXPECT_THAT(
      [&] {
        (void)pad(Operand(x, {"model.cpp", 2}), {});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[pad] 0 widths for i32[2]: one is needed for each axis\n"
                  "  at model.cpp:2"));
}

TEST_F(Shapes, ZeroSizesPassThrough) {
  EXPECT_EQ(concatenate({counting({0, 3}), counting({2, 3})}).shape(), Shape({2, 3}));
  EXPECT_EQ(transpose(counting({0, 3})).shape(), Shape({3, 0}));
  EXPECT_EQ(tile(counting({2}), {0}).shape(), Shape({0}));
  EXPECT_EQ(broadcast_to(counting({1}), {0}).shape(), Shape({0}));
}

}  // namespace
}  // namespace berth
