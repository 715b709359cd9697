#include "berth/ops/at.h"

#include <cmath>
#include <cstdint>
#include <functional>

#include "berth/jit.h"
#include "berth/ops.h"
#include "support/counting.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Updates = WithDevices<1>;
using Numbers = std::vector<std::int32_t>;

Array put(const Numbers& values) { return device_put(HostRef(values)); }

TEST_F(Updates, ChangeANewArrayOnly) {
  const Array x = counting({4});
  EXPECT_THAT(x.at(1).set(7), Holds<std::int32_t>({0, 7, 2, 3}));
  EXPECT_THAT(x.at(-1).add(7), Holds<std::int32_t>({0, 1, 2, 10}));
  EXPECT_THAT(x.at(2).mul(7), Holds<std::int32_t>({0, 1, 14, 3}));
  EXPECT_THAT(x.at(2).min(1), Holds<std::int32_t>({0, 1, 1, 3}));
  EXPECT_THAT(x.at(2).max(9), Holds<std::int32_t>({0, 1, 9, 3}));
  EXPECT_THAT(x.at(2).get(), Holds<std::int32_t>({2}));
  EXPECT_THAT(x, Holds<std::int32_t>({0, 1, 2, 3}));
}

// Whatever `x[index]` reads, `x.at(index)` writes: the elements that an array of row-major
// positions has there, in that order.
TEST_F(Updates, WriteWhatTheIndexReads) {
  const Shape shape = {4, 3, 5};
  const Array x = zeros(shape, int32);
  const Array positions = counting(shape);
  const Array rows = put({2, 0, -1});
  const Array columns = device_put(HostRef(Numbers{1, 0}, {2, 1}));
  const std::vector<std::vector<Index>> indices = {
      {2},
      {ellipsis, -1},
      {Slice(1, 3), newaxis, 0},
      {Slice(none, none, -1), Slice(2, 0, -1), Slice(none, none, 2)},
      {Slice(none, none, 3), 1, Slice(4, 0, -3)},
      {Slice(3, 3)},
      {rows},
      {Slice(), columns, rows},
      {rows, Slice(), Slice(none, none, 2)},
      {columns, newaxis, rows, Slice(3, 1, -1)},
      {columns, Slice(none, none, -2), rows},
      {1, Slice(0, 2), rows},
      {rows, 2, newaxis, columns},
  };
  for (const std::vector<Index>& index : indices) {
    const Array places = AtRef(positions, index).get();
    const Array value = counting(places.shape()) + 1;
    Numbers expected(static_cast<std::size_t>(shape.size()), 0);
    std::int32_t next = 0;
    for (const std::int32_t place : values<std::int32_t>(places)) {
      expected[static_cast<std::size_t>(place)] = ++next;
    }
    EXPECT_THAT(AtRef(x, index).set(value), Holds<std::int32_t>(expected));
    EXPECT_THAT(AtRef(x, index).max(value), Holds<std::int32_t>(expected));
  }
}

TEST_F(Updates, ValuesBroadcastAndTakeTheTypeOfTheArray) {
  const Array x = zeros({2, 3}, bfloat16);
  EXPECT_THAT(astype(x.at({Slice(), 1}).set(2.5), float32), Holds<float>({0, 2.5, 0, 0, 2.5, 0}));
  EXPECT_EQ(x.at(0).set(1).dtype(), bfloat16);
  EXPECT_THAT(counting({2, 3}).at(Slice(0, 1)).set(put({7, 8, 9})),
              Holds<std::int32_t>({7, 8, 9, 3, 4, 5}));
}

TEST_F(Updates, OfOneElementCombineAll) {
  const Array x = device_put(std::vector<float>{1, 2, 3});
  const Array ids = put({1, 1, 0});
  const Array value = device_put(std::vector<float>{5, 7, 2});
  EXPECT_THAT(x.at(ids).add(value), Holds<float>({3, 14, 3}));
  EXPECT_THAT(x.at(ids).mul(value), Holds<float>({2, 70, 3}));
  EXPECT_THAT(x.at(ids).min(value), Holds<float>({1, 2, 3}));
  EXPECT_THAT(x.at(ids).max(value), Holds<float>({2, 7, 3}));
}

TEST_F(Updates, OutOfRangeAreLeftOut) {
  EXPECT_THAT(counting({3}).at(put({5, -4, -1})).set(9), Holds<std::int32_t>({0, 1, 9}));
  EXPECT_THAT(counting({2, 2}).at({put({0, 2}), put({1, 0})}).add(9),
              Holds<std::int32_t>({0, 10, 2, 3}));
}

TEST_F(Updates, OfAMaskWithOneValueMoveNoByte) {
  const Array x = counting({2, 3});
  const Array big = x > 2;
  const Array rows = x[{Slice(), 0}] > 0;
  const auto guard = transfer_guard({.device_to_host = Guard::disallow});
  const Array set = x.at(big).set(9);
  const Array added = x.at(rows).add(9);
  const auto allowed = transfer_guard(Guard::allow);
  EXPECT_THAT(set, Holds<std::int32_t>({0, 1, 2, 9, 9, 9}));
  EXPECT_THAT(added, Holds<std::int32_t>({0, 1, 2, 12, 13, 14}));
}

TEST_F(Updates, OfAMaskWithManyValuesWaitForIt) {
  const auto allowed = transfer_guard(Guard::allow);
  const Array x = counting({2, 3});
  EXPECT_THAT(x.at(x > 3).set(put({8, 9})), Holds<std::int32_t>({0, 1, 2, 3, 8, 9}));
  EXPECT_THAT((x.at({Slice(), x[0] == 1}).add(5)), Holds<std::int32_t>({0, 6, 2, 3, 9, 5}));
}

TEST_F(Updates, AreRecordedInTraces) {
  const auto f = jit([](const Array& x, const Array& i) {
    return x.at(i).set(9).at({Slice(0, 2)}).add(1).at(x > 2).mul(2);
  });
  EXPECT_THAT(f(counting({4}), put({0})), Holds<std::int32_t>({10, 2, 2, 6}));
}

TEST_F(Updates, TheValueOfAStaticIndexDoesNotCompile) {
  const Array x = counting({16});
  (void)x.at(3).set(1);
  (void)x.at(Slice(2, 5)).add(1);
  const CompileCount compiles;
  for (int i = 0; i < 8; ++i) (void)x.at(i).set(i);
  for (int i = 0; i < 8; ++i) (void)x.at(Slice(i, i + 3)).add(i);
  EXPECT_EQ(compiles(), 0);
}

template <class Value>
auto setting(const Array& x, const Index& index, const Value& value) {
  return [=] { (void)x.at(index).set(value); };
}

TEST_F(Updates, WrongOnesAreErrors) {
  const Array x = counting({2, 3});
  const auto here = [](const auto& part) { return Index(part, {"model.cpp", 1}); };
  EXPECT_THAT(setting(x, here(2), 1),
              ThrowsError(ErrorCode::out_of_range,
                          "[at] index 2 is outside axis 0 of i32[2, 3]\n  at model.cpp:1"));
  EXPECT_THAT(setting(x, here(0), 2.5),
              ThrowsError(ErrorCode::invalid_argument,
                          "[at] i32[2, 3] does not hold f32[]: convert with astype\n"
                          "  at model.cpp:1"));
  EXPECT_THAT(setting(x, here(0), counting({2})),
              ThrowsError(ErrorCode::invalid_argument,
                          "[at] i32[2] does not broadcast to [3]: an axis must have the size asked "
                          "for, or 1\n  at model.cpp:1"));
  EXPECT_THAT(setting(x, here(counting({4}) > 1), 1),
              ThrowsError(ErrorCode::invalid_argument,
                          "[at] a mask of bool[4] does not cover axes 0 to 0 of i32[2, 3]\n"
                          "  at model.cpp:1"));
  EXPECT_THAT([&] { (void)(x > 1).at(here(0)).add(true); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[at] bool is not taken, only integers, floating-point numbers and "
                          "complex numbers: convert with astype\n  at model.cpp:1"));
}

using UpdatesEightDevices = WithDevices<8>;

TEST_F(UpdatesEightDevices, StayWhereTheArrayIs) {
  const Array x = device_put(counting({4}), dev(5));
  EXPECT_THAT(x.at(0).set(1), IsCommittedTo(dev(5)));
  EXPECT_THAT(x.at(put({1, 2})).add(1), IsCommittedTo(dev(5)));
}

}  // namespace
}  // namespace berth
