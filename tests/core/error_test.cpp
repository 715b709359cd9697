#include "berth/error.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace berth {
namespace {

TEST(Error, CarriesItsCodeAndTheLineOfTheMistake) {
  const Error error(ErrorCode::out_of_range, "[slice] axis 2 of f32[6, 4]: it has 2 axes",
                    Here("model.cpp", 42));

  EXPECT_EQ(error.code(), ErrorCode::out_of_range);
  EXPECT_EQ(error.where(), Here("model.cpp", 42));
  EXPECT_STREQ(error.what(),
               "[slice] axis 2 of f32[6, 4]: it has 2 axes\n"
               "  at model.cpp:42");
}

TEST(Error, WithoutALineIsTheMessageAlone) {
  const Error error(ErrorCode::unavailable, "[devices] the engine has stopped");

  EXPECT_FALSE(error.where());
  EXPECT_STREQ(error.what(), "[devices] the engine has stopped");
}

TEST(Error, OfEachClassHasTheCodeThatCallersTest) {
  EXPECT_EQ(DeviceMismatchError("").code(), ErrorCode::invalid_argument);
  EXPECT_EQ(TransferGuardError("").code(), ErrorCode::failed_precondition);
  EXPECT_EQ(DeletedArrayError("").code(), ErrorCode::failed_precondition);
  EXPECT_EQ(TracerError("").code(), ErrorCode::failed_precondition);
  EXPECT_EQ(PluginError(ErrorCode::not_found, "").code(), ErrorCode::not_found);
}

TEST(ErrorCode, HasTheEnginesNumbersAndNames) {
  EXPECT_EQ(static_cast<int>(ErrorCode::cancelled), 1);
  EXPECT_EQ(static_cast<int>(ErrorCode::unauthenticated), 16);
  EXPECT_EQ(to_string(ErrorCode::cancelled), "cancelled");
  EXPECT_EQ(to_string(ErrorCode::resource_exhausted), "resource_exhausted");
  EXPECT_EQ(to_string(ErrorCode::unauthenticated), "unauthenticated");
  EXPECT_EQ(to_string(static_cast<ErrorCode>(99)), "unknown");
}

TEST(Assertion, NamesOurOwnLineAndAsksForAReport) {
  const int leaves = 1;
  const int line = __LINE__ + 2;
  try {
    BERTH_ASSERT(leaves == 2);
    FAIL() << "the assertion did not throw";
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::internal);
    EXPECT_EQ(error.what(),
              "berth broke its own rule `leaves == 2`: please report this\n"
              "  at tests/core/error_test.cpp:" +
                  std::to_string(line));
  }
}

}  // namespace
}  // namespace berth
