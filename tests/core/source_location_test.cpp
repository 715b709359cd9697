#include "berth/source_location.h"

#include <gtest/gtest.h>

#include <optional>
#include <thread>

namespace berth {
namespace {

Here line_of_caller(Here here = Here::current()) { return here; }
Here user_line_of_caller(Here here = Here::current()) { return detail::user_line(here); }

// A public function made of others, as softmax is.
Here composed(Here here = Here::current()) {
  const detail::Origin origin(here);
  return user_line_of_caller();
}

TEST(SourceLocation, IsTheCallersLineRelativeToTheRepository) {
  const Here here = line_of_caller();

  EXPECT_EQ(to_string(here), "tests/core/source_location_test.cpp:" + std::to_string(__LINE__ - 2));
}

TEST(SourceLocation, ThatIsEmptySaysUnknown) {
  EXPECT_FALSE(Here());
  EXPECT_EQ(to_string(Here()), "unknown");
}

TEST(SourceLocation, EqualsByTextNotByAddress) {
  const std::string file = "model.cpp";  // another address than the literal's

  EXPECT_EQ(Here("model.cpp", 7), Here(file.c_str(), 7));
  EXPECT_NE(Here("model.cpp", 7), Here("model.cpp", 8));
  EXPECT_NE(Here("model.cpp", 7), Here("other.cpp", 7));
}

TEST(Origin, GivesInnerCallsTheLineOfTheUsersCall) {
  const Here here = composed();

  EXPECT_EQ(here, Here("tests/core/source_location_test.cpp", __LINE__ - 2));
}

TEST(Origin, OutermostDecides) {
  const detail::Origin outer(Here("user.cpp", 1));
  {
    const detail::Origin inner(Here("library.cpp", 2));
    EXPECT_EQ(user_line_of_caller(), Here("user.cpp", 1));
  }
  EXPECT_EQ(user_line_of_caller(), Here("user.cpp", 1));
}

TEST(Origin, WithoutALineOpensNothing) {
  const detail::Origin unknown{Here()};
  const detail::Origin known(Here("user.cpp", 1));

  EXPECT_EQ(user_line_of_caller(), Here("user.cpp", 1));
}

TEST(Origin, EndsWithItsScope) {
  { const detail::Origin origin(Here("user.cpp", 1)); }
  EXPECT_EQ(detail::user_line(Here("later.cpp", 3)), Here("later.cpp", 3));
}

TEST(Origin, BelongsToItsThread) {
  const detail::Origin origin(Here("user.cpp", 1));
  Here elsewhere;
  std::thread([&] { elsewhere = detail::user_line(Here("worker.cpp", 2)); }).join();

  EXPECT_EQ(elsewhere, Here("worker.cpp", 2));
}

}  // namespace
}  // namespace berth
