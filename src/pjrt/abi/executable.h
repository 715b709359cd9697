#pragma once

#include "pjrt/abi/values.h"

namespace berth::pjrt::abi {

struct ExecutableDestroy {
  static constexpr Slot slot = {40, "PJRT_Executable_Destroy"};
  Head head = {};
  Executable* executable = nullptr;
};

struct ExecutableName {
  static constexpr Slot slot = {41, "PJRT_Executable_Name"};
  Head head = {};
  Executable* executable = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct ExecutableNumReplicas {
  static constexpr Slot slot = {42, "PJRT_Executable_NumReplicas"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;  // out
};

struct ExecutableNumPartitions {
  static constexpr Slot slot = {43, "PJRT_Executable_NumPartitions"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;  // out
};

struct ExecutableNumOutputs {
  static constexpr Slot slot = {44, "PJRT_Executable_NumOutputs"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;  // out
};

struct ExecutableOutputMemoryKinds {
  static constexpr Slot slot = {47, "PJRT_Executable_OutputMemoryKinds"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;                    // out
  const char* const* kinds = nullptr;       // out
  const std::size_t* kind_sizes = nullptr;  // out
};

/// Asked twice: without `program->code` it answers the size and format.
struct ExecutableOptimizedProgram {
  static constexpr Slot slot = {48, "PJRT_Executable_OptimizedProgram"};
  Head head = {};
  Executable* executable = nullptr;
  Program* program = nullptr;  // filled
};

struct ExecutableSerialize {
  static constexpr Slot slot = {49, "PJRT_Executable_Serialize"};
  Head head = {};
  const Executable* executable = nullptr;
  const char* bytes = nullptr;                                       // out
  std::size_t bytes_size = 0;                                        // out
  SerializedExecutable* storage = nullptr;                           // out
  void (*destroy_storage)(SerializedExecutable* storage) = nullptr;  // out
};

struct LoadedExecutableDestroy {
  static constexpr Slot slot = {50, "PJRT_LoadedExecutable_Destroy"};
  Head head = {};
  LoadedExecutable* executable = nullptr;
};

struct LoadedExecutableGetExecutable {
  static constexpr Slot slot = {51, "PJRT_LoadedExecutable_GetExecutable"};
  Head head = {};
  LoadedExecutable* loaded = nullptr;
  Executable* executable = nullptr;  // out
};

struct LoadedExecutableAddressableDevices {
  static constexpr Slot slot = {52, "PJRT_LoadedExecutable_AddressableDevices"};
  Head head = {};
  LoadedExecutable* executable = nullptr;
  Device* const* devices = nullptr;  // out
  std::size_t num_devices = 0;       // out
};

/// Fields after `call_location` (tasks, slices, output callbacks) are not used here; engines of
/// 0.81 and later take this size.
struct ExecuteOptions {
  Head head = {wire_size<ExecuteOptions>(), nullptr};
  void* send_callbacks = nullptr;
  void* recv_callbacks = nullptr;
  std::size_t num_send_ops = 0;
  std::size_t num_recv_ops = 0;
  int launch_id = 0;
  const std::int64_t* non_donatable = nullptr;
  std::size_t num_non_donatable = 0;
  ExecuteContext* context = nullptr;
  const char* call_location = nullptr;
  std::size_t num_tasks = 0;
  int* task_ids = nullptr;
  std::int64_t* incarnation_ids = nullptr;
};

/// `output_lists` is written without a bound: it must hold every output of every device.
struct LoadedExecutableExecute {
  static constexpr Slot slot = {55, "PJRT_LoadedExecutable_Execute"};
  Head head = {};
  LoadedExecutable* executable = nullptr;
  ExecuteOptions* options = nullptr;
  Buffer* const* const* argument_lists = nullptr;
  std::size_t num_devices = 0;
  std::size_t num_args = 0;
  Buffer** const* output_lists = nullptr;
  Event** complete_events = nullptr;
  Device* execute_device = nullptr;
};

/// Without `options` those of the compilation hold.
struct ExecutableDeserializeAndLoad {
  static constexpr Slot slot = {56, "PJRT_Executable_DeserializeAndLoad"};
  Head head = {};
  Client* client = nullptr;
  const char* bytes = nullptr;
  std::size_t bytes_size = 0;
  LoadedExecutable* executable = nullptr;  // out
  const char* options = nullptr;
  std::size_t options_size = 0;
};

struct ExecutableOutputElementTypes {
  static constexpr Slot slot = {90, "PJRT_Executable_OutputElementTypes"};
  Head head = {};
  Executable* executable = nullptr;
  ElementType* types = nullptr;  // out
  std::size_t count = 0;         // out
};

/// `dims` holds the dimensions of all outputs, one after the other.
struct ExecutableOutputDimensions {
  static constexpr Slot slot = {91, "PJRT_Executable_OutputDimensions"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;               // out
  const std::int64_t* dims = nullptr;  // out
  const std::size_t* ranks = nullptr;  // out
};

struct ExecutableFingerprint {
  static constexpr Slot slot = {94, "PJRT_Executable_Fingerprint"};
  Head head = {};
  Executable* executable = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

/// Bytes. Newer engines append totals that are not used here.
struct ExecutableMemoryStats {
  static constexpr Slot slot = {96, "PJRT_Executable_GetCompiledMemoryStats"};
  Head head = {};
  Executable* executable = nullptr;
  std::int64_t generated_code = 0;  // out, as all below
  std::int64_t argument = 0;
  std::int64_t output = 0;
  std::int64_t alias = 0;
  std::int64_t temp = 0;
  std::int64_t host_generated_code = 0;
  std::int64_t host_argument = 0;
  std::int64_t host_output = 0;
  std::int64_t host_alias = 0;
  std::int64_t host_temp = 0;
  std::int64_t peak = 0;
};

/// Since 0.102; the only way to learn the number of parameters.
struct ExecutableParameterMemoryKinds {
  static constexpr Slot slot = {134, "PJRT_Executable_ParameterMemoryKinds"};
  Head head = {};
  Executable* executable = nullptr;
  std::size_t count = 0;                    // out
  const char* const* kinds = nullptr;       // out
  const std::size_t* kind_sizes = nullptr;  // out
};

}  // namespace berth::pjrt::abi
