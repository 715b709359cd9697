#include <complex>
#include <cstdint>
#include <vector>

#include "berth/ops.h"
#include "berth/placement.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using Creation = WithDevices<1>;
using CreationOnDevices = WithDevices<2>;

TEST_F(Creation, DefaultsToFloat32AndInt32) {
  EXPECT_EQ(ones({2, 3}).dtype(), float32);
  EXPECT_EQ(eye(2).dtype(), float32);
  EXPECT_EQ(arange(3).dtype(), int32);
  EXPECT_EQ(arange(3.0).dtype(), float32);
  EXPECT_EQ(array({1.0, 2.0}).dtype(), float32);
  EXPECT_EQ(array({1, 2}).dtype(), int32);
  EXPECT_EQ(array({true}).dtype(), bool_);
  EXPECT_EQ(array({std::complex<double>(1, 2)}).dtype(), complex64);
  EXPECT_FALSE(array(1.0).weak_type());
  EXPECT_TRUE(full({2}, 3).weak_type());
}

TEST_F(Creation, TypedContainersKeepTheirType) {
  EXPECT_EQ(array(std::vector<double>{0.1}).dtype(), float64);
  EXPECT_EQ(array(std::vector<std::uint8_t>{1}).dtype(), uint8);
  EXPECT_THAT(array(std::vector<double>{0.5}, float32), Holds<float>({0.5}));
}

TEST_F(Creation, ListsTakeTheTypeThatIsAskedFor) {
  EXPECT_THAT(array({0.1}, float64), Holds<double>({0.1}));
  EXPECT_THAT(array({5000000000}, int64), Holds<std::int64_t>({5000000000}));
  EXPECT_THAT(array({{1, 2}, {3, 4}}, float32), Holds<float>({1, 2, 3, 4}));
  EXPECT_EQ(array({{{1}, {2}}}).shape(), Shape({1, 2, 1}));
}

TEST_F(Creation, RaggedListsAreErrors) {
  EXPECT_THAT(
      [] {
        (void)array({{1, 2}, {3}}, {}, {"model.cpp", 3});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[array] a braced list with rows of 2 and of 1 elements: rows of one "
                  "depth must be equally long\n  at model.cpp:3"));
}

TEST_F(Creation, NoElementIsUploaded) {
  const TransferLog log;
  (void)zeros({1 << 20});
  (void)full({1 << 20}, 3.5, bfloat16);
  (void)eye(100);
  (void)arange(0, 1000, 2);
  EXPECT_EQ(log.bytes(), 0);
}

TEST_F(Creation, FullTruncatesWhatTheTypeDoesNotHold) {
  EXPECT_THAT(full({2}, 3.5, int32), Holds<std::int32_t>({3, 3}));
  EXPECT_THAT(full({2, 2}, array({1, 2})), Holds<std::int32_t>({1, 2, 1, 2}));
  EXPECT_THAT(full({}, 5000000000, int64), Holds<std::int64_t>({5000000000}));
}

TEST_F(Creation, RangesAreThoseOfNumpy) {
  EXPECT_THAT(arange(2, 7, 2), Holds<std::int32_t>({2, 4, 6}));
  EXPECT_THAT(arange(5, 0, -2), Holds<std::int32_t>({5, 3, 1}));
  EXPECT_THAT(arange(5, 0, -2, uint8), Holds<std::uint8_t>({5, 3, 1}));
  EXPECT_THAT(arange(0, 1, 0.25), Holds<float>({0, 0.25, 0.5, 0.75}));
  EXPECT_EQ(arange(3, 1).shape(), Shape({0}));
  EXPECT_THAT(linspace(0, 1, 5), Holds<float>({0, 0.25, 0.5, 0.75, 1}));
  EXPECT_THAT(linspace(0, 1, 4, {.endpoint = false}), Holds<float>({0, 0.25, 0.5, 0.75}));
  EXPECT_THAT(linspace(0, 10, 5, {}, int32), Holds<std::int32_t>({0, 2, 5, 7, 10}));
  EXPECT_EQ(linspace(zeros({3}), 1, 5).shape(), Shape({5, 3}));
}

TEST_F(Creation, RangesWithoutEndAreErrors) {
  EXPECT_THAT(
      [] {
        (void)arange(0, 1, 0, {}, {"model.cpp", 4});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[arange] a step of 0 never arrives: give another\n  at model.cpp:4"));
  const double inf = std::numeric_limits<double>::infinity();
  EXPECT_THAT(
      [&] {
        (void)arange(0.0, inf, 1.0, {}, {"model.cpp", 5});
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[arange] from 0 to inf by 1 are inf numbers: give finite bounds and a "
                  "step that reaches them\n  at model.cpp:5"));
  EXPECT_THAT(
      [] {
        (void)linspace({0, {"model.cpp", 6}}, 1, -1);
      },
      ThrowsError(ErrorCode::invalid_argument,
                  "[linspace] -1 numbers are asked for: give 0 or more\n"
                  "  at model.cpp:6"));
}

TEST_F(Creation, EyeAndIotaCountAxes) {
  EXPECT_THAT(eye(2, 3, 1), Holds<float>({0, 1, 0, 0, 0, 1}));
  EXPECT_THAT(eye(2, bool_), Holds<bool>({true, false, false, true}));
  EXPECT_THAT(iota({2, 2}, 1), Holds<std::int32_t>({0, 1, 0, 1}));
  EXPECT_THAT(
      [] {
        (void)iota({2}, 1, {}, {"model.cpp", 7});
      },
      ThrowsError(ErrorCode::out_of_range,
                  "[iota] axis 1: the array has rank 1, so axes are -1 to 0\n"
                  "  at model.cpp:7"));
}

TEST_F(Creation, LikeTakesShapeAndType) {
  const Array x = ones({2}, bfloat16);
  EXPECT_EQ(zeros_like(x).dtype(), bfloat16);
  EXPECT_EQ(ones_like(x, int8).dtype(), int8);
  EXPECT_EQ(full_like(x, 2.5).dtype(), bfloat16);
  EXPECT_EQ(zeros_like(2.0).shape(), Shape());
}

TEST_F(CreationOnDevices, APlaceCommits) {
  EXPECT_THAT(ones({2}), IsUncommittedOn(dev(0)));
  EXPECT_THAT(ones({2}, dev(1)), IsCommittedTo(dev(1)));
  EXPECT_THAT(ones({2}, {bfloat16, dev(1)}), IsCommittedTo(dev(1)));
  EXPECT_THAT(array({1, 2}, dev(1)), IsCommittedTo(dev(1)));
  EXPECT_THAT(arange(3, SingleDeviceSharding(dev(1))), IsCommittedTo(dev(1)));
  EXPECT_THAT(with(default_device(dev(1)), [] { return zeros({2}); }), IsUncommittedOn(dev(1)));
  EXPECT_THAT(with(run_on(dev(1)), [] { return array({1}); }), IsCommittedTo(dev(1)));
}

TEST_F(CreationOnDevices, LikeGoesWhereACommittedArrayIs) {
  const Array x = ones({2}, dev(1));
  EXPECT_THAT(zeros_like(x), IsCommittedTo(dev(1)));
  EXPECT_THAT(full_like(x, 3), IsCommittedTo(dev(1)));
  EXPECT_THAT(ones_like(x, dev(0)), IsCommittedTo(dev(0)));
  EXPECT_THAT(ones_like(ones({2})), IsUncommittedOn(dev(0)));
}

TEST_F(CreationOnDevices, HostDataIsCountedAsCreated) {
  const TransferLog log;
  (void)array({1.0, 2.0}, dev(1));
  EXPECT_EQ(log.copies(Reason::create), 1U);
  EXPECT_EQ(log.bytes(), 8);
}

}  // namespace
}  // namespace berth
