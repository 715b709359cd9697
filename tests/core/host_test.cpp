#include "berth/host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "support/matchers.h"

namespace berth {
namespace {

using testing::ElementsAre;

template <class T>
HostArray host_array(std::vector<T> values, Shape shape, DType dtype = dtype_of<T>) {
  const auto block = std::make_shared<std::vector<T>>(std::move(values));
  return {block, block->data(), dtype, std::move(shape)};
}

TEST(HostRef, ReadsVectorsArraysAndSpans) {
  const std::vector<float> v = {1, 2, 3, 4, 5, 6};
  EXPECT_EQ(HostRef(v).shape(), Shape{6});
  EXPECT_EQ(HostRef(v, {2, 3}).shape(), (Shape{2, 3}));
  EXPECT_EQ(HostRef(v, {2, 3}).data(), v.data());
  EXPECT_EQ(HostRef(v).nbytes(), 24);
  EXPECT_EQ(HostRef(std::array<bool, 2>{}).dtype(), bool_);
  EXPECT_EQ(HostRef(std::span<const float>(v).first(2)).shape(), Shape{2});
}

TEST(HostRef, TakesAnyStrides) {
  const std::vector<std::int16_t> v(12);
  const HostRef reversed(v.data() + 11, {12}, {-2});
  EXPECT_THAT(reversed.byte_strides(), ElementsAre(-2));
  EXPECT_EQ(reversed.dtype(), int16);
  EXPECT_TRUE(HostRef(v).byte_strides().empty());
}

TEST(HostRef, RefusesAnotherNumberOfElements) {
  const std::vector<float> v(5);
  EXPECT_THAT(([&] {
                HostRef(v, {2, 3});
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostRef] 5 elements cannot fill f32[2, 3], which has 6"));
  EXPECT_THAT(([&] { HostRef(std::array<int, 1>{}, {0}); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostRef] 1 element cannot fill i32[0], which has 0"));
}

TEST(HostRef, RefusesStridesThatAreNotOneForEachAxis) {
  const float x = 1;
  EXPECT_THAT(([&] {
                HostRef(&x, {1, 1}, {4});
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostRef] 1 stride for f32[1, 1]: give one for each axis, in bytes"));
}

TEST(HostRef, RefusesANullPointerUnlessThereIsNothingToRead) {
  EXPECT_THAT([] { HostRef(nullptr, float32, Shape{2}); },
              ThrowsError(ErrorCode::invalid_argument, "[HostRef] f32[2] at a null pointer"));
  EXPECT_EQ(HostRef(nullptr, float32, Shape{0}).nbytes(), 0);
  EXPECT_EQ(HostRef(std::vector<double>()).shape(), Shape{0});
}

TEST(HostArray, IsEmptyByDefault) {
  EXPECT_EQ(HostArray().shape(), Shape{0});
  EXPECT_TRUE(HostArray().view<float>().empty());
}

TEST(HostArray, GivesViewsThatOutliveIt) {
  HostView<float> view = host_array<float>({1, 2, 3, 4}, {2, 2}).view<float>();
  EXPECT_THAT(view, ElementsAre(1, 2, 3, 4));
  EXPECT_EQ(view.at({1, 0}), 3);
  EXPECT_EQ(view[3], 4);
  EXPECT_EQ(view.span().size(), 4U);
}

TEST(HostArray, GivesItsOnlyElement) {
  EXPECT_EQ(host_array<float>({2.5}, {1, 1}).item<float>(), 2.5F);
  EXPECT_THAT(([] {
                host_array<float>({1, 2}, {2}).item<float>();
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostArray::item] f32[2] has 2 elements: only the element of an array "
                          "that has one can be taken without an index"));
}

TEST(HostArray, IsReadAsItsOwnTypeOnly) {
  EXPECT_THAT(([] { host_array<float>({1}, {1}).view<double>(); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostArray::view] the elements of f32[1] are float32, not float64: use "
                          "view<float>()"));
  EXPECT_THAT(([] { host_array<std::int64_t>({1}, {}).item<int>(); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostArray::view] the elements of i64[] are int64, not int32: use "
                          "view<std::int64_t>()"));
}

TEST(HostArray, IsReadInBytesWhereNoCppTypeIsAsSmall) {
  EXPECT_THAT(host_array<std::int8_t>({-8, 7}, {2}, int4).view<std::int8_t>(), ElementsAre(-8, 7));
  EXPECT_THAT(host_array<std::uint8_t>({1, 0}, {2}, DType::uint1).view<std::uint8_t>(),
              ElementsAre(1, 0));
  EXPECT_EQ(host_array<std::uint8_t>({0x7e}, {}, DType::float8_e4m3fn).item<std::uint8_t>(), 0x7e);
  EXPECT_THAT(([] { host_array<std::uint8_t>({1}, {1}, bool_).view<std::uint8_t>(); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostArray::view] the elements of bool[1] are bool, not uint8: use "
                          "view<bool>()"));
  EXPECT_THAT(([] { host_array<std::int8_t>({1}, {1}, int4).view<std::uint8_t>(); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[HostArray::view] the elements of i4[1] are int4, not uint8: use "
                          "view<std::int8_t>()"));
}

TEST(HostView, RefusesAnIndexThatIsNotThere) {
  const HostView<float> view = host_array<float>({1, 2, 3, 4, 5, 6}, {2, 3}).view<float>();
  EXPECT_THAT(([&] {
                (void)view.at({1, 3});
              }),
              ThrowsError(ErrorCode::out_of_range,
                          "[HostView::at] index 3 on axis 1 of [2, 3]: it has 3 elements"));
  EXPECT_THAT(([&] {
                (void)view.at({-1, 0});
              }),
              ThrowsError(ErrorCode::out_of_range,
                          "[HostView::at] index -1 on axis 0 of [2, 3]: it has 2 elements"));
  EXPECT_THAT(([&] { (void)view.at({1}); }),
              ThrowsError(ErrorCode::out_of_range,
                          "[HostView::at] 1 index for [2, 3]: give one for each axis"));
}

}  // namespace
}  // namespace berth
