#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "berth/device.h"
#include "pjrt/api.h"

namespace berth::pjrt {

/// A kind of memory as one device, or several, see it. Lives in its `Client`.
struct Memory {
  abi::Memory* handle = nullptr;
  int id = 0;
  std::string kind;  ///< "device", "pinned_host", "unpinned_host", or the plugin's own word.
  std::string text;  ///< As the plugin prints it.
};

/// What the plugin says about a device. Lives in its `Client`.
struct DeviceDescription {
  abi::Device* handle = nullptr;
  int id = 0;
  int process_index = 0;
  bool is_addressable = false;
  std::optional<int> local_hardware_id;  ///< Of an addressable device.
  std::string kind;                      ///< "cpu", "NVIDIA H200 141GB HBM3e".
  std::string text;                      ///< As the plugin prints it.
  std::vector<berth::Device::NamedAttribute> attributes;
  std::vector<const Memory*> memories;     ///< The default one first; none for a remote device.
  const Memory* default_memory = nullptr;  ///< Null for a remote device.

  /// The memory called `kind`, or null.
  const Memory* memory(std::string_view memory_kind) const;
};

/// Bytes, as the plugin's allocator counts them; empty what it does not keep.
struct DeviceMemoryStats {
  std::int64_t bytes_in_use = 0;
  std::optional<std::int64_t> peak_bytes_in_use;
  std::optional<std::int64_t> num_allocs;
  std::optional<std::int64_t> largest_alloc_size;
  std::optional<std::int64_t> bytes_limit;
  std::optional<std::int64_t> bytes_reserved;
  std::optional<std::int64_t> peak_bytes_reserved;
  std::optional<std::int64_t> bytes_reservable_limit;
  std::optional<std::int64_t> largest_free_block_bytes;
  std::optional<std::int64_t> pool_bytes;
  std::optional<std::int64_t> peak_pool_bytes;
};

/// Empty where the plugin keeps no statistics, as on the CPU.
std::optional<DeviceMemoryStats> memory_stats(const Api& api, const DeviceDescription& device);

/// Asks the plugin for all its devices and memories. The vectors are not to be resized: devices
/// point to memories.
struct Inventory {
  std::vector<Memory> memories;
  std::vector<DeviceDescription> devices;  ///< Of all processes, in the plugin's order.
};
Inventory take_inventory(const Api& api, abi::Client* client);

/// The plugin's named values as ours; values of a type that is newer than us are left out.
std::vector<berth::Device::NamedAttribute> attributes(const abi::NamedValue* values,
                                                      std::size_t count);

}  // namespace berth::pjrt
