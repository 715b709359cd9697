#pragma once

#include "pjrt/abi/values.h"

namespace berth::pjrt::abi {

struct DescriptionId {
  static constexpr Slot slot = {23, "PJRT_DeviceDescription_Id"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  DeviceDescription* description = nullptr;
  int id = 0;  // out
};

struct DescriptionProcessIndex {
  static constexpr Slot slot = {24, "PJRT_DeviceDescription_ProcessIndex"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  DeviceDescription* description = nullptr;
  int process_index = 0;  // out
};

struct DescriptionAttributes {
  static constexpr Slot slot = {25, "PJRT_DeviceDescription_Attributes"};
  Head head = {};
  DeviceDescription* description = nullptr;
  std::size_t num_attributes = 0;          // out
  const NamedValue* attributes = nullptr;  // out
};

struct DescriptionKind {
  static constexpr Slot slot = {26, "PJRT_DeviceDescription_Kind"};
  Head head = {};
  DeviceDescription* description = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct DescriptionToString {
  static constexpr Slot slot = {28, "PJRT_DeviceDescription_ToString"};
  Head head = {};
  DeviceDescription* description = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct DeviceGetDescription {
  static constexpr Slot slot = {29, "PJRT_Device_GetDescription"};
  Head head = {};
  Device* device = nullptr;
  DeviceDescription* description = nullptr;  // out
};

struct DeviceIsAddressable {
  static constexpr Slot slot = {30, "PJRT_Device_IsAddressable"};
  static constexpr std::size_t unused_tail = 7;
  Head head = {};
  Device* device = nullptr;
  bool is_addressable = false;  // out
};

struct DeviceLocalHardwareId {
  static constexpr Slot slot = {31, "PJRT_Device_LocalHardwareId"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  Device* device = nullptr;
  int local_hardware_id = 0;  // out
};

struct DeviceAddressableMemories {
  static constexpr Slot slot = {32, "PJRT_Device_AddressableMemories"};
  Head head = {};
  Device* device = nullptr;
  Memory* const* memories = nullptr;  // out
  std::size_t num_memories = 0;       // out
};

struct DeviceDefaultMemory {
  static constexpr Slot slot = {33, "PJRT_Device_DefaultMemory"};
  Head head = {};
  Device* device = nullptr;
  Memory* memory = nullptr;  // out
};

/// A number that the allocator may not keep: read it only if `is_set`.
struct OptionalStat {
  std::int64_t value = 0;
  bool is_set = false;
};

/// Newer engines append to it; berth stops here.
struct DeviceMemoryStats {
  static constexpr Slot slot = {34, "PJRT_Device_MemoryStats"};
  static constexpr std::size_t unused_tail = 7;
  Head head = {};
  Device* device = nullptr;
  std::int64_t bytes_in_use = 0;  // out, as all below
  OptionalStat peak_bytes_in_use = {};
  OptionalStat num_allocs = {};
  OptionalStat largest_alloc_size = {};
  OptionalStat bytes_limit = {};
  OptionalStat bytes_reserved = {};
  OptionalStat peak_bytes_reserved = {};
  OptionalStat bytes_reservable_limit = {};
  OptionalStat largest_free_block_bytes = {};
  OptionalStat pool_bytes = {};
  OptionalStat peak_pool_bytes = {};
};

struct MemoryId {
  static constexpr Slot slot = {35, "PJRT_Memory_Id"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  Memory* memory = nullptr;
  int id = 0;  // out
};

struct MemoryKind {
  static constexpr Slot slot = {36, "PJRT_Memory_Kind"};
  Head head = {};
  Memory* memory = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct MemoryToString {
  static constexpr Slot slot = {38, "PJRT_Memory_ToString"};
  Head head = {};
  Memory* memory = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct MemoryAddressableByDevices {
  static constexpr Slot slot = {39, "PJRT_Memory_AddressableByDevices"};
  Head head = {};
  Memory* memory = nullptr;
  Device* const* devices = nullptr;  // out
  std::size_t num_devices = 0;       // out
};

/// Since 0.92. The caller gives `storage` back through `destroy_storage`.
struct DeviceGetAttributes {
  static constexpr Slot slot = {128, "PJRT_Device_GetAttributes"};
  Head head = {};
  Device* device = nullptr;
  const NamedValue* attributes = nullptr;                        // out
  std::size_t num_attributes = 0;                                // out
  DeviceAttributes* storage = nullptr;                           // out
  void (*destroy_storage)(DeviceAttributes* storage) = nullptr;  // out
};

}  // namespace berth::pjrt::abi
