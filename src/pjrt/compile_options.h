#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace berth::pjrt {

/// How a program is to be compiled.
///
/// As it stands: one device, chosen anew at each call ("portable"). With `devices`, one device id
/// for each replica of each partition, it is bound to them.
struct CompileOptions {
  int num_replicas = 1;
  int num_partitions = 1;
  /// Ids, partition by partition: `devices[p * num_replicas + r]`. Empty: portable.
  std::vector<int> devices = {};
  bool use_spmd_partitioning = false;   ///< Needed when there is more than one partition.
  bool use_shardy_partitioner = false;  ///< The program's shardings are in the `sdy` dialect.
  /// For each result, whether the partitioner may choose its sharding. One value stands for all.
  std::vector<bool> propagate_sharding_to_results = {};

  using Override = std::variant<bool, std::int64_t, double, std::string>;
  /// Fields of the engine's debug options by name; the type must be the field's own.
  std::vector<std::pair<std::string, Override>> overrides = {};

  bool is_portable() const { return devices.empty(); }

  bool operator==(const CompileOptions&) const = default;
};

/// The engine's wire form, the same bytes for equal options.
///
/// Throws `Error(invalid_argument)` for what would abort the process or be taken in silence:
/// no replicas or partitions, a number of devices that is not their product, negative ids, ids
/// named twice, several partitions without SPMD, a portable program for several devices.
std::string encode(const CompileOptions& options);

}  // namespace berth::pjrt
