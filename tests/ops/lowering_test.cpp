#include <gtest/gtest.h>

#include <functional>

#include "berth/ops.h"
#include "lower/module.h"
#include "support/golden.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using Function = std::function<Array(const Arrays& operands)>;

Array call_traced(trace::Tracing& tracing, const Avals& operands, const Function& function) {
  Arrays values;
  for (const Aval& aval : operands) values.push_back(tracing.input(aval));
  return function(values);
}

// The program of `function` for operands of these types. Compilers evaluate the operands of most
// operators in different orders: only bodies in which that does not matter are compared here.
std::string text_of(const Avals& operands, const Function& function) {
  trace::Tracing tracing(trace::Tracing::Of::program, "test", Here::current());
  const Array result = call_traced(tracing, operands, function);
  const trace::Graph graph = tracing.finish({&result, 1});
  trace::check(graph);
  return lower::module_text(graph, {});
}

// "f32*[2, 3]": what `function` answers for operands of these types.
std::string type_of(const Avals& operands, const Function& function) {
  trace::Tracing tracing(trace::Tracing::Of::program, "test", Here::current());
  const Array result = call_traced(tracing, operands, function);
  return to_string(Aval{result.shape(), result.dtype(), result.weak_type()});
}

Array sum_of_two(const Arrays& x) { return x[0] + x[1]; }

TEST(Lowering, OperandsArePromotedThenBroadcast) {
  EXPECT_TRUE(IsGolden(text_of({{{2, 1}, int32}, {{3}, bfloat16}}, sum_of_two), "ops_add.mlir"));
}

TEST(Lowering, ConversionToBoolComparesWithZero) {
  EXPECT_TRUE(
      IsGolden(text_of({{{2}, float32}}, [](const Arrays& x) { return astype(x[0], bool_); }),
               "ops_astype_bool.mlir"));
}

TEST(Lowering, ComplexNumbersLoseTheirImaginaryPart) {
  EXPECT_TRUE(
      IsGolden(text_of({{{2}, complex64}}, [](const Arrays& x) { return astype(x[0], int32); }),
               "ops_astype_complex.mlir"));
}

TEST(Lowering, ErfIsTheEnginesOwn) {
  EXPECT_TRUE(IsGolden(text_of({{{2}, float32}}, [](const Arrays& x) { return erf(x[0]); }),
                       "ops_erf.mlir"));
}

TEST(Lowering, UnsignedFloorDivideIsTheEnginesDivision) {
  EXPECT_TRUE(IsGolden(text_of({{{2}, uint8}, {{2}, uint8}},
                               [](const Arrays& x) { return floor_divide(x[0], x[1]); }),
                       "ops_floor_divide.mlir"));
}

TEST(Lowering, ShortFloatsAreSummedInFloat32) {
  EXPECT_TRUE(IsGolden(text_of({{{2, 3}, bfloat16}},
                               [](const Arrays& x) { return sum(x[0], 1, {.keepdims = true}); }),
                       "ops_sum_bf16.mlir"));
}

TEST(Lowering, ArgmaxReducesPairs) {
  EXPECT_TRUE(IsGolden(text_of({{{2, 3}, float32}}, [](const Arrays& x) { return argmax(x[0]); }),
                       "ops_argmax.mlir"));
}

TEST(Lowering, SortComparesInATotalOrderOfOneZeroAndOneNan) {
  EXPECT_TRUE(IsGolden(text_of({{{2, 3}, float32}, {{2, 3}, int32}},
                               [](const Arrays& x) { return sort(x, 0, 2)[1]; }),
                       "ops_sort.mlir"));
}

TEST(Lowering, TopKIsTheEnginesOwn) {
  EXPECT_TRUE(
      IsGolden(text_of({{{2, 3}, float32}}, [](const Arrays& x) { return top_k(x[0], 2).indices; }),
               "ops_top_k.mlir"));
}

TEST(Lowering, SoftmaxSubtractsTheMaximum) {
  EXPECT_TRUE(IsGolden(text_of({{{2, 3}, float32}}, [](const Arrays& x) { return softmax(x[0]); }),
                       "ops_softmax.mlir"));
}

TEST(Lowering, PowersOfAnIntegerScalarMultiply) {
  EXPECT_TRUE(IsGolden(text_of({{{2}, float32}}, [](const Arrays& x) { return power(x[0], -5); }),
                       "ops_power.mlir"));
}

TEST(Lowering, EyeComparesIndices) {
  EXPECT_TRUE(
      IsGolden(text_of({}, [](const Arrays&) { return eye(2, 3, 1, bfloat16); }), "ops_eye.mlir"));
}

TEST(ResultTypes, ScalarsAreWeak) {
  const auto with = [](auto scalar) { return [scalar](const Arrays& x) { return x[0] * scalar; }; };
  EXPECT_EQ(type_of({{{3}, bfloat16}}, with(2.5)), "bf16[3]");
  EXPECT_EQ(type_of({{{3}, int8}}, with(2)), "i8[3]");
  EXPECT_EQ(type_of({{{3}, int8}}, with(2.5)), "f32*[3]");
  EXPECT_EQ(type_of({{{3}, bool_}}, with(2)), "i32*[3]");
  EXPECT_EQ(type_of({{{3}, float64}}, with(float16_t(1.5F))), "f64[3]");
}

TEST(ResultTypes, WeakValuesStayWeakAmongThemselves) {
  EXPECT_EQ(type_of({{{3}, float32, true}}, [](const Arrays& x) { return exp(x[0]) * 2; }),
            "f32*[3]");
  EXPECT_EQ(type_of({{{3}, int32, true}, {{3}, float32, true}}, sum_of_two), "f32*[3]");
  EXPECT_EQ(type_of({{{3}, float32, true}, {{3}, float16}}, sum_of_two), "f16[3]");
  EXPECT_EQ(type_of({{{3}, float32, true}}, [](const Arrays& x) { return astype(x[0], float32); }),
            "f32[3]");
  EXPECT_EQ(type_of({{{3}, float32, true}}, [](const Arrays& x) { return sum(x[0]); }), "f32[]");
}

TEST(ResultTypes, InexactFunctionsTakeIntegers) {
  const Function root = [](const Arrays& x) { return sqrt(x[0]); };
  EXPECT_EQ(type_of({{{3}, int8}}, root), "f32[3]");
  EXPECT_EQ(type_of({{{3}, bool_}}, root), "f32[3]");
  EXPECT_EQ(type_of({{{3}, int64}}, root), "f64[3]");
  EXPECT_EQ(type_of({{{3}, complex64}}, root), "c64[3]");
}

TEST(ResultTypes, SmallIntegersAreSummedIn32Bits) {
  const auto sum_of = [](DType dtype) {
    return type_of({{{3}, dtype}}, [](const Arrays& x) { return sum(x[0]); });
  };
  EXPECT_EQ(sum_of(bool_), "i32[]");
  EXPECT_EQ(sum_of(int8), "i32[]");
  EXPECT_EQ(sum_of(uint16), "u32[]");
  EXPECT_EQ(sum_of(int64), "i64[]");
  EXPECT_EQ(sum_of(float16), "f16[]");
}

TEST(ResultTypes, ComparisonsAreBool) {
  EXPECT_EQ(type_of({{{2, 1}, float32}}, [](const Arrays& x) { return x[0] < x[0]; }),
            "bool[2, 1]");
  EXPECT_EQ(type_of({{{2}, float32, true}}, [](const Arrays& x) { return isnan(x[0]); }),
            "bool[2]");
}

}  // namespace
}  // namespace berth
