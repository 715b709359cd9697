#include "berth/abstract.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "berth/berth.h"
#include "support/devices.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

class Abstract : public WithDevices<1> {};
class Jaxpr : public WithDevices<1> {};
class JaxprDevices : public WithDevices<2> {};

TEST_F(Abstract, HasATypeAndAPlaceAndNoMemory) {
  const LiveBuffers live;
  const Array x = abstract({2, 3}, bfloat16);

  EXPECT_EQ(x.shape(), (Shape{2, 3}));
  EXPECT_EQ(x.dtype(), bfloat16);
  EXPECT_THAT(x, IsUncommittedOn(dev(0)));
  EXPECT_THAT(abstract({2}, dev(0)), IsCommittedTo(dev(0)));
  EXPECT_EQ(live(), 0);
}

TEST_F(Abstract, HasNoValue) {
  const Array x = abstract({2});
  EXPECT_THAT(
      ([&] {
        static_cast<void>(negative({x, Here("a.cpp", 1)}));
      }),
      ThrowsError(ErrorCode::invalid_argument,
                  "[negative] f32[2] is abstract: it stands for an array, and has no value\n"
                  "  at a.cpp:1"));
  EXPECT_THAT(([&] { static_cast<void>(device_get(x, Here("a.cpp", 1))); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[device_get] f32[2] is abstract: it stands for an array, and has no "
                          "value\n  at a.cpp:1"));
}

TEST_F(Abstract, IsWhatEvalShapeReturns) {
  const CompileCount compiles;
  const auto [y, n] = eval_shape(
      [](const Array& x) { return std::pair(matmul(x, x.T()), sum(astype(x, int32), 0)); },
      abstract({2, 3}));

  EXPECT_EQ(y.shape(), (Shape{2, 2}));
  EXPECT_EQ(n.dtype(), int32);
  EXPECT_EQ(n.shape(), (Shape{3}));
  EXPECT_EQ(compiles(), 0);
}

TEST_F(Jaxpr, ShowsOneOperationALineWithTypes) {
  const auto f = [](const Array& w, const Array& x) { return sum(sin(w * x)); };

  EXPECT_EQ(make_jaxpr(f)(abstract({3}), abstract({2, 3})),
            "{ lambda a:f32[3] b:f32[2, 3]. let\n"
            "    c:f32[2, 3] = broadcast_in_dim[[2, 3], {1}] a\n"
            "    d:f32[2, 3] = mul c b\n"
            "    e:f32[2, 3] = sin d\n"
            "    f:f32[] = reduce_sum[{0, 1}] e\n"
            "  in (f) }");
}

TEST_F(Jaxpr, ShowsConstantsAsNumbers) {
  EXPECT_EQ(make_jaxpr([](const Array& x) { return x * 2.5f; })(abstract({})),
            "{ lambda a:f32[]. let\n"
            "    b:f32*[] = constant[2.5, [], true] \n"
            "    c:f32[] = mul a b\n"
            "  in (c) }");
}

TEST_F(JaxprDevices, ShowsWhereCommittedValuesLive) {
  const auto f = [](const Array& x, const Array& y) { return device_put(x, dev(1)) + y; };

  EXPECT_EQ(make_jaxpr(f)(abstract({3}, dev(0)), abstract({3})),
            "{ lambda a:f32[3]@cpu:0 b:f32[3]. let\n"
            "    c:f32[3]@cpu:1 = device_put[cpu:0, true, cpu:1, true, put] a\n"
            "    d:f32[3]@cpu:1 = device_put[cpu:0, false, cpu:1, true, implicit] b\n"
            "    e:f32[3]@cpu:1 = add c d\n"
            "  in (e) }");
}

}  // namespace
}  // namespace berth
