#include "berth/ops/indexing.h"

#include <cmath>
#include <cstdint>
#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/reduce.h"
#include "support/counting.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Indexing = WithDevices<1>;

template <Element T>
Array put(const std::vector<T>& values) {
  return device_put(HostRef(values));
}

TEST_F(Indexing, AnIntegerReadsOneElementOfItsAxis) {
  const Array x = counting({2, 3});
  EXPECT_THAT(x[0], Holds<std::int32_t>({0, 1, 2}));
  EXPECT_THAT(x[-1], Holds<std::int32_t>({3, 4, 5}));
  EXPECT_THAT((x[{1, -2}]), Holds<std::int32_t>({4}));
  EXPECT_EQ((x[{1, 2}].ndim()), 0);
}

TEST_F(Indexing, SlicesFollowPython) {
  const Array x = counting({6});
  EXPECT_THAT(x[Slice(1, 3)], Holds<std::int32_t>({1, 2}));
  EXPECT_THAT(x[Slice(-2, none)], Holds<std::int32_t>({4, 5}));
  EXPECT_THAT(x[Slice(none, none, 2)], Holds<std::int32_t>({0, 2, 4}));
  EXPECT_THAT(x[Slice(1, none, 3)], Holds<std::int32_t>({1, 4}));
  EXPECT_THAT(x[Slice(none, none, -1)], Holds<std::int32_t>({5, 4, 3, 2, 1, 0}));
  EXPECT_THAT(x[Slice(4, 0, -2)], Holds<std::int32_t>({4, 2}));
  EXPECT_THAT(x[Slice(2, 100)], Holds<std::int32_t>({2, 3, 4, 5}));
  EXPECT_EQ(x[Slice(4, 2)].shape(), Shape({0}));
  EXPECT_EQ(x[Slice(none, 0)].shape(), Shape({0}));
}

TEST_F(Indexing, EllipsisAndNewAxisPlaceTheRest) {
  const Array x = counting({2, 3, 4});
  EXPECT_EQ((x[{ellipsis, 0}].shape()), Shape({2, 3}));
  EXPECT_EQ((x[{0, ellipsis}].shape()), Shape({3, 4}));
  EXPECT_EQ((x[{Slice(0, 1), ellipsis, newaxis, 0}].shape()), Shape({1, 3, 1}));
  EXPECT_EQ(x[newaxis].shape(), Shape({1, 2, 3, 4}));
  EXPECT_THAT((x[{1, newaxis, 2, Slice(1, 3)}]), Holds<std::int32_t>({21, 22}));
}

TEST_F(Indexing, ArraysOfIntegersSelect) {
  const Array x = counting({3, 2});
  EXPECT_THAT(x[put<std::int32_t>({2, 0, -1})], Holds<std::int32_t>({4, 5, 0, 1, 4, 5}));
  const Array rows = put<std::int32_t>({0, 2});
  const Array columns = put<std::int32_t>({1, 0});
  EXPECT_THAT((x[{rows, columns}]), Holds<std::int32_t>({1, 4}));
  EXPECT_THAT((x[{ellipsis, columns}]), Holds<std::int32_t>({1, 0, 3, 2, 5, 4}));
  EXPECT_THAT((x[{1, columns}]), Holds<std::int32_t>({3, 2}));
}

TEST_F(Indexing, SelectedAxesStandWhereNumPyPutsThem) {
  const Array x = counting({2, 3, 4, 5});
  const Array ids = put<std::int32_t>({0, 1, 1, 0, 1, 0});  // six of them
  EXPECT_EQ((x[{Slice(), ids}].shape()), Shape({2, 6, 4, 5}));
  EXPECT_EQ((x[{Slice(), ids, ids}].shape()), Shape({2, 6, 5}));
  EXPECT_EQ((x[{ids, Slice(), ids}].shape()), Shape({6, 3, 5}));
  EXPECT_EQ((x[{Slice(), 0, Slice(), ids}].shape()), Shape({6, 2, 4}));
  EXPECT_EQ((x[{newaxis, Slice(), ids, newaxis}].shape()), Shape({1, 2, 6, 1, 4, 5}));
}

TEST_F(Indexing, AnIndexOutOfRangeReadsTheNearestElement) {
  EXPECT_THAT(counting({3})[put<std::int32_t>({7, -9})], Holds<std::int32_t>({2, 0}));
}

TEST_F(Indexing, MasksKeepTheTrueElements) {
  const auto allowed = transfer_guard(Guard::allow);  // the shape depends on the values
  const Array x = counting({2, 3});
  EXPECT_THAT(x[x > 2], Holds<std::int32_t>({3, 4, 5}));
  EXPECT_EQ(x[x > 99].shape(), Shape({0}));
  EXPECT_THAT((x[{Slice(), x[0] == 1}]), Holds<std::int32_t>({1, 4}));
  EXPECT_THAT(
      [&] {
        (void)x[Index(counting({4}) > 1, {"model.cpp", 3})];
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[operator[]] a mask of bool[4] does not cover axes 0 to 0 of i32[2, 3]\n"
                  "  at model.cpp:3"));
}

TEST_F(Indexing, MasksAreHiddenTransfersThatGuardsSee) {
  const Array x = counting({3});
  const Array mask = x > 1;
  const auto guard = transfer_guard({.device_to_host = Guard::disallow});
  EXPECT_THROW((void)x[mask], TransferGuardError);
}

// The error of `x[{index, more...}]`, whose first part was written in model.cpp:1.
template <class... Part>
auto indexing(const Array& x, const Part&... parts) {
  return [=] { (void)x[{Index(parts, {"model.cpp", 1})...}]; };
}

TEST_F(Indexing, WrongIndicesAreErrors) {
  const Array x = counting({2, 3});
  EXPECT_THAT(indexing(x, 2), ThrowsError(ErrorCode::out_of_range,
                                          "[operator[]] index 2 is outside axis 0 of i32[2, 3]\n"
                                          "  at model.cpp:1"));
  EXPECT_THAT(indexing(x, 0, 0, 0),
              ThrowsError(ErrorCode::invalid_argument,
                          "[operator[]] 3 indices for the 2 axes of i32[2, 3]\n  at model.cpp:1"));
  EXPECT_THAT(indexing(x, ellipsis, ellipsis),
              ThrowsError(ErrorCode::invalid_argument,
                          "[operator[]] two ellipses in one index: one is allowed\n"
                          "  at model.cpp:1"));
  EXPECT_THAT(indexing(x, Slice(none, none, 0)),
              ThrowsError(ErrorCode::invalid_argument,
                          "[operator[]] the step of axis 0 is 0\n  at model.cpp:1"));
  EXPECT_THAT(indexing(x, put<float>({1})),
              ThrowsError(ErrorCode::invalid_argument,
                          "[operator[]] an index of f32[1] selects nothing: integers are needed\n"
                          "  at model.cpp:1"));
}

TEST_F(Indexing, TheValueOfAStaticIndexDoesNotCompile) {
  const Array x = counting({16, 2});
  (void)x[3];
  (void)x[Slice(2, 5)];
  const CompileCount compiles;
  for (int i = 0; i < 16; ++i) EXPECT_THAT(x[i], Holds<std::int32_t>({2 * i, 2 * i + 1}));
  for (int i = 0; i < 12; ++i) EXPECT_EQ(x[Slice(i, i + 3)].shape(), Shape({3, 2}));
  EXPECT_EQ(compiles(), 0);
}

TEST_F(Indexing, StaticIndicesPassEveryGuard) {
  const Array x = counting({6});
  const auto guard = transfer_guard(Guard::disallow_explicit);
  (void)x[0];
  (void)x[Slice(2, 4)];
  (void)x[Slice(none, none, 2)];
}

TEST_F(Indexing, UnsignedIndicesKeepTheirValue) {
  const Array x = arange(200);
  EXPECT_THAT(x[put<std::uint8_t>({128, 199})], Holds<std::int32_t>({128, 199}));
  EXPECT_THAT(x[put<std::int8_t>({-1, 127})], Holds<std::int32_t>({199, 127}));
  EXPECT_THAT(take(x, put<std::uint8_t>({128}), 0), Holds<std::int32_t>({128}));
  EXPECT_THAT(take(x, put<std::uint32_t>({4294967295u}), 0, OutOfBounds::clip),
              Holds<std::int32_t>({199}));
  EXPECT_THAT(take(x, put<std::int64_t>({(std::int64_t{1} << 32) + 1}), 0),
              Holds<std::int32_t>({std::numeric_limits<std::int32_t>::min()}));
}

TEST_F(Indexing, TakeAnswersOutOfRangeAsAsked) {
  const Array x = put<float>({1, 2, 3});
  const Array ids = put<std::int32_t>({0, 3, -1, -4});
  const std::vector<float> filled = values<float>(take(x, ids, 0));
  EXPECT_EQ(filled[0], 1);
  EXPECT_TRUE(std::isnan(filled[1]));
  EXPECT_EQ(filled[2], 3);
  EXPECT_TRUE(std::isnan(filled[3]));
  EXPECT_THAT(take(x, ids, 0, OutOfBounds::clip), Holds<float>({1, 3, 1, 1}));
  EXPECT_THAT(take(x, ids, 0, OutOfBounds::wrap), Holds<float>({1, 1, 3, 3}));
  EXPECT_THAT(take(put<std::uint8_t>({1}), put<std::int32_t>({5}), 0), Holds<std::uint8_t>({255}));
  EXPECT_THAT(take(x, 1, 0), Holds<float>({2}));
}

TEST_F(Indexing, TakePutsTheIndicesAxesInPlaceOfTheAxis) {
  const Array x = counting({2, 3});
  const Array ids = device_put(HostRef(std::vector<std::int32_t>{2, 0, 1, 1}, {2, 2}));
  EXPECT_EQ(take(x, ids, 1).shape(), Shape({2, 2, 2}));
  EXPECT_THAT(take(x, ids, 1), Holds<std::int32_t>({2, 0, 1, 1, 5, 3, 4, 4}));
  EXPECT_THAT(take(x, ids), Holds<std::int32_t>({2, 0, 1, 1}));
  EXPECT_THAT(
      [&] {
        (void)take(Operand(counting({0}), {"model.cpp", 1}), ids, 0);
      },
      ThrowsError(ErrorCode::out_of_range,
                  "[take] axis 0 of i32[0] has no element to choose from\n"
                  "  at model.cpp:1"));
}

TEST_F(Indexing, TakeAlongAxisHasAnIndexForEachElement) {
  const Array x = device_put(HostRef(std::vector<std::int32_t>{3, 1, 2, 9, 7, 8}, {2, 3}));
  const Array order = device_put(HostRef(std::vector<std::int32_t>{1, 2, 0, 1, 2, 0}, {2, 3}));
  EXPECT_THAT(take_along_axis(x, order, 1), Holds<std::int32_t>({1, 2, 3, 7, 8, 9}));
  const Array best = device_put(HostRef(std::vector<std::int32_t>{1, 0}, {2, 1}));
  EXPECT_THAT(take_along_axis(x, best, -1), Holds<std::int32_t>({1, 9}));
  const Array row = device_put(HostRef(std::vector<std::int32_t>{5, 6}, {1, 2}));
  EXPECT_THAT(take_along_axis(row, best, 1), Holds<std::int32_t>({6, 5}));
}

TEST_F(Indexing, OfAnEmptyAxisNothingCanBeChosen) {
  const auto allowed = transfer_guard(Guard::allow);
  const Array x = counting({0, 3});
  const Array none_of_it = zeros({0}, int32);
  EXPECT_EQ(x[none_of_it].shape(), Shape({0, 3}));
  EXPECT_EQ(x[x > 1].shape(), Shape({0}));
  for (const OutOfBounds mode : {OutOfBounds::fill, OutOfBounds::clip, OutOfBounds::wrap}) {
    EXPECT_EQ(take(x, none_of_it, 0, mode).shape(), Shape({0, 3}));
  }
  EXPECT_EQ(take_along_axis(x, zeros({0, 2}, int32), 1).shape(), Shape({0, 2}));
}

TEST_F(Indexing, DynamicSlicesStayInside) {
  const Array x = counting({5});
  EXPECT_THAT(dynamic_slice(x, {1}, {2}), Holds<std::int32_t>({1, 2}));
  EXPECT_THAT(dynamic_slice(x, {put<std::int32_t>({9})[0]}, {2}), Holds<std::int32_t>({3, 4}));
  EXPECT_THAT(dynamic_slice(x, {-2}, {2}), Holds<std::int32_t>({3, 4}));
  EXPECT_THAT(dynamic_update_slice(x, counting({2}), {4}), Holds<std::int32_t>({0, 1, 2, 0, 1}));
  EXPECT_THAT(
      [&] {
        (void)dynamic_slice(Operand(x, {"model.cpp", 1}), {0}, {6});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[dynamic_slice] a block of [6] does not fit into i32[5]\n"
                  "  at model.cpp:1"));
}

TEST_F(Indexing, DynamicSlicesStartAnywhereOnEachAxis) {
  const Array x = counting({2, 3, 4});
  const Array one = array(1);
  EXPECT_THAT(dynamic_slice(x, {one, one, one}, {1, 2, 2}), Holds<std::int32_t>({17, 18, 21, 22}));
  EXPECT_THAT(dynamic_slice(x, {0, one, -1}, {1, 2, 1}), Holds<std::int32_t>({7, 11}));
  const Array updated = dynamic_update_slice(x, zeros({1, 1, 4}, int32), {one, 1, 0});
  EXPECT_THAT((updated[{1, 1}]), Holds<std::int32_t>({0, 0, 0, 0}));
  EXPECT_THAT((updated[{1, 2}]), Holds<std::int32_t>({20, 21, 22, 23}));
}

TEST_F(Indexing, SlicesAreCheckedAgainstTheShape) {
  const std::vector<std::int64_t> starts = {1};
  const std::vector<std::int64_t> limits = {6};
  EXPECT_THAT(
      [&] {
        (void)slice(Operand(counting({5}), {"model.cpp", 1}), starts, limits);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[slice] start 1, limit 6 and stride 1 of axis 0 do not fit i32[5]: 0 <= start "
                  "<= limit <= 5 and stride >= 1 are needed\n  at model.cpp:1"));
}

TEST_F(Indexing, NonzeroNamesTheTrueElements) {
  const auto allowed = transfer_guard(Guard::allow);
  const Arrays points = nonzero(device_put(HostRef(std::vector<float>{0, 2, 3, 0}, {2, 2})));
  ASSERT_EQ(points.size(), 2u);
  EXPECT_THAT(points[0], Holds<std::int32_t>({0, 1}));
  EXPECT_THAT(points[1], Holds<std::int32_t>({1, 0}));
}

using IndexingEightDevices = WithDevices<8>;

TEST_F(IndexingEightDevices, ResultsStayWhereTheArrayIs) {
  const auto allowed = transfer_guard(Guard::allow);
  const Array x = device_put(counting({4}), dev(5));
  EXPECT_THAT(x[0], IsCommittedTo(dev(5)));
  EXPECT_THAT(x[Slice(none, 0)], IsCommittedTo(dev(5)));
  EXPECT_THAT(x[x > 99], IsCommittedTo(dev(5)));
  EXPECT_THAT(x[put<std::int32_t>({1})], IsCommittedTo(dev(5)));
}

TEST_F(Indexing, BeyondTwoToTheThirtyOneWorks) {
  const std::int64_t size = (std::int64_t{1} << 31) + 5;
  const std::int64_t far = (std::int64_t{1} << 31) + 2;
  Array x = zeros({size}, int8);
  x = dynamic_update_slice(x, ones({1}, int8), {far});
  EXPECT_THAT(x[Slice(far - 1, far + 2)], Holds<std::int8_t>({0, 1, 0}));
  EXPECT_THAT(take(x, put<std::int64_t>({far}), 0), Holds<std::int8_t>({1}));
}

}  // namespace
}  // namespace berth
