#include "berth/grad.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "berth/berth.h"
#include "support/implicit_transfers.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::AllOf;
using testing::ElementsAre;
using testing::FloatNear;
using testing::Pointwise;

struct Params {
  Array w;
  Array b;
};

auto Near(std::vector<float> expected) {
  return testing::ResultOf("the values", values<float>, Pointwise(FloatNear(1e-5f), expected));
}

using Grad = WithImplicitTransfers<1>;
using GradDevices = WithImplicitTransfers<2>;
using Vjp = WithImplicitTransfers<1>;
using Jacobians = WithImplicitTransfers<1>;

Array wave(const Array& x) { return sum(sin(x) * x); }

TEST_F(Grad, IsTheDerivativeInTheFirstArgument) {
  EXPECT_THAT(grad(wave)(array({1.f, 2.f})),
              Near({std::sin(1.f) + std::cos(1.f), std::sin(2.f) + 2 * std::cos(2.f)}));
}

TEST_F(Grad, ComesWithTheValueInAStruct) {
  const auto vg = value_and_grad(wave)(array({1.f}));

  EXPECT_THAT(vg.value, Near({std::sin(1.f)}));
  EXPECT_THAT(vg.grad, Near({std::sin(1.f) + std::cos(1.f)}));
}

TEST_F(Grad, HasTheTypeOfTheArgument) {
  const auto loss = [](const std::map<std::string, std::vector<Params>>& model, const Array& x) {
    return sum(model.at("layer")[0].w * x + model.at("layer")[0].b);
  };
  const auto gradients = grad(loss)({{"layer", {{ones({2}), zeros({2})}}}}, array({3.f, 4.f}));

  EXPECT_THAT(gradients.at("layer")[0].w, Holds<float>({3, 4}));
  EXPECT_THAT(gradients.at("layer")[0].b, Holds<float>({1, 1}));
}

TEST_F(Grad, OfSeveralArgumentsIsATuple) {
  const auto loss = [](const Array& x, const Array& y, const Array& z) { return sum(x * y * z); };
  const auto [dx, dz] = grad<0, 2>(loss)(array({2.f}), array({3.f}), array({5.f}));

  EXPECT_THAT(dx, Holds<float>({15}));
  EXPECT_THAT(dz, Holds<float>({6}));
  EXPECT_THAT(grad<1>(loss)(array({2.f}), array({3.f}), array({5.f})), Holds<float>({10}));
}

TEST_F(Grad, PassesOnWhatElseTheFunctionReturns) {
  const auto loss = [](const Array& x) { return std::pair(sum(x * x), Params{x + 1.f, x}); };

  const auto with_aux = value_and_grad(loss)(array({3.f}));
  EXPECT_THAT(with_aux.value, Holds<float>({9}));
  EXPECT_THAT(with_aux.aux.w, Holds<float>({4}));
  EXPECT_THAT(with_aux.grad, Holds<float>({6}));
  EXPECT_THAT(grad(loss)(array({3.f})).aux.b, Holds<float>({3}));
}

TEST_F(Grad, IsZeroWhereNothingFlows) {
  const auto loss = [](const Array& x, const Array& y) { return sum(y) + 0.f * sum(floor(x)); };

  EXPECT_THAT(grad(loss)(array({1.5f}), array({2.f})), Holds<float>({0}));
}

TEST_F(Grad, AddsUpOverAllUses) {
  const auto loss = [](const Array& x) { return sum(x * x) + sum(x) + 2.f * sum(x * x * x); };

  EXPECT_THAT(grad(loss)(array({2.f})), Holds<float>({4 + 1 + 24}));
}

TEST_F(Grad, OfItselfIsTheNextDerivative) {
  const auto cubic = [](const Array& x) { return x * x * x; };

  EXPECT_THAT(grad(grad(cubic))(array(2.f)), Holds<float>({12}));
  EXPECT_THAT(grad(grad(grad(cubic)))(array(2.f)), Holds<float>({6}));
}

TEST_F(Grad, ComposesWithJitAndVmapInAnyOrder) {
  const auto one = [](const Array& x) { return sum(sin(x) * x); };
  const Array batch = reshape(linspace(0.f, 1.f, 6), {3, 2});
  const Array expected = vmap(grad(one))(batch);

  EXPECT_THAT(jit(vmap(grad(one)))(batch), Near(values<float>(expected)));
  EXPECT_THAT(vmap(jit(grad(one)))(batch), Near(values<float>(expected)));
  EXPECT_THAT(vmap(grad(jit(one)))(batch), Near(values<float>(expected)));
  EXPECT_THAT(grad([&](const Array& xs) { return sum(vmap(one)(xs)); })(batch),
              Near(values<float>(expected)));
  EXPECT_THAT(jit(grad(jit([&](const Array& xs) { return sum(jit(vmap(one))(xs)); })))(batch),
              Near(values<float>(expected)));
}

TEST_F(Grad, TakesCapturesAsConstants) {
  const Array by = array({3.f});
  const auto outer = [&](const Array& x) {
    return grad([&](const Array& y) { return sum(y * y * x * by); })(x)[0];
  };

  EXPECT_THAT(outer(array({2.f})), Holds<float>({24}));
  EXPECT_THAT(grad(outer)(array({2.f})), Holds<float>({24})) << "of 2 x * x * 3";
}

TEST_F(Grad, OfAJittedFunctionRunsItAsOneProgram) {
  const auto layer = jit([](const Array& x) { return sin(x) * x + x; });
  const auto loss = [&](const Array& x) { return sum(layer(x)); };
  grad(loss)(ones({3}));
  const CompileCount compiles;
  const Ledger ledger;
  block_until_ready(grad(loss)(ones({3})));

  EXPECT_EQ(compiles(), 0) << "the derivative is kept with the function";
  int jitted = 0;
  for (const LedgerRow& row : ledger.rows()) {
    jitted += row.what == "jit" ? 1 : 0;
    EXPECT_NE(row.what, "sin");
  }
  EXPECT_EQ(jitted, 2) << "forward and backward";
}

TEST_F(Grad, RefusesAResultThatIsNoScalar) {
  EXPECT_THAT(
      ([] { grad([](const Array& x) { return x * 2.f; })(ones({3}), Here("a.cpp", 1)); }),
      ThrowsError(ErrorCode::invalid_argument,
                  "[grad] the function returns f32[3]: gradients are of scalars; sum it, or "
                  "use jacrev or vjp\n  at a.cpp:1"));
  EXPECT_THAT(([] {
                value_and_grad([](const Array& x) { return argmax(x); })(ones({3}),
                                                                         Here("a.cpp", 1));
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[value_and_grad] the function returns i32[]: gradients are of "
                          "floating-point numbers\n  at a.cpp:1"));
}

TEST_F(Grad, RefusesIntegersNamingTheirPath) {
  const auto loss = [](const Params& p) { return sum(p.w); };
  EXPECT_THAT(([&] {
                grad(loss)({ones({2}), arange(2)}, Here("a.cpp", 1));
              }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[grad] argument 0.1 is i32[2]: only floating-point and complex numbers "
                          "have gradients; leave it out of what is differentiated, or pass it as "
                          "another argument\n  at a.cpp:1"));
}

TEST_F(Grad, RefusesToBranchOnAValue) {
  const auto loss = [](const Array& x) { return x.item<float>(Here("a.cpp", 2)) > 0 ? x * x : -x; };
  EXPECT_THAT(([&] { grad(loss)(array(1.f), Here("a.cpp", 1)); }),
              ThrowsError<TracerError>(
                  ErrorCode::failed_precondition,
                  "[Array::item] f32[] was traced by grad at a.cpp:1: it has no value until the "
                  "function runs; return it and use the result, or choose with where\n"
                  "  at a.cpp:2"));
}

TEST_F(GradDevices, LivesWhereItsArgumentLives) {
  const auto loss = [](const Params& p, const Array& x) {
    return sum(device_put(p.w * x, dev(1)) * p.b);
  };
  const Params p{device_put({2.f}, dev(0)), device_put({3.f}, dev(1))};
  const auto vg = value_and_grad(loss)(p, array({5.f}));

  EXPECT_THAT(vg.value, AllOf(IsCommittedTo(dev(1)), Holds<float>({30})));
  EXPECT_THAT(vg.grad.w, AllOf(IsCommittedTo(dev(0)), Holds<float>({15})));
  EXPECT_THAT(vg.grad.b, AllOf(IsCommittedTo(dev(1)), Holds<float>({10})));
}

TEST_F(GradDevices, BringsCotangentsBackOnTheLineOfTheCopy) {
  const auto loss = [](const Array& x) {
    return sum(device_put(x, dev(1), {}, Here("model.cpp", 4)));
  };
  const Array x = device_put({2.f, 3.f}, dev(0));
  const TransferLog log;
  grad(loss)(x);

  std::vector<std::pair<Reason, std::string>> copies;
  for (const LedgerRow& row : log.rows()) copies.emplace_back(row.reason, to_string(row.where));
  EXPECT_THAT(copies, ElementsAre(std::pair(Reason::put, "model.cpp:4"),
                                  std::pair(Reason::autodiff, "model.cpp:4")));
}

TEST_F(GradDevices, NamesTheUsersLineInTheBackwardPass) {
  const Array x = array({2.f});
  const Ledger ledger;
  grad([](const Array& y) { return sum(sin(Operand(y, Here("model.cpp", 4)))); })(
      x, Here("train.cpp", 1));

  for (const LedgerRow& row : ledger.rows()) {
    if (row.what == "cos") {
      EXPECT_EQ(to_string(row.where), "model.cpp:4");
    }
    EXPECT_THAT(row.where.file(), testing::Not(testing::HasSubstr("src/"))) << row.what;
  }
}

TEST_F(GradDevices, OfACommittedScalarIsRightOnEveryDevice) {
  for (const Device device : devices()) {
    const auto vg = value_and_grad([](const Array& x) { return x * 1.f; })(device_put(5.f, device));

    EXPECT_THAT(vg.value, AllOf(IsCommittedTo(device), Holds<float>({5})));
    EXPECT_THAT(vg.grad, AllOf(IsCommittedTo(device), Holds<float>({1})));
  }
}

struct Adam {
  Params m;
  Params v;
  Array count;
};

// Two layers on two devices and a counter that belongs to neither: no mismatch, no copy too many.
TEST_F(GradDevices, TrainsTwoDevicesWithAdam) {
  const auto loss = [](const Params& p, const Array& x) {
    const Array hidden = tanh(x * p.w);
    return sum(device_put(hidden, dev(1)) * p.b);
  };
  Params p{device_put({0.5f, -0.5f}, dev(0)), device_put({1.f, 2.f}, dev(1))};
  const auto zero = [](const Array& x) { return zeros_like(x); };
  Adam adam{tree_map(zero, p), tree_map(zero, p), array(0)};
  const Array x = array({1.f, 2.f});
  std::vector<float> losses;
  const TransferLog log;
  for (int step = 0; step < 3; ++step) {
    const auto vg = value_and_grad(loss)(p, x);
    losses.push_back(vg.value.item<float>());
    adam.count += 1;
    adam.m = tree_map([](const Array& m, const Array& g) { return 0.9f * m + 0.1f * g; }, adam.m,
                      vg.grad);
    adam.v = tree_map([](const Array& v, const Array& g) { return 0.99f * v + 0.01f * g * g; },
                      adam.v, vg.grad);
    p = tree_map(
        [&](const Array& w, const Array& m, const Array& v) {
          return w - 0.1f * m / (1.f - power(0.9f, adam.count)) /
                         (sqrt(v / (1.f - power(0.99f, adam.count))) + 1e-8f);
        },
        p, adam.m, adam.v);
  }

  EXPECT_LT(losses[1], losses[0]);
  EXPECT_LT(losses[2], losses[1]);
  EXPECT_THAT(adam.count, IsUncommittedOn(dev(0)));
  EXPECT_THAT(p.w, IsCommittedTo(dev(0)));
  EXPECT_THAT(p.b, IsCommittedTo(dev(1)));
  EXPECT_EQ(log.copies(Reason::put), 3u) << "the hidden layer, once a step";
  EXPECT_EQ(log.copies(Reason::autodiff), 3u) << "its cotangent";
}

TEST_F(Vjp, PullsCotangentsBackToEveryArgument) {
  const auto f = [](const Params& p, const Array& x) { return sin(p.w * x) + p.b; };
  const auto y = vjp(f, Params{array({1.f}), array({2.f})}, array({3.f}));
  const auto [dp, dx] = y.pullback(array({10.f}));

  EXPECT_THAT(y.value, Near({std::sin(3.f) + 2}));
  EXPECT_THAT(dp.w, Near({10 * 3 * std::cos(3.f)}));
  EXPECT_THAT(dp.b, Near({10}));
  EXPECT_THAT(dx, Near({10 * std::cos(3.f)}));
  EXPECT_THAT(std::get<1>(y.pullback(array({1.f}))), Near({std::cos(3.f)})) << "as often as wanted";
}

TEST_F(Vjp, OfIntegersHasNoCotangent) {
  const auto y =
      vjp([](const Array& x, const Array& n) { return x * n; }, array({2.f}), array({3}));
  const auto [dx, dn] = y.pullback(array({1.f}));

  EXPECT_THAT(dx, Holds<float>({3}));
  EXPECT_EQ(dn.state(), nullptr);
}

TEST_F(Vjp, RefusesACotangentOfAnotherType) {
  const auto y = vjp([](const Array& x) { return x * x; }, ones({2}));
  EXPECT_THAT(([&] { y.pullback(ones({3}), Here("a.cpp", 1)); }),
              ThrowsError(ErrorCode::invalid_argument,
                          "[vjp] cotangent 0 is f32[3], and the value f32[2]: they must have one "
                          "type\n  at a.cpp:1"));
}

TEST_F(Vjp, PushesTangentsForwardInJvpAndLinearize) {
  const auto f = [](const Array& x, const Array& y) { return sin(x) * y; };
  const float expected = std::cos(1.f) * 2 * 10 + std::sin(1.f) * 100;
  const auto t =
      jvp(f, std::tuple(array({1.f}), array({2.f})), std::tuple(array({10.f}), array({100.f})));
  const auto l = linearize(f, array({1.f}), array({2.f}));

  EXPECT_THAT(t.value, Near({std::sin(1.f) * 2}));
  EXPECT_THAT(t.tangent, Near({expected}));
  EXPECT_THAT(l.value, Near({std::sin(1.f) * 2}));
  EXPECT_THAT(l.pushforward(array({10.f}), array({100.f})), Near({expected}));
  EXPECT_THAT(l.pushforward(Array(), array({100.f})), Near({std::sin(1.f) * 100}));
}

TEST_F(Jacobians, AgreeInBothModes) {
  const auto f = [](const Array& x) { return sin(x) * sum(x); };
  const Array x = array({1.f, 2.f});
  const std::vector<float> expected = {std::cos(1.f) * 3 + std::sin(1.f), std::sin(1.f),
                                       std::sin(2.f), std::cos(2.f) * 3 + std::sin(2.f)};
  EXPECT_EQ(jacrev(f)(x).shape(), (Shape{2, 2}));
  EXPECT_THAT(jacrev(f)(x), Near(expected));
  EXPECT_THAT(jacfwd(f)(x), Near(expected));
  EXPECT_THAT(jit(jacfwd(f))(x), Near(expected));
}

TEST_F(Jacobians, HaveTheShapesOfResultAndArgument) {
  const auto f = [](const Array& x) { return reshape(x * x, {2, 1, 3}); };

  EXPECT_EQ(jacfwd(f)(ones({3, 2})).shape(), (Shape{2, 1, 3, 3, 2}));
  EXPECT_EQ(jacrev(f)(ones({3, 2})).shape(), (Shape{2, 1, 3, 3, 2}));
}

TEST_F(Jacobians, OfTheGradientAreTheHessian) {
  const auto f = [](const Array& x) { return sum(x * x * x) + x[0] * x[1]; };

  EXPECT_THAT(hessian(f)(array({1.f, 2.f})), Near({6, 1, 1, 12}));
}

}  // namespace
}  // namespace berth
