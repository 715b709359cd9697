#include "pjrt/compile_options.h"

#include <gmock/gmock.h>

#include "support/throws_error.h"

namespace berth::pjrt {
namespace {

TEST(CompileOptions, AreForAnyOneDeviceByDefault) {
  // build options (3): device ordinal -1, one replica, one partition; portable (4).
  EXPECT_EQ(encode({}), std::string("\x1a\x0f"
                                    "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                                    "\x20\x01\x28\x01"
                                    "\x20\x01"));
}

TEST(CompileOptions, ListDevicesPartitionByPartition) {
  const CompileOptions options = {.num_replicas = 2,
                                  .num_partitions = 2,
                                  .devices = {0, 1, 2, 300},
                                  .use_spmd_partitioning = true,
                                  .use_shardy_partitioner = true,
                                  .propagate_sharding_to_results = {true}};
  EXPECT_EQ(encode(options), std::string("\x1a\x29"
                                         "\x08\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01"
                                         "\x20\x02\x28\x02\x30\x01"
                                         "\x4a\x11"
                                         "\x08\x02\x10\x02"
                                         "\x1a\x04\x0a\x02\x00\x01"
                                         "\x1a\x05\x0a\x03\x02\xac\x02"
                                         "\x60\x01\x98\x01\x01",
                                         43));
}

TEST(CompileOptions, WriteOverridesByTheirType) {
  const CompileOptions options = {.overrides = {{"b", true}, {"i", std::int64_t{7}}, {"s", "x"}}};
  EXPECT_THAT(encode(options), testing::EndsWith(std::string("\x3a\x07\x0a\x01"
                                                             "b\x12\x02\x10\x01"
                                                             "\x3a\x07\x0a\x01"
                                                             "i\x12\x02\x18\x07"
                                                             "\x3a\x08\x0a\x01"
                                                             "s\x12\x03\x0a\x01x")));
}

struct Refusal {
  CompileOptions options;
  const char* text;
};

class RefusedCompileOptions : public testing::TestWithParam<Refusal> {};

TEST_P(RefusedCompileOptions, SayWhy) {
  EXPECT_THAT([] { encode(GetParam().options); },
              ThrowsError(ErrorCode::invalid_argument, GetParam().text));
}

INSTANTIATE_TEST_SUITE_P(
    All, RefusedCompileOptions,
    testing::Values(
        Refusal{{.num_replicas = 0},
                "[compile] 0 replicas of 1 partitions: both must be at least 1"},
        Refusal{{.num_partitions = -1},
                "[compile] 1 replicas of -1 partitions: both must be at least 1"},
        Refusal{{.num_replicas = 2}, "[compile] a program for 2 devices must name them"},
        Refusal{{.num_partitions = 2, .devices = {0, 1}},
                "[compile] 2 partitions need use_spmd_partitioning"},
        Refusal{{.num_replicas = 2, .devices = {0}},
                "[compile] 1 device ids for 2 replicas of 1 partitions: 2 are needed"},
        Refusal{{.devices = {-1}}, "[compile] device id -1 is negative"},
        Refusal{{.num_replicas = 2, .devices = {3, 3}}, "[compile] device id 3 is named twice"}));

}  // namespace
}  // namespace berth::pjrt
