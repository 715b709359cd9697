#include "support/witness.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <memory>

#include "runtime/modules.h"
#include "support/devices.h"

namespace berth::runtime {
namespace {

/// What the witness has seen since it was made.
class Seen {
 public:
  std::int64_t calls(Direction direction) const {
    return witness::copies(direction).calls - before(direction).calls;
  }
  std::int64_t bytes(Direction direction) const {
    return witness::copies(direction).bytes - before(direction).bytes;
  }

 private:
  const witness::Counts& before(Direction direction) const {
    return before_[static_cast<std::size_t>(direction)];
  }

  std::array<witness::Counts, 3> before_ = {witness::copies(Direction::host_to_device),
                                            witness::copies(Direction::device_to_device),
                                            witness::copies(Direction::device_to_host)};
};

constexpr std::size_t size = 4096;

std::shared_ptr<void> aligned_block() { return {std::aligned_alloc(64, size), std::free}; }

BufferRef put(const std::shared_ptr<void>& block, HostMemory memory) {
  return upload(HostRef(block.get(), DType::float32, {size / 4}), false,
                SingleDeviceSharding(dev(0)), memory, memory == HostMemory::given ? block : nullptr,
                {.who = "test", .reason = Reason::put, .here = Here::current()});
}

TEST(Witness, SeesTheBytesThatTheEngineCopies) {
  const auto block = aligned_block();
  const Seen seen;

  const BufferRef x = put(block, HostMemory::borrowed);
  copy(*x, SingleDeviceSharding(dev(0), pinned_host),
       {.who = "test", .reason = Reason::put, .here = Here::current()});

  EXPECT_EQ(seen.calls(Direction::host_to_device), 1);
  EXPECT_EQ(seen.bytes(Direction::host_to_device), size);
  EXPECT_EQ(seen.calls(Direction::device_to_device), 1);
  EXPECT_EQ(seen.bytes(Direction::device_to_device), size);
  EXPECT_EQ(seen.calls(Direction::device_to_host), 0);
}

TEST(Witness, SeesThatSharedMemoryDoesNotMove) {
  if (dev(0).platform() != "cpu") GTEST_SKIP() << "only the CPU shares the host's memory";
  const Seen seen;

  const BufferRef x = put(aligned_block(), HostMemory::given);
  download(*x, {.who = "test", .reason = Reason::get, .here = Here::current()});

  EXPECT_EQ(seen.calls(Direction::host_to_device), 1);
  EXPECT_EQ(seen.bytes(Direction::host_to_device), 0);
  EXPECT_EQ(seen.bytes(Direction::device_to_host), 0);
}

TEST(Witness, SeesWhatRuns) {
  const auto program = compile(times(19), dev(0), Here::current());
  const std::int64_t before = witness::executions();

  run(*program, dev(0), {1, 2, 3, 4});

  EXPECT_EQ(witness::executions() - before, 1);
}

}  // namespace
}  // namespace berth::runtime
