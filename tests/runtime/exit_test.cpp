#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <string>

#include "support/process.h"

namespace berth::runtime {
namespace {

/// How often each way is tried: races need many exits, and most runs of the tests few.
int times() {
  const char* const given = std::getenv("BERTH_TEST_EXITS");
  return given ? std::max(1, std::atoi(given) / 4) : 5;
}

/// Ends a process with work in flight, in this way. What is in flight is not freed: no leak.
Finished end(const std::string& way) {
  return run_command(
      "ASAN_OPTIONS=$ASAN_OPTIONS:detect_leaks=0 timeout 60 " BERTH_EXIT_IN_FLIGHT " " + way);
}

class Exit : public testing::TestWithParam<const char*> {};

TEST_P(Exit, WithWorkInFlightIsClean) {
  for (int i = 0; i < times(); ++i) {
    const Finished finished = end(GetParam());
    EXPECT_EQ(finished.status, 0) << "exit " << i;
    EXPECT_EQ(finished.output, "") << "exit " << i;
  }
}
INSTANTIATE_TEST_SUITE_P(ByWay, Exit, testing::Values("dropped", "held", "exit", "thread"),
                         [](const auto& way) { return std::string(way.param); });

TEST(StuckWork, DoesNotKeepTheProcessAlive) {
  const Finished finished = end("stuck");

  EXPECT_EQ(finished.status, 0);
  EXPECT_EQ(finished.output, "");
}

}  // namespace
}  // namespace berth::runtime
