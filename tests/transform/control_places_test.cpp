#include "berth/grad.h"
#include "berth/jit.h"
#include "transform/control_support.h"

namespace berth {
namespace {

using ControlPlaces = WithImplicitTransfers<2>;

const Here line{"model.cpp", 7};

// 1 + w + w^2 of ones.
Array powers(const Array& w, const Array& xs) {
  return scan(
             [&](const Array& h, const Array& x) {
               const Array next = h * w + x;
               return std::pair(next, next);
             },
             zeros({2}), xs)
      .carry;
}

TEST_F(ControlPlaces, OneOfAllOperandsAndCapturesDecides) {
  const Array w = device_put(full({2}, 2.0), dev(1));
  const Array uncommitted = ones({3, 2});

  const Array y = powers(w, uncommitted);
  EXPECT_THAT(y, IsCommittedTo(dev(1)));
  EXPECT_THAT(y, Holds<float>({7, 7}));
  EXPECT_THAT(jit(powers)(w, uncommitted), IsCommittedTo(dev(1)));
  EXPECT_THAT(cond(
                  true, [&] { return w; }, [&] { return 2 * w; }),
              IsCommittedTo(dev(1)));
  EXPECT_THAT(powers(full({2}, 2.0), uncommitted), IsUncommittedOn(dev(0)));
}

TEST_F(ControlPlaces, GradientsLiveWithTheirArguments) {
  const Array w = device_put(full({2}, 2.0), dev(1));
  const auto loss = [](const Array& at, const Array& xs) { return sum(powers(at, xs)); };

  const auto [dw, dxs] = grad<0, 1>(loss)(w, ones({3, 2}));
  EXPECT_THAT(dw, IsCommittedTo(dev(1)));
  EXPECT_THAT(dw, Holds<float>({5, 5}));
  EXPECT_THAT(dxs, Holds<float>({4, 4, 2, 2, 1, 1}));
}

TEST_F(ControlPlaces, RunOnBringsOperandsAndCaptures) {
  const auto doubled = [](const Array& x) { return 2 * x; };
  const Array w = device_put(full({2}, 2.0), dev(1));
  const Scope scope = run_on(dev(0));

  const Array y = cond(true, doubled, doubled, w);
  EXPECT_THAT(y, IsCommittedTo(dev(0)));
  EXPECT_THAT(y, Holds<float>({4, 4}));
  EXPECT_THAT(map(doubled, w), IsCommittedTo(dev(0)));
  const Array sums = powers(w, ones({3, 2}));
  EXPECT_THAT(sums, IsCommittedTo(dev(0)));
  EXPECT_THAT(sums, Holds<float>({7, 7}));
}

TEST_F(ControlPlaces, OperandsCommittedToTwoPlacesAreRefused) {
  const Array w = device_put(ones({2}), dev(1));
  const Array xs = device_put(ones({3, 2}), dev(0));
  EXPECT_THROW((void)powers(w, xs), DeviceMismatchError);
}

TEST_F(ControlPlaces, ABodyHasOnePlace) {
  const auto f = [](const Array& x) { return device_put(x, dev(1), {}, {"layers.cpp", 3}); };
  EXPECT_THAT(
      [&] {
        (void)map(f, device_put(ones({3, 2}), dev(0)), line);
      },
      ThrowsError(ErrorCode::unimplemented,
                  "[map] the function runs on cpu:0, and a result of device_put, f32[2], lives on "
                  "cpu:1 by the line layers.cpp:3: a compiled function has one place so far; make "
                  "a function of each part, and device_put between them\n  at model.cpp:7"));
}

}  // namespace
}  // namespace berth
