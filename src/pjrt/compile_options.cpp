#include "pjrt/compile_options.h"

#include <fmt/format.h>

#include <algorithm>

#include "berth/error.h"
#include "pjrt/wire.h"

namespace berth::pjrt {
namespace {

// Field numbers of the engine's messages.
namespace field {
constexpr int executable_build_options = 3;  // of the options
constexpr int compile_portable_executable = 4;
constexpr int env_option_overrides = 7;

constexpr int device_ordinal = 1;  // of the build options
constexpr int num_replicas = 4;
constexpr int num_partitions = 5;
constexpr int use_spmd_partitioning = 6;
constexpr int device_assignment = 9;
constexpr int propagation_to_output = 12;
constexpr int use_shardy_partitioner = 19;

constexpr int replica_count = 1;  // of the device assignment
constexpr int computation_count = 2;
constexpr int computation_devices = 3;
constexpr int replica_device_ids = 1;  // of one partition's devices

constexpr int map_key = 1;  // of a map's entry
constexpr int map_value = 2;
constexpr int override_string = 1;  // of an override
constexpr int override_bool = 2;
constexpr int override_int = 3;
constexpr int override_double = 4;
}  // namespace field

[[noreturn]] void refuse(const std::string& what) {
  throw Error(ErrorCode::invalid_argument, "[compile] " + what);
}

void validate(const CompileOptions& options) {
  const int replicas = options.num_replicas;
  const int partitions = options.num_partitions;
  if (replicas < 1 || partitions < 1) {
    refuse(
        fmt::format("{} replicas of {} partitions: both must be at least 1", replicas, partitions));
  }
  if (partitions > 1 && !options.use_spmd_partitioning) {
    refuse(fmt::format("{} partitions need use_spmd_partitioning", partitions));
  }
  const auto count = static_cast<std::int64_t>(replicas) * partitions;
  if (options.is_portable()) {
    if (count != 1) {
      refuse(fmt::format("a program for {} devices must name them", count));
    }
    return;
  }
  if (static_cast<std::int64_t>(options.devices.size()) != count) {
    refuse(fmt::format("{} device ids for {} replicas of {} partitions: {} are needed",
                       options.devices.size(), replicas, partitions, count));
  }
  std::vector<int> sorted = options.devices;
  std::ranges::sort(sorted);
  if (sorted.front() < 0) {
    refuse(fmt::format("device id {} is negative", sorted.front()));
  }
  if (const auto twice = std::ranges::adjacent_find(sorted); twice != sorted.end()) {
    refuse(fmt::format("device id {} is named twice", *twice));
  }
}

std::string device_assignment(const CompileOptions& options) {
  wire::Message assignment;
  assignment.integer(field::replica_count, options.num_replicas);
  assignment.integer(field::computation_count, options.num_partitions);
  const auto replicas = static_cast<std::size_t>(options.num_replicas);
  for (std::size_t first = 0; first < options.devices.size(); first += replicas) {
    wire::Message partition;
    partition.packed(field::replica_device_ids,
                     std::span(options.devices).subspan(first, replicas));
    assignment.bytes(field::computation_devices, partition.text());
  }
  return assignment.text();
}

std::string build_options(const CompileOptions& options) {
  wire::Message build;
  build.integer(field::device_ordinal, -1);
  build.integer(field::num_replicas, options.num_replicas);
  build.integer(field::num_partitions, options.num_partitions);
  if (options.use_spmd_partitioning) {
    build.integer(field::use_spmd_partitioning, 1);
  }
  if (!options.is_portable()) {
    build.bytes(field::device_assignment, device_assignment(options));
  }
  for (const bool propagate : options.propagate_sharding_to_results) {
    build.integer(field::propagation_to_output, propagate ? 1 : 0);
  }
  if (options.use_shardy_partitioner) {
    build.integer(field::use_shardy_partitioner, 1);
  }
  return build.text();
}

struct EncodeOverride {
  wire::Message& to;

  void operator()(bool value) const { to.integer(field::override_bool, value ? 1 : 0); }
  void operator()(std::int64_t value) const { to.integer(field::override_int, value); }
  void operator()(double value) const { to.real(field::override_double, value); }
  void operator()(const std::string& value) const { to.bytes(field::override_string, value); }
};

}  // namespace

std::string encode(const CompileOptions& options) {
  validate(options);
  wire::Message message;
  message.bytes(field::executable_build_options, build_options(options));
  if (options.is_portable()) {
    message.integer(field::compile_portable_executable, 1);
  }
  for (const auto& [name, value] : options.overrides) {
    wire::Message encoded;
    std::visit(EncodeOverride{encoded}, value);
    wire::Message entry;
    entry.bytes(field::map_key, name);
    entry.bytes(field::map_value, encoded.text());
    message.bytes(field::env_option_overrides, entry.text());
  }
  return message.text();
}

}  // namespace berth::pjrt
