#pragma once

#include <cstddef>
#include <cstdint>

/// The part of the PJRT C interface that berth uses, declared by us.
///
/// Every call takes one argument block. A block starts with a `Head`, is zeroed, and says how
/// many of its bytes the caller knows; newer engines append fields and look at that number.
/// The constant `slot` of a block names the table entry that takes it. A test compares every
/// size and offset with the layouts that the engine's own packages publish.
namespace berth::pjrt::abi {

/// The kinds of optional function tables that a plugin may offer beside the main one.
enum class ExtensionType : int {
  gpu_custom_call = 0,
  profiler = 1,
  custom_partitioner = 2,
  stream = 3,
  layouts = 4,
  ffi = 5,
  memory_descriptions = 6,
  triton = 7,
  raw_buffer = 8,
  phase_compile = 9,
  cross_host_transfers = 12,
  executable_metadata = 13,
  callback = 14,
  tpu_topology = 16,
  tpu_executable = 17,
  megascale = 18,
  shardings = 19,
  abi_version = 20,
  collectives = 21,
  multi_slice = 22,
  host_memory_allocator = 23,
  xla_transform = 24,
};

/// A link of the chain of extensions; its own functions follow it.
struct Extension {
  std::size_t struct_size = 0;
  int type = 0;  // an ExtensionType, or one that is newer than us
  Extension* next = nullptr;
};

/// What every argument block and every value passed by pointer begins with.
struct Head {
  std::size_t struct_size = 0;
  Extension* extensions = nullptr;
};

struct Version {
  Head head = {};
  int major = 0;
  int minor = 0;
};

/// A function's place in the table, and the name by which the engine's documents know it.
struct Slot {
  std::size_t index;
  const char* name;
};

/// The number of functions that we know of; a table may hold fewer or more.
inline constexpr std::size_t slot_count = 138;

using Function = void (*)();

/// What a plugin's entry point returns; lives as long as the library.
struct Table {
  Head head = {};
  Version version = {};
  Function functions[slot_count] = {};
};

/// The bytes of `T` up to the end of its last field, which is how the engine counts.
template <class T>
constexpr std::size_t wire_size() {
  if constexpr (requires { T::unused_tail; }) {
    return sizeof(T) - T::unused_tail;
  } else {
    return sizeof(T);
  }
}

/// The one exported symbol of a plugin.
inline constexpr const char* entry_point = "GetPjrtApi";
using EntryPoint = const Table* (*)();

// Objects of the engine, known to us by address only.
struct Error;
struct Event;
struct Client;
struct Device;
struct DeviceDescription;
struct Memory;
struct Buffer;
struct Executable;
struct LoadedExecutable;
struct SerializedExecutable;
struct Topology;
struct ExecuteContext;
struct AliasToken;
struct DeviceAttributes;

}  // namespace berth::pjrt::abi
