#include <gtest/gtest.h>

#include "runtime/process.h"
#include "support/witness.h"

namespace berth::witness {
namespace {

/// Compares, when all tests of the program have run, what the engine was seen to move with what
/// berth's counters say: to the byte, in each direction.
class Check : public testing::Environment {
 public:
  Check() { install(); }

  void TearDown() override {
    constexpr std::array directions = {Direction::host_to_device, Direction::device_to_device,
                                       Direction::device_to_host};
    std::int64_t seen = 0;
    std::int64_t said = 0;
    for (const Direction direction : directions) {
      seen += copies(direction).bytes;
      said += transfer_counters(direction).bytes_moved;
      // Between two plugins a copy is two to the engines, down and up, and one to berth.
      if (runtime::started_platforms().size() > 1) continue;
      EXPECT_EQ(copies(direction).bytes, transfer_counters(direction).bytes_moved)
          << "bytes moved " << to_string(direction) << ": the engine's, then berth's";
    }
    EXPECT_EQ(seen, said)
        << "bytes moved in all directions: the engines', then berth's. Tests that call the engine "
           "past berth are UNWITNESSED: see cmake/BerthTest.cmake";
  }
};

// Before any test can load a plugin. GoogleTest owns it.
[[maybe_unused]] const auto* const check = testing::AddGlobalTestEnvironment(new Check);

}  // namespace
}  // namespace berth::witness
