#pragma once

#include "pjrt/abi/values.h"

namespace berth::pjrt::abi {

struct BufferDestroy {
  static constexpr Slot slot = {58, "PJRT_Buffer_Destroy"};
  Head head = {};
  Buffer* buffer = nullptr;
};

struct BufferElementType {
  static constexpr Slot slot = {59, "PJRT_Buffer_ElementType"};
  static constexpr std::size_t unused_tail = 4;
  Head head = {};
  Buffer* buffer = nullptr;
  ElementType type = ElementType::invalid;  // out
};

struct BufferDimensions {
  static constexpr Slot slot = {60, "PJRT_Buffer_Dimensions"};
  Head head = {};
  Buffer* buffer = nullptr;
  const std::int64_t* dims = nullptr;  // out
  std::size_t num_dims = 0;            // out
};

struct BufferOnDeviceSize {
  static constexpr Slot slot = {64, "PJRT_Buffer_OnDeviceSizeInBytes"};
  Head head = {};
  Buffer* buffer = nullptr;
  std::size_t size = 0;  // out
};

struct BufferDevice {
  static constexpr Slot slot = {65, "PJRT_Buffer_Device"};
  Head head = {};
  Buffer* buffer = nullptr;
  Device* device = nullptr;  // out
};

struct BufferMemory {
  static constexpr Slot slot = {66, "PJRT_Buffer_Memory"};
  Head head = {};
  Buffer* buffer = nullptr;
  Memory* memory = nullptr;  // out
};

struct BufferDelete {
  static constexpr Slot slot = {67, "PJRT_Buffer_Delete"};
  Head head = {};
  Buffer* buffer = nullptr;
};

struct BufferIsDeleted {
  static constexpr Slot slot = {68, "PJRT_Buffer_IsDeleted"};
  static constexpr std::size_t unused_tail = 7;
  Head head = {};
  Buffer* buffer = nullptr;
  bool is_deleted = false;  // out
};

struct BufferCopyToDevice {
  static constexpr Slot slot = {69, "PJRT_Buffer_CopyToDevice"};
  Head head = {};
  Buffer* buffer = nullptr;
  Device* device = nullptr;
  Buffer* copy = nullptr;  // out
};

/// With no destination it only answers the size; with no layout the bytes come in the device's.
struct BufferToHost {
  static constexpr Slot slot = {70, "PJRT_Buffer_ToHostBuffer"};
  Head head = {};
  Buffer* buffer = nullptr;
  Layout* host_layout = nullptr;
  void* data = nullptr;
  std::size_t size = 0;    // in and out
  Event* event = nullptr;  // out
};

struct BufferIsOnCpu {
  static constexpr Slot slot = {71, "PJRT_Buffer_IsOnCpu"};
  static constexpr std::size_t unused_tail = 7;
  Head head = {};
  Buffer* buffer = nullptr;
  bool is_on_cpu = false;  // out
};

struct BufferReadyEvent {
  static constexpr Slot slot = {72, "PJRT_Buffer_ReadyEvent"};
  Head head = {};
  Buffer* buffer = nullptr;
  Event* event = nullptr;  // out
};

/// Answers a plausible pointer for failed and pending buffers too.
struct BufferUnsafePointer {
  static constexpr Slot slot = {73, "PJRT_Buffer_UnsafePointer"};
  Head head = {};
  Buffer* buffer = nullptr;
  std::uintptr_t pointer = 0;  // out
};

struct BufferHold {
  static constexpr Slot slot = {74, "PJRT_Buffer_IncreaseExternalReferenceCount"};
  Head head = {};
  Buffer* buffer = nullptr;
};

struct BufferRelease {
  static constexpr Slot slot = {75, "PJRT_Buffer_DecreaseExternalReferenceCount"};
  Head head = {};
  Buffer* buffer = nullptr;
};

struct BufferCopyToMemory {
  static constexpr Slot slot = {92, "PJRT_Buffer_CopyToMemory"};
  Head head = {};
  Buffer* buffer = nullptr;
  Memory* memory = nullptr;
  Buffer* copy = nullptr;  // out
};

/// Bytes as they lie on the device; a bad range is reported by the event.
struct BufferCopyRawToHost {
  static constexpr Slot slot = {100, "PJRT_Buffer_CopyRawToHost"};
  Head head = {};
  Buffer* buffer = nullptr;
  void* data = nullptr;
  std::int64_t offset = 0;
  std::int64_t size = 0;
  Event* event = nullptr;  // out
};

/// What the opener of a gate tells the engine: code 0 lets the bytes through.
struct GateOpening {
  std::size_t struct_size = wire_size<GateOpening>();
  void* user = nullptr;
  int code = 0;
  const char* message = nullptr;
  std::size_t message_size = 0;
};

/// Consumes the buffer; the new one is ready only after `open` was called, once. Since 0.88.
struct BufferDonateWithControlDependency {
  static constexpr Slot slot = {125, "PJRT_Buffer_DonateWithControlDependency"};
  Head head = {};
  Buffer* buffer = nullptr;
  void* user = nullptr;                          // out
  void (*open)(GateOpening* opening) = nullptr;  // out
  Buffer* gated = nullptr;                       // out
};

}  // namespace berth::pjrt::abi
