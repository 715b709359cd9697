#include "core/promotion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <sstream>
#include <string>
#include <vector>

#include "support/matchers.h"

namespace berth {
namespace {

// "f32*" is a weak float32.
ResultType parse(const std::string& text) {
  const bool weak = text.back() == '*';
  return {dtype_from_name(text.substr(0, text.size() - (weak ? 1 : 0))), weak};
}

std::vector<ResultType> parse_all(const char* text) {
  std::istringstream words(text);
  std::vector<ResultType> types;
  for (std::string word; words >> word;) types.push_back(parse(word));
  return types;
}

std::string promoted(const std::vector<ResultType>& operands) {
  try {
    const ResultType type = result_type(operands, "add", {});
    return std::string(short_name(type.dtype)) + (type.weak_type ? "*" : "");
  } catch (const Error&) {
    return "refused";
  }
}

constexpr std::array<const char*, 2> jax_table[] = {
#include "golden/promotion.inc"
};

TEST(Promotion, IsThatOfJaxInAnyOrder) {
  ASSERT_GT(std::size(jax_table), 600U);
  for (const auto& [operands, result] : jax_table) {
    std::vector<ResultType> types = parse_all(operands);
    EXPECT_EQ(promoted(types), result) << operands;
    std::ranges::reverse(types);
    EXPECT_EQ(promoted(types), result) << operands << ", reversed";
  }
}

TEST(Promotion, OfOneOperandIsItsOwnType) {
  EXPECT_EQ(promoted(parse_all("i32*")), "i32*");
  EXPECT_EQ(promoted(parse_all("f8_e5m2")), "f8_e5m2");
  EXPECT_EQ(promoted({{bool_, true}}), "bool");
}

TEST(Promotion, OfWeakOperandsOfOtherWidthsIsWeak) {
  EXPECT_EQ(promoted({{float64, true}, {float32, true}}), "f64*");
  EXPECT_EQ(promoted({{int64, true}, {int8, false}}), "i8");
}

TEST(Promotion, RefusesTypesForStorage) {
  EXPECT_THAT([] { promote_types(DType::float8_e5m2, float32); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[promote_types] float8_e5m2 and float32 have no common type, since "
                          "types for storage do not promote: convert with astype"));
}

TEST(Promotion, NamesTheOperationAndItsLine) {
  const std::vector<ResultType> types = {{int4, false}, {int8, false}, {int4, false}};
  EXPECT_THAT([&] { result_type(types, "concatenate", Here("model.cpp", 7)); },
              ThrowsError(ErrorCode::invalid_argument,
                          "[concatenate] int4 and int8 have no common type, since types for "
                          "storage do not promote: convert with astype\n  at model.cpp:7"));
}

TEST(Promotion, TakesScalarsAsWeak) {
  EXPECT_EQ(type_of(ScalarValue::of(true).kind), (ResultType{bool_, false}));
  EXPECT_EQ(type_of(ScalarValue::of(std::size_t{1}).kind), (ResultType{int32, true}));
  EXPECT_EQ(type_of(ScalarValue::of(0.5).kind), (ResultType{float32, true}));
}

TEST(Promotion, ToInexactKeepsTheWidthOf64Bits) {
  EXPECT_EQ(inexact_dtype(bool_), float32);
  EXPECT_EQ(inexact_dtype(int8), float32);
  EXPECT_EQ(inexact_dtype(uint64), float64);
  EXPECT_EQ(inexact_dtype(bfloat16), bfloat16);
  EXPECT_EQ(inexact_dtype(complex64), complex64);
}

}  // namespace
}  // namespace berth
