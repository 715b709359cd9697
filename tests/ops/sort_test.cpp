#include "berth/ops/sort.h"

#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include "berth/grad.h"
#include "berth/ops.h"
#include "berth/vmap.h"
#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Sorting = WithDevices<1>;
using LargestElements = WithDevices<1>;
using InverseErf = WithDevices<1>;
using Bitcast = WithDevices<1>;

constexpr float inf = std::numeric_limits<float>::infinity();
const float nan = std::numeric_limits<float>::quiet_NaN();

TEST_F(Sorting, PutsNanLast) {
  const Array x = array({nan, 2.0F, -inf, -nan, 0.0F, inf});
  EXPECT_THAT(argsort(x), Holds<std::int32_t>({2, 4, 1, 5, 0, 3}));
  EXPECT_THAT(argsort(x, -1, {.descending = true}), Holds<std::int32_t>({0, 3, 5, 1, 4, 2}));
}

TEST_F(Sorting, KeepsEqualElementsInOrder) {
  const Array x = array({1.0, 0.0, -0.0, 1.0, -0.0});
  EXPECT_THAT(argsort(x), Holds<std::int32_t>({1, 2, 4, 0, 3}));
  EXPECT_THAT(argsort(x, -1, {.descending = true}), Holds<std::int32_t>({0, 3, 1, 2, 4}));
  const std::vector<float> sorted = values<float>(sort(x));
  EXPECT_FALSE(std::signbit(sorted[0]));
  EXPECT_TRUE(std::signbit(sorted[1]));
}

TEST_F(Sorting, GoesAlongAnyAxisAndType) {
  const Array x = array({{3, 1}, {2, 5}});
  EXPECT_THAT(sort(x, 0), Holds<std::int32_t>({2, 1, 3, 5}));
  EXPECT_THAT(sort(x, 1, {.descending = true}), Holds<std::int32_t>({3, 1, 5, 2}));
  EXPECT_THAT(sort(array({true, false, true})), Holds<bool>({false, true, true}));
  EXPECT_THAT(sort(array({200, 3}, uint8)), Holds<std::uint8_t>({3, 200}));
  using c64 = std::complex<float>;
  EXPECT_THAT(sort(array({c64(1, 2), c64(0, 9), c64(1, -2)})),
              Holds<c64>({c64(0, 9), c64(1, -2), c64(1, 2)}));
  EXPECT_EQ(sort(zeros({2, 0})).shape(), Shape({2, 0}));
}

TEST_F(Sorting, MovesSeveralArraysTogether) {
  const Arrays sorted = sort({array({2, 1, 2, 1}), array({1.0, 3.0, 0.0, 2.0}), arange(4)}, 0, 2);
  EXPECT_THAT(sorted[0], Holds<std::int32_t>({1, 1, 2, 2}));
  EXPECT_THAT(sorted[1], Holds<float>({2, 3, 0, 1}));
  EXPECT_THAT(sorted[2], Holds<std::int32_t>({3, 1, 2, 0}));
}

TEST_F(Sorting, MovesTangentsAsTheirElements) {
  const Array weights = array({1.0, 10.0, 100.0});
  const auto weighted = [&](const Array& x) { return sum(sort(x) * weights); };
  EXPECT_THAT(grad(weighted)(array({3.0, 1.0, 2.0})), Holds<float>({100, 1, 10}));
}

TEST_F(Sorting, IsMappedOver) {
  const Array x = array({{3, 1, 2}, {4, 6, 5}});
  const auto both = vmap([](const Array& row) { return sort({row, arange(3)}, 0)[1]; });
  EXPECT_THAT(both(x), Holds<std::int32_t>({1, 2, 0, 0, 2, 1}));
}

TEST_F(Sorting, NamesWhatItCannotSort) {
  const Array x = ones({2});
  EXPECT_THAT(
      [&] {
        (void)sort({array(1.0), {"model.cpp", 1}});
      },
      ThrowsError(ErrorCode::out_of_range,
                  "[sort] axis -1: a scalar has no axes\n  at model.cpp:1"));
  EXPECT_THAT(
      [&] {
        (void)sort({x, ones({3})}, 0, 1, {"model.cpp", 2});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[sort] operand 0 is f32[2] and operand 1 is f32[3]: all shapes must be "
                  "equal\n  at model.cpp:2"));
  EXPECT_THAT(
      [&] {
        (void)sort({x, x}, 0, 3, {"model.cpp", 3});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[sort] num_keys is 3: it must be at least 1 and at most 2, which is how "
                  "many arrays there are\n  at model.cpp:3"));
}

TEST_F(LargestElements, ComeFirstWithTheirIndices) {
  const auto [numbers, indices] =
      top_k(array({{1.0F, 3.0F, 3.0F, 2.0F}, {nan, 5.0F, inf, 0.0F}}), 2);
  EXPECT_THAT(indices, Holds<std::int32_t>({1, 2, 0, 2}));
  EXPECT_THAT(numbers[0], Holds<float>({3, 3}));
  EXPECT_THAT(top_k(array({{1, 7}, {4, 2}}), 1, 0).values, Holds<std::int32_t>({4, 7}));
}

TEST_F(LargestElements, HaveTheSlopesOfTheElements) {
  const auto total = [](const Array& x) { return sum(top_k(x, 2).values * array({10.0, 1.0})); };
  EXPECT_THAT(grad(total)(array({1.0, 4.0, 3.0})), Holds<float>({0, 10, 1}));
  const auto best = vmap([](const Array& row) { return top_k(row, 1).indices; });
  EXPECT_THAT(best(array({{1, 2}, {4, 3}})), Holds<std::int32_t>({1, 0}));
}

TEST_F(LargestElements, AreNoMoreThanThereAre) {
  const Array x = ones({2, 3});
  EXPECT_THAT(
      [&] {
        (void)top_k({x, {"model.cpp", 4}}, 4);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[top_k] axis 1 of f32[2, 3] has 3 elements: k must be at least 0 and at "
                  "most that, not 4\n  at model.cpp:4"));
}

TEST_F(InverseErf, UndoesErf) {
  const Array x = array({-1.5, -0.1, 0.0, 0.7, 2.0}, float64);
  EXPECT_LT(values<double>(max(abs(erf_inv(erf(x)) - x)))[0], 1e-12);
  const Array slope = grad([](const Array& y) { return erf_inv(y); })(array(0.5, float64));
  EXPECT_NEAR(values<double>(slope)[0], 1.11258482, 1e-6);  // sqrt(pi) / 2 exp(0.4769363^2)
}

TEST_F(Bitcast, KeepsTheBits) {
  EXPECT_THAT(bitcast_convert_type(array({1.0, -0.0}), uint32),
              Holds<std::uint32_t>({0x3F800000, 0x80000000}));
  const Array parts = bitcast_convert_type(array({1 + (std::int64_t{2} << 32)}, int64), uint32);
  EXPECT_EQ(parts.shape(), Shape({1, 2}));
  EXPECT_THAT(parts, Holds<std::uint32_t>({1, 2}));
  EXPECT_EQ(bitcast_convert_type(parts, int64).shape(), Shape({1}));
  const Array three = zeros({3}, uint32);
  EXPECT_THAT(
      [&] {
        (void)bitcast_convert_type({three, {"model.cpp", 5}}, float64);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[bitcast_convert_type] u32[3] has no last axis of size 2, which is how "
                  "many uint32 make one float64\n  at model.cpp:5"));
}

}  // namespace
}  // namespace berth
