#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>

#include "support/process.h"

namespace berth::runtime {
namespace {

// A process reads the variable once, so each value has a process of its own.
TEST(CpuDevices, OfTheEnvironmentMustBeANumberThatIsPossible) {
  for (const std::string count : {"0", "-1", "1025", "99999999999", "2 ", "many"}) {
    const Finished finished =
        run_command("BERTH_PLATFORM=cpu BERTH_CPU_DEVICES='" + count + "' " BERTH_COMPILE_ONCE);

    EXPECT_NE(finished.status, 0);
    EXPECT_THAT(finished.output, testing::HasSubstr("[devices] BERTH_CPU_DEVICES is \"" + count +
                                                    "\", and must be a number from 1 to 1024\n"));
  }
}

}  // namespace
}  // namespace berth::runtime
