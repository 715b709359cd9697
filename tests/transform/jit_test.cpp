#include "berth/jit.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <thread>
#include <vector>

#include "berth/abstract.h"
#include "berth/berth.h"
#include "core/array_state.h"
#include "support/implicit_transfers.h"
#include "support/logs.h"
#include "support/matchers.h"

namespace berth {
namespace {

using testing::AllOf;
using testing::HasSubstr;

struct Params {
  Array w;
  Array b;
};

using Jit = WithImplicitTransfers<1>;
using JitDevices = WithImplicitTransfers<2>;

/// A function of its own for each test, whose programs no other test has made.
template <int number>
Array affine(const Array& x, const Array& y) {
  return x * 2.f + y * static_cast<float>(number);
}

TEST_F(Jit, ComputesWhatTheFunctionDoes) {
  const auto f = jit(affine<1>);

  EXPECT_THAT(f(array({1.f, 2.f}), array({10.f, 20.f})), Holds<float>({12, 24}));
}

TEST_F(Jit, RunsOneProgramHoweverManyOperations) {
  const auto f = jit([](const Array& x) { return exp(sin(x) + cos(x)) * 3.f; });
  const Ledger ledger;

  block_until_ready(f(ones({4})));

  EXPECT_EQ(
      std::ranges::count_if(ledger.rows(), [](const LedgerRow& row) { return row.what == "jit"; }),
      1);
}

TEST_F(Jit, TracesOnceForEachKindOfCall) {
  const auto f = jit(affine<2>);
  f(ones({2}), ones({2}));
  f(zeros({2}), ones({2}));
  EXPECT_EQ(f.trace_count(), 1);

  f(ones({3}), ones({3}));
  EXPECT_EQ(f.trace_count(), 2) << "another shape";
  f(ones({3}, float16), ones({3}));
  EXPECT_EQ(f.trace_count(), 3) << "another type";
  f(ones({2}), device_put({1, 2}, dev(0)));
  EXPECT_EQ(f.trace_count(), 4) << "another commitment";
  f(ones({2}), 1.f);
  EXPECT_EQ(f.trace_count(), 5) << "a weak type";
}

TEST_F(Jit, ScalarsAreArgumentsAndDoNotTraceAgain) {
  const auto f = jit(affine<3>);

  EXPECT_THAT(f(ones({2}), 1.f), Holds<float>({5, 5}));
  EXPECT_THAT(f(ones({2}), 2.0), Holds<float>({8, 8}));
  EXPECT_EQ(f.trace_count(), 1);
}

TEST_F(Jit, StaticArgumentsArePartOfTheKey) {
  const auto power_of = jit([](const Array& x, int n, const std::string& how) {
    Array y = x;
    for (int i = 1; i < n; ++i) y = how == "times" ? y * x : y + x;
    return y;
  });

  EXPECT_THAT(power_of(array({2.f}), 3, "times"), Holds<float>({8}));
  EXPECT_THAT(power_of(array({2.f}), 3, "plus"), Holds<float>({6}));
  EXPECT_THAT(power_of(array({2.f}), 5, "times"), Holds<float>({32}));
  EXPECT_THAT(power_of(array({3.f}), 3, "times"), Holds<float>({27}));
  EXPECT_EQ(power_of.trace_count(), 3);
}

TEST_F(Jit, ACarriedScalarCompilesOnce) {
  const auto f = jit([](const Array& x) { return x + 41; });
  Array x = f(0);
  for (int i = 0; i < 5; ++i) x = f(x);

  EXPECT_THAT(x, Holds<std::int32_t>({246}));
  EXPECT_EQ(f.trace_count(), 1);
}

TEST_F(Jit, FrozenFloatsArePartOfTheKey) {
  const auto scale = jit([](const Array& x, Static<float> by) { return x * by.value(); });

  EXPECT_THAT(scale(ones({1}), 2.f), Holds<float>({2}));
  EXPECT_THAT(scale(ones({1}), 3.f), Holds<float>({3}));
  EXPECT_EQ(scale.trace_count(), 2);
}

TEST_F(Jit, TakesAndReturnsTrees) {
  using Layers = std::vector<Params>;
  const auto step = jit([](const Layers& layers, const std::map<std::string, Array>& by) {
    Layers result;
    for (const Params& layer : layers) {
      result.push_back({layer.w * by.at("w"), layer.b * by.at("b")});
    }
    return std::pair(result, by.size());
  });

  const auto [layers, count] = step(Layers{{ones({2}), ones({1})}, {ones({3}), ones({1})}},
                                    {{"w", array(2.f)}, {"b", array(3.f)}});

  EXPECT_THAT(layers[1].w, Holds<float>({2, 2, 2}));
  EXPECT_THAT(layers[0].b, Holds<float>({3}));
  EXPECT_EQ(count, 2u) << "what is static in the result is that of the trace";
  step(Layers{{ones({2}), ones({1})}}, {{"w", array(2.f)}, {"b", array(3.f)}});
  EXPECT_EQ(step.trace_count(), 2) << "another number of layers";
}

TEST_F(Jit, FunctionsWithoutStateShareTheirPrograms) {
  const auto make = [] { return jit([](const Array& x) { return x * 5.f; }); };
  make()(ones({7}));
  make()(ones({7}));

  EXPECT_EQ(make().trace_count(), 1);
  EXPECT_EQ(jit(affine<4>).trace_count(), 0);
  jit(affine<4>)(ones({1}), ones({1}));
  EXPECT_EQ(jit(affine<4>).trace_count(), 1);
}

TEST_F(Jit, CopiesShareTheirPrograms) {
  const float by = 3;
  const auto f = jit([by](const Array& x) { return x * by; });
  const auto copy = f;
  copy(ones({2}));

  EXPECT_EQ(f.trace_count(), 1);
}

TEST_F(Jit, OfAJittedFunctionIsOneProgram) {
  const auto inner = jit([](const Array& x) { return sin(x) * x; });
  const auto outer = jit([&](const Array& x) { return inner(x) + inner(2.f * x); });
  const Array x = ones({2});
  const float expected = std::sin(1.f) + 2 * std::sin(2.f);

  EXPECT_THAT(values<float>(outer(x)), testing::Each(testing::FloatNear(expected, 1e-6f)));
  EXPECT_EQ(inner.trace_count(), 1) << "both calls are of one kind";
}

TEST_F(Jit, NamesTheLineThatNeedsAValue) {
  const auto f =
      jit([](const Array& x) { return x.item<float>(Here("model.cpp", 3)) > 0 ? x : -x; });
  EXPECT_THAT(([&] { f(array(1.f), Here("train.cpp", 8)); }),
              ThrowsError<TracerError>(
                  ErrorCode::failed_precondition,
                  "[Array::item] f32[] was traced by jit at train.cpp:8: it has no value until the "
                  "function runs; return it and use the result, or choose with where\n"
                  "  at model.cpp:3"));
}

TEST_F(Jit, RefusesAValueThatOutlivedItsTrace) {
  Array leaked;
  const auto f = jit([&](const Array& x) {
    leaked = x;
    return x + 1.f;
  });
  f(ones({2}), Here("train.cpp", 8));

  EXPECT_THAT(([&] { static_cast<void>(add(Operand(leaked, Here("later.cpp", 1)), leaked)); }),
              ThrowsError<TracerError>(
                  ErrorCode::failed_precondition,
                  "[add] f32[2] was traced by jit at train.cpp:8 and has outlived that: return it "
                  "from the traced function, and use the result\n  at later.cpp:1"));
}

TEST_F(Jit, IsAsBeforeWhenItsFunctionThrows) {
  bool fail = true;
  const auto f = jit([&](const Array& x) {
    if (fail) throw std::runtime_error("not yet");
    return x + 1.f;
  });
  EXPECT_THROW(f(ones({2})), std::runtime_error);
  fail = false;

  EXPECT_THAT(f(ones({2})), Holds<float>({2, 2}));
}

TEST_F(Jit, CompilesOnceForThreadsThatCallAtOnce) {
  const float by = 1.25f;
  const auto f = jit([by](const Array& x) { return exp(x) * by; });
  const Array x = ones({129});
  const CompileCount compiles;
  std::vector<std::jthread> threads;
  for (int i = 0; i < 8; ++i) threads.emplace_back([&] { block_until_ready(f(x)); });
  threads.clear();

  EXPECT_EQ(f.trace_count(), 1);
  EXPECT_EQ(compiles(), 1);
}

TEST_F(Jit, ReturnsAnArgumentWithoutACopy) {
  const auto f = jit([](const Array& x, const Array& y) { return std::pair(x, x + y); });
  const Array x = ones({64});
  const TransferLog log;
  const auto [same, sum] = f(x, x);

  EXPECT_EQ(same.state()->buffer, x.state()->buffer);
  EXPECT_THAT(sum, Holds<float>(std::vector<float>(64, 2)));
  EXPECT_EQ(log.copies(), log.copies(Reason::get));
}

TEST_F(Jit, LowersToTextWithoutCompiling) {
  const auto f = jit([](const Array& x) { return x * 17.f; });
  const CompileCount compiles;

  EXPECT_THAT(f.lower(abstract({2})).text(), HasSubstr("\"stablehlo.multiply\""));
  EXPECT_EQ(compiles(), 0);
}

TEST_F(Jit, CompilesAheadOfTheFirstCall) {
  const auto f = jit([](const Array& x, const Array& y) { return x * 19.f + y; });
  const MemoryAnalysis memory = f.compile(abstract({1000}), abstract({1000})).memory_analysis();
  EXPECT_EQ(memory.argument, 8000);
  EXPECT_EQ(memory.output, 4000);
  const CompileCount compiles;

  f(ones({1000}), ones({1000}));

  EXPECT_EQ(f.trace_count(), 1);
  EXPECT_EQ(compiles(), 1) << "only that of ones";
}

TEST_F(Jit, TakesArraysWithoutElementsAndWithoutAxes) {
  const auto f = jit([](const Array& x, const Array& y) { return std::pair(x + 1.f, sum(y)); });
  const auto [x, y] = f(array(1.f), zeros({0, 3}));

  EXPECT_THAT(x, Holds<float>({2}));
  EXPECT_THAT(y, Holds<float>({0}));
}

TEST_F(Jit, NamesTheLineOfADeletedArgument) {
  const Array x = device_put({1.f}, dev(0));
  x.delete_(Here("model.cpp", 1));
  EXPECT_THAT(([&] { jit(affine<5>)(x, x, Here("train.cpp", 2)); }),
              ThrowsError<DeletedArrayError>(
                  ErrorCode::failed_precondition,
                  "[jit] f32[1] on " + to_string(dev(0)) +
                      " was deleted at model.cpp:1: use it before, or delete it later\n"
                      "  at train.cpp:2"));
}

TEST_F(JitDevices, RunsWhereTheCommittedArgumentsAre) {
  const auto f = jit(affine<6>);

  EXPECT_THAT(f(device_put({1.f}, dev(1)), ones({1})),
              AllOf(IsCommittedTo(dev(1)), Holds<float>({8})));
  EXPECT_THAT(f(ones({1}), ones({1})), AllOf(IsUncommittedOn(dev(0)), Holds<float>({8})));
  const auto scope = default_device(dev(1));
  EXPECT_THAT(f(ones({1}), ones({1})), IsUncommittedOn(dev(1)));
}

TEST_F(JitDevices, TheDefaultDeviceIsNoPartOfTheKeyOfCommittedArguments) {
  const auto f = jit(affine<7>);
  const Array x = device_put({1.f}, dev(1));
  f(x, x);
  const auto scope = default_device(dev(1));
  f(x, x);

  EXPECT_EQ(f.trace_count(), 1);
}

TEST_F(JitDevices, TheScopeOfTheCallCountsNotThatOfTheMaking) {
  const auto make = [] {
    const auto scope = default_device(dev(1));
    return jit([](const Array& x) { return x + 43.f; });
  };

  EXPECT_THAT(make()(ones({1})), IsUncommittedOn(dev(0)));
}

TEST_F(JitDevices, AResultThatDependsOnNoValueIsWhereTheArgumentsAre) {
  const auto f = jit([](const Array& x) { return std::pair(zeros_like(x), ones({2})); });
  const auto [like, fresh] = f(device_put({1.f}, dev(1)));

  EXPECT_EQ(like.device(), dev(1));
  EXPECT_EQ(fresh.device(), dev(1));
}

// JAX commits every result once one argument is committed: a step counter then belongs to whichever
// device its optimizer saw first, and the second step fails.
TEST_F(JitDevices, CommitsOnlyWhatACommittedValueFlowedInto) {
  const auto step =
      jit([](const Array& w, const Array& count) { return std::pair(w * 0.5f, count + 1); });
  const auto [w, count] = step(device_put({1.f}, dev(1)), array(0));

  EXPECT_THAT(w, IsCommittedTo(dev(1)));
  EXPECT_THAT(count, IsUncommittedOn(dev(1)));
}

TEST_F(JitDevices, AnUnusedArgumentStillDecidesThePlace) {
  const auto f = jit([](const Array& x, const Array& /*unused*/) { return x + 1.f; });

  EXPECT_EQ(f(ones({1}), device_put({1.f}, dev(1))).device(), dev(1));
}

TEST_F(JitDevices, RefusesArgumentsCommittedToTwoPlaces) {
  const Array x = device_put({1.f}, dev(0), Here("model.cpp", 1));
  const Array y = device_put({1.f}, dev(1), Here("model.cpp", 2));
  EXPECT_THAT(([&] { jit(affine<8>)(x, y, Here("train.cpp", 3)); }),
              ThrowsError<DeviceMismatchError>(
                  ErrorCode::invalid_argument,
                  "[jit] operands are committed to different places:\n"
                  "  operand 0, f32[1], to cpu:0 at model.cpp:1\n"
                  "  operand 1, f32[1], to cpu:1 at model.cpp:2\n"
                  "move one to the other with device_put(x, device(\"cpu:0\")), or bring all to "
                  "one place with run_on(device(\"cpu:0\"))\n  at train.cpp:3"));
}

TEST_F(JitDevices, RefusesValuesInTwoPlacesSoFar) {
  const auto f =
      jit([](const Array& x) { return device_put(x, dev(1), {}, Here("model.cpp", 4)) * 2.f; });
  EXPECT_THAT(
      ([&] { f(device_put({1.f}, dev(0)), Here("train.cpp", 3)); }),
      ThrowsError(ErrorCode::unimplemented,
                  "[jit] the function runs on cpu:0, and a result of device_put, f32[1], lives on "
                  "cpu:1 by the line model.cpp:4: a compiled function has one place so far; make a "
                  "function of each part, and device_put between them\n  at train.cpp:3"));
}

TEST_F(JitDevices, ADevicePutToItsOwnPlaceCommits) {
  const auto f = jit([](const Array& x) { return device_put(x, x.device()) * 2.f; });

  EXPECT_THAT(f(ones({1})), AllOf(IsCommittedTo(dev(0)), Holds<float>({2})));
}

TEST_F(JitDevices, RunOnBringsTheArgumentsAndCommitsTheResults) {
  const auto f = jit(affine<9>);
  const Array x = device_put({1.f}, dev(0));
  f(x, x);
  const TransferLog log;
  const auto scope = run_on(dev(1));

  EXPECT_THAT(f(x, ones({1})), AllOf(IsCommittedTo(dev(1)), Holds<float>({11})));
  EXPECT_EQ(log.copies(Reason::run_on), 1u);
}

TEST_F(JitDevices, RunOnBringsCapturesToo) {
  const Array w = device_put({3.f}, dev(0));
  const auto f = jit([=](const Array& x) { return x * w; });
  const auto scope = run_on(dev(1));

  EXPECT_THAT(f(ones({1})), AllOf(IsCommittedTo(dev(1)), Holds<float>({3})));
}

TEST_F(JitDevices, ATraceUnderRunOnServesCallsWithoutIt) {
  const auto f = jit([](const Array& x) { return x + 23.f; });
  {
    const auto scope = run_on(dev(0));
    f(ones({1}));
  }
  EXPECT_THAT(f(ones({1})), IsUncommittedOn(dev(0)));
}

}  // namespace
}  // namespace berth
