#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "berth/ops.h"
#include "berth/placement.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

const std::vector<float> two = {1, 2};

// Where the results of operations live: the rules of placement, on the operations that users call.
using PlacesOfResults = WithDevices<6>;
using PlaceOfNothing = WithDevices<2>;

TEST_F(PlacesOfResults, AreThoseOfTheOperands) {
  const Array a = device_put(HostRef(std::vector<float>{4, 3, 2, 1}, {2, 2}), dev(5));
  const TransferLog log;

  const Arrays results = {concatenate({a, a}),
                          stack({a, a}),
                          sum(a),
                          max(a, 0),
                          argmax(a),
                          matmul(a, a),
                          softmax(a),
                          where(a > 2, a, 0.f),
                          astype(a, int32),
                          a[0],
                          take(a, argmax(a, 0), 0),
                          pad(a, {{1, 0}, {0, 1}}),
                          reshape(a, {4}),
                          transpose(a),
                          flip(a, {0}),
                          clip(a, 0, 1),
                          broadcast_to(a, {3, 2, 2})};

  for (const Array& result : results) EXPECT_THAT(result, IsCommittedTo(dev(5)));
  EXPECT_EQ(log.copies(), 0u);
}

TEST_F(PlacesOfResults, AreNotDecidedByScalars) {
  const Array x = device_put(two, dev(3));
  const TransferLog log;

  const auto all = [&](const Operand& scalar) {
    return Arrays{x + scalar, x / scalar, x < scalar, scalar - x, maximum(scalar, x)};
  };
  for (const Arrays& results : {all(2), all(2.5), all(true), all(std::int64_t{3})}) {
    for (const Array& result : results) EXPECT_THAT(result, IsCommittedTo(dev(3)));
  }
  EXPECT_EQ(log.copies(), 0u);
}

TEST_F(PlacesOfResults, AreNotDecidedByUncommittedArraysWithoutAxes) {
  const auto allow = transfer_guard(Guard::allow);
  const Array x = device_put(two, dev(3));
  const Array scalar = array(2.f);

  EXPECT_THAT(scalar, IsUncommittedOn(dev(0)));
  for (const Array& result : {x + scalar, scalar / x, x < scalar}) {
    EXPECT_THAT(result, IsCommittedTo(dev(3)));
  }
}

TEST_F(PlacesOfResults, OfCreationFollowTheDefaultDevice) {
  const auto scope = default_device(dev(4));

  for (const Array& result :
       {zeros({2}), ones({2}), full({2}, 7), empty({2}), eye(2), iota({2}, 0), arange(3),
        linspace(0, 1, 3), array(two), array({1, 2}), array(1.5), array(two) + 1}) {
    EXPECT_THAT(result, IsUncommittedOn(dev(4)));
  }
}

TEST_F(PlacesOfResults, OfCreationAreTheDeviceThatTheCallNames) {
  const auto scope = default_device(dev(4));
  const Array x = ones({2});

  for (const Array& result : {zeros({2}, dev(1)), full({2}, 7, dev(1)), eye(2, dev(1)),
                              arange(3, dev(1)), array(two, dev(1)), zeros_like(x, dev(1))}) {
    EXPECT_THAT(result, IsCommittedTo(dev(1)));
  }
}

// Nothing of the result depends on the operand's value, and still it is where the operand is.
TEST_F(PlacesOfResults, LikeAnArrayAreWhereItIs) {
  const Array x = device_put(two, dev(1));

  for (const Array& result : {zeros_like(x), ones_like(x), full_like(x, 3), empty_like(x)}) {
    EXPECT_THAT(result, IsCommittedTo(dev(1)));
  }
}

// Arrays without elements

TEST_F(PlaceOfNothing, IsKeptByEveryOperation) {
  const Array x = ones({3, 4, 9, 0}, dev(1));

  EXPECT_THAT(x, IsCommittedTo(dev(1)));
  for (const Array& result : {x + 1, x + x, tanh(x), x[0], transpose(x), sum(x, 0)}) {
    EXPECT_THAT(result, IsCommittedTo(dev(1)));
    EXPECT_EQ(result.size(), 0);
  }
  EXPECT_THAT(sum(x, {0, 1, 2}), testing::AllOf(IsCommittedTo(dev(1)), Holds<float>({})));
  EXPECT_THAT(sum(x), testing::AllOf(IsCommittedTo(dev(1)), Holds<float>({0})));
  EXPECT_THAT(device_put(x, dev(0)), testing::AllOf(IsCommittedTo(dev(0)), Holds<float>({})));
}

TEST_F(PlaceOfNothing, IsPrinted) {
  const auto allow = transfer_guard(Guard::allow);

  EXPECT_EQ(to_string(ones({3, 4, 9, 0}, dev(1))),
            "Array([], shape=[3, 4, 9, 0], dtype=float32, " + to_string(dev(1)) + ")");
}

TEST_F(PlaceOfNothing, IsKeptBySelectionsOfNothing) {
  const auto allow = transfer_guard(Guard::allow);  // the shape depends on the values
  const Array x = device_put(two, dev(1));

  for (const Array& result : {x[x > 9], x[Slice(none, 0)]}) {
    EXPECT_THAT(result, IsCommittedTo(dev(1)));
    EXPECT_EQ(result.dtype(), float32);
    EXPECT_EQ(result.shape(), Shape({0}));
  }
}

}  // namespace
}  // namespace berth
