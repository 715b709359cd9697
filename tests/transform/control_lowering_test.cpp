#include <gtest/gtest.h>

#include <functional>
#include <string>

#include "berth/ops.h"
#include "lower/module.h"
#include "support/golden.h"
#include "trace/tracing.h"
#include "transform/control_cond.h"
#include "transform/control_scan.h"
#include "transform/control_while.h"

namespace berth::transform {
namespace {

const Aval scalar{Shape(), float32};
const Aval vector{Shape({3}), float32};

trace::Graph graph_of(const Avals& inputs, const std::function<Arrays(const Arrays&)>& f) {
  trace::Tracing tracing(trace::Tracing::Of::program, "test", Here::current());
  Arrays values;
  for (const Aval& aval : inputs) values.push_back(tracing.input(aval));
  return tracing.finish(f(values));
}

template <class Params>
std::string text_of(const trace::Primitive<Params>& primitive, const Params& params,
                    const Avals& operands) {
  return lower::module_text(
      graph_of(operands, [&](const Arrays& x) { return trace::bind_all(primitive, params, x); }),
      {});
}

// From a constant, a carry and an element to a carry and an element.
trace::Graph step() {
  return graph_of({scalar, vector, vector}, [](const Arrays& x) {
    const Array scaled = x[0] * x[1];
    return Arrays{scaled + x[2], x[1]};
  });
}

TEST(ControlLowering, ScanIsALoopWithACounter) {
  const Aval stacked{Shape({7, 3}), float32};
  EXPECT_TRUE(IsGolden(
      text_of(
          scan_p,
          {.body = step(), .constants = 1, .carried = 1, .steps = {.length = 7, .reverse = true}},
          {scalar, vector, stacked}),
      "control_scan.mlir"));
}

TEST(ControlLowering, UnrolledScanHasSeveralStepsInATurnAndARest) {
  const Aval stacked{Shape({5, 3}), float32};
  EXPECT_TRUE(IsGolden(
      text_of(scan_p,
              {.body = step(), .constants = 1, .carried = 1, .steps = {.length = 5, .unroll = 2}},
              {scalar, vector, stacked}),
      "control_scan_unrolled.mlir"));
}

TEST(ControlLowering, WhileCarriesItsConstants) {
  trace::Graph condition =
      graph_of({scalar, scalar}, [](const Arrays& x) { return Arrays{x[1] < x[0]}; });
  trace::Graph body =
      graph_of({scalar, scalar}, [](const Arrays& x) { return Arrays{x[1] + x[1]}; });
  EXPECT_TRUE(IsGolden(
      text_of(while_p, {.condition = std::move(condition), .body = std::move(body), .constants = 1},
              {scalar, scalar}),
      "control_while.mlir"));
}

TEST(ControlLowering, CondIsACaseOfAClampedNumber) {
  const auto branch = [](const std::function<Array(const Array&)>& f) {
    return graph_of({vector}, [&](const Arrays& x) { return Arrays{f(x[0])}; });
  };
  const CondParams params{{branch([](const Array& x) { return sin(x); }),
                           branch([](const Array& x) { return x; }),
                           branch([](const Array& x) { return x + x; })}};
  EXPECT_TRUE(IsGolden(text_of(cond_p, params, {{Shape(), uint8}, vector}), "control_cond.mlir"));
}

TEST(ControlLowering, EqualBodiesAreOneProgram) {
  const ScanParams params{.body = step(), .constants = 1, .carried = 1, .steps = {.length = 7}};
  ScanParams again = params;
  again.body = step();
  EXPECT_TRUE(params == again);
  again.body = graph_of({scalar, vector, vector}, [](const Arrays& x) {
    return Arrays{x[1] + x[2], x[1]};
  });
  EXPECT_FALSE(params == again);
}

}  // namespace
}  // namespace berth::transform
