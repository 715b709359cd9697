#pragma once

#include "pjrt/abi/values.h"

namespace berth::pjrt::abi {

/// The key-value callbacks join several processes; one process leaves them null.
struct ClientCreate {
  static constexpr Slot slot = {10, "PJRT_Client_Create"};
  Head head = {};
  const NamedValue* options = nullptr;
  std::size_t num_options = 0;
  Function kv_get = nullptr;
  void* kv_get_user = nullptr;
  Function kv_put = nullptr;
  void* kv_put_user = nullptr;
  Client* client = nullptr;  // out
  Function kv_try_get = nullptr;
  void* kv_try_get_user = nullptr;
};

struct ClientDestroy {
  static constexpr Slot slot = {11, "PJRT_Client_Destroy"};
  Head head = {};
  Client* client = nullptr;
};

struct ClientPlatformName {
  static constexpr Slot slot = {12, "PJRT_Client_PlatformName"};
  Head head = {};
  Client* client = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct ClientProcessIndex {
  static constexpr Slot slot = {13, "PJRT_Client_ProcessIndex"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  Client* client = nullptr;
  int process_index = 0;  // out
};

struct ClientPlatformVersion {
  static constexpr Slot slot = {14, "PJRT_Client_PlatformVersion"};
  Head head = {};
  Client* client = nullptr;
  const char* text = nullptr;  // out
  std::size_t text_size = 0;   // out
};

struct ClientDevices {
  static constexpr Slot slot = {15, "PJRT_Client_Devices"};
  Head head = {};
  Client* client = nullptr;
  Device* const* devices = nullptr;  // out
  std::size_t num_devices = 0;       // out
};

struct ClientCompile {
  static constexpr Slot slot = {20, "PJRT_Client_Compile"};
  Head head = {};
  Client* client = nullptr;
  const Program* program = nullptr;
  const char* options = nullptr;
  std::size_t options_size = 0;
  LoadedExecutable* executable = nullptr;  // out
};

/// `memory` decides when both places are given; one of them must be.
struct ClientBufferFromHost {
  static constexpr Slot slot = {22, "PJRT_Client_BufferFromHostBuffer"};
  Head head = {};
  Client* client = nullptr;
  const void* data = nullptr;
  ElementType type = ElementType::invalid;
  const std::int64_t* dims = nullptr;
  std::size_t num_dims = 0;
  const std::int64_t* byte_strides = nullptr;
  std::size_t num_byte_strides = 0;
  HostBufferSemantics semantics = HostBufferSemantics::copy_during_call;
  Device* device = nullptr;
  Memory* memory = nullptr;
  Layout* device_layout = nullptr;
  Event* done_with_host = nullptr;  // out
  Buffer* buffer = nullptr;         // out
};

/// Aborts the process when its head does not say the full size.
struct ClientCreateView {
  static constexpr Slot slot = {93, "PJRT_Client_CreateViewOfDeviceBuffer"};
  Head head = {};
  Client* client = nullptr;
  void* data = nullptr;
  const std::int64_t* dims = nullptr;
  std::size_t num_dims = 0;
  ElementType type = ElementType::invalid;
  Layout* layout = nullptr;
  Device* device = nullptr;
  void (*on_delete)(void* data, void* user) = nullptr;  // never null: the engine calls it unseen
  void* on_delete_user = nullptr;
  std::intptr_t stream = 0;
  Buffer* buffer = nullptr;  // out
  Memory* memory = nullptr;
};

struct ClientTopology {
  static constexpr Slot slot = {95, "PJRT_Client_TopologyDescription"};
  Head head = {};
  Client* client = nullptr;
  Topology* topology = nullptr;  // out
};

struct ClientCreateUninitialized {
  static constexpr Slot slot = {112, "PJRT_Client_CreateUninitializedBuffer"};
  Head head = {};
  Client* client = nullptr;
  const std::int64_t* dims = nullptr;
  std::size_t num_dims = 0;
  ElementType type = ElementType::invalid;
  Layout* layout = nullptr;
  Device* device = nullptr;
  Memory* memory = nullptr;
  Buffer* buffer = nullptr;  // out
};

/// A buffer whose bytes are promised; programs may already be queued on it.
struct ClientCreateAlias {
  static constexpr Slot slot = {115, "PJRT_Client_CreateAliasBuffer"};
  Head head = {};
  Client* client = nullptr;
  Memory* memory = nullptr;
  const std::int64_t* dims = nullptr;
  std::size_t num_dims = 0;
  ElementType type = ElementType::invalid;
  Layout* layout = nullptr;
  Buffer* alias = nullptr;      // out
  AliasToken* token = nullptr;  // out
};

/// Consumes `buffer`, or poisons the alias with an error and returns that error as well.
struct ClientFulfillAlias {
  static constexpr Slot slot = {116, "PJRT_Client_FulfillAliasBuffer"};
  Head head = {};
  Client* client = nullptr;
  Buffer* buffer = nullptr;
  int code = 0;
  const char* message = nullptr;
  std::size_t message_size = 0;
  AliasToken* token = nullptr;
};

/// Since 0.82. A plugin from 0.103 on demands a block with room for the payload.
struct ClientCreateError {
  static constexpr Slot slot = {118, "PJRT_Client_CreateErrorBuffer"};
  Head head = {};
  Client* client = nullptr;
  int code = 0;
  const char* message = nullptr;
  std::size_t message_size = 0;
  const std::int64_t* dims = nullptr;
  std::size_t num_dims = 0;
  ElementType type = ElementType::invalid;
  Layout* layout = nullptr;
  Memory* memory = nullptr;
  Buffer* buffer = nullptr;  // out
  const void* payload = nullptr;
  std::size_t num_payload = 0;
};

/// `fingerprint` is since 0.101.
struct TopologyFingerprint {
  static constexpr Slot slot = {133, "PJRT_TopologyDescription_Fingerprint"};
  Head head = {};
  Topology* topology = nullptr;
  std::uint64_t fingerprint = 0;  // out
};

}  // namespace berth::pjrt::abi
