#include "berth/ops/linalg.h"

#include <complex>
#include <cstdint>
#include <numeric>

#include "support/devices.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Products = WithDevices<1>;

Array counting(const Shape& shape) {
  std::vector<float> values(static_cast<std::size_t>(shape.size()));
  std::iota(values.begin(), values.end(), 1.f);
  return device_put(HostRef(values, shape));
}

TEST_F(Products, MatmulOfMatricesAndVectors) {
  const Array a = counting({2, 3});
  const Array v = counting({3});
  EXPECT_THAT(matmul(a, counting({3, 2})), Holds<float>({22, 28, 49, 64}));
  EXPECT_THAT(matmul(a, v), Holds<float>({14, 32}));
  EXPECT_THAT(matmul(counting({2}), a), Holds<float>({9, 12, 15}));
  EXPECT_THAT(matmul(v, v), Holds<float>({14}));
  EXPECT_EQ(matmul(v, v).ndim(), 0);
}

TEST_F(Products, MatmulBroadcastsLeadingAxes) {
  EXPECT_EQ(matmul(counting({5, 1, 2, 3}), counting({4, 3, 6})).shape(), Shape({5, 4, 2, 6}));
  EXPECT_EQ(matmul(counting({4, 2, 3}), counting({3, 6})).shape(), Shape({4, 2, 6}));
  EXPECT_EQ(matmul(counting({3}), counting({4, 3, 6})).shape(), Shape({4, 6}));
  EXPECT_EQ(matmul(counting({4, 2, 3}), counting({3})).shape(), Shape({4, 2}));
  EXPECT_THAT(matmul(counting({2, 1, 2}), counting({2, 2, 1})), Holds<float>({5, 25}));
}

TEST_F(Products, MatmulSaysWhichAxesDiffer) {
  EXPECT_THAT(
      [] {
        (void)matmul(Operand(counting({2, 3}), {"model.cpp", 1}), counting({2, 3}));
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[matmul] axis 1 of f32[2, 3] and axis 0 of f32[2, 3] must be equal\n"
                  "  at model.cpp:1"));
  EXPECT_THAT(
      [] {
        (void)matmul(Operand(counting({2}), {"model.cpp", 1}), 2.0);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[matmul] f32[2] and f32[]: a scalar has no axis to sum over, use "
                  "multiply\n  at model.cpp:1"));
}

TEST_F(Products, TheTypeIsWhatBothHaveTogether) {
  const Array ints = device_put(HostRef(std::vector<std::int32_t>{1, 2}, {1, 2}));
  EXPECT_EQ(matmul(ints, ints.reshape({2, 1})).dtype(), int32);
  EXPECT_EQ(matmul(ints, counting({2, 1})).dtype(), float32);
  EXPECT_THAT(matmul(ints, counting({2, 1})), Holds<float>({5}));
}

TEST_F(Products, AnEmptySumIsZero) {
  EXPECT_THAT(matmul(counting({2, 0}), counting({0, 1})), Holds<float>({0, 0}));
  EXPECT_EQ(matmul(counting({0, 3}), counting({3, 2})).shape(), Shape({0, 2}));
}

TEST_F(Products, DotGeneralKeepsBatchThenRests) {
  const Array x = counting({5, 2, 3});
  const Array y = counting({4, 3, 5});
  const Array z =
      dot_general(x, y, {.contract_x = {-1}, .contract_y = {1}, .batch_x = {0}, .batch_y = {2}});
  EXPECT_EQ(z.shape(), Shape({5, 2, 4}));
  EXPECT_THAT(
      [&] {
        (void)dot_general(Operand(x, {"model.cpp", 1}), y, {.contract_x = {1}, .contract_y = {1}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[dot_general] contracted axis 1 of f32[5, 2, 3] has size 2, axis 1 of "
                  "f32[4, 3, 5] has size 3: they must be equal\n  at model.cpp:1"));
  EXPECT_THAT(
      [&] {
        (void)dot_general(Operand(x, {"model.cpp", 1}), y, {.contract_x = {1}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[dot_general] {1} and {}: as many contracted axes are needed of each operand\n"
                  "  at model.cpp:1"));
  EXPECT_THAT(
      [&] {
        (void)dot_general(Operand(x, {"model.cpp", 1}), x,
                          {.contract_x = {1}, .contract_y = {1}, .batch_x = {1}, .batch_y = {1}});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[dot_general] axis 1 of f32[5, 2, 3] is named twice\n  at model.cpp:1"));
}

TEST_F(Products, SumsMayBeKeptInAnotherType) {
  const Array x = device_put(HostRef(std::vector<std::int8_t>{100, 100}));
  const Array z = dot_general(x, x, {.contract_x = {0}, .contract_y = {0}}, int32);
  EXPECT_EQ(z.dtype(), int32);
  EXPECT_THAT(z, Holds<std::int32_t>({20000}));
}

TEST_F(Products, OtherProducts) {
  EXPECT_THAT(dot(counting({2, 2}), counting({2})), Holds<float>({5, 11}));
  EXPECT_THAT(dot(counting({2}), 3.0), Holds<float>({3, 6}));
  EXPECT_EQ(dot(counting({2, 3}), counting({4, 3, 5})).shape(), Shape({2, 4, 5}));
  EXPECT_THAT(outer(counting({2}), counting({3})), Holds<float>({1, 2, 3, 2, 4, 6}));
  EXPECT_THAT(vdot(counting({2, 2}), counting({4})), Holds<float>({30}));
  EXPECT_EQ(tensordot(counting({2, 3, 4}), counting({3, 4, 5})).shape(), Shape({2, 5}));
  EXPECT_EQ(tensordot(counting({2}), counting({3}), 0).shape(), Shape({2, 3}));
  const std::vector<std::complex<float>> i = {{0, 1}};
  EXPECT_THAT(vdot(device_put(HostRef(i)), device_put(HostRef(i))),
              Holds<std::complex<float>>({{1, 0}}));
}

}  // namespace
}  // namespace berth
