#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>

#include "berth/dtype.h"
#include "pjrt/device.h"
#include "pjrt/event.h"
#include "pjrt/handle.h"

namespace berth::pjrt {

class ExternalReference;
class Gate;

/// One value in one device's memory. Move-only; all functions but the destructive ones may be
/// called from any thread. It must die before its client.
class Buffer {
 public:
  Buffer() = default;
  Buffer(const Api& api, abi::Buffer* buffer) noexcept : handle_(api, buffer) {}

  DType dtype() const;
  /// Of the buffer's own; valid as long as it, also after `delete_`.
  std::span<const std::int64_t> dims() const;
  std::size_t on_device_size() const;
  abi::Device* device() const;
  abi::Memory* memory() const;
  bool is_on_cpu() const;

  /// Fires when the bytes are there, or with the failure of the work that makes them.
  Event ready_event() const;

  /// A real copy, also to where it is. Does not wait.
  Buffer copy_to_device(const DeviceDescription& device) const;
  Buffer copy_to_memory(const Memory& memory) const;

  /// The bytes that `to_host` writes: dense and row-major, types below a byte one byte each.
  std::size_t host_size() const;
  /// Starts writing the value to `destination`, which must stay until the event fires. The
  /// engine clears the bits above a small type's own: -8 of int4 arrives as 8.
  /// Throws `Error(invalid_argument)` if it is smaller than `host_size`.
  Event to_host(std::span<std::byte> destination) const;

  /// The address in device memory. `ready` is this buffer's ready event: the engine answers a
  /// plausible pointer for pending and failed buffers too.
  /// Throws `Error(failed_precondition)` while it is pending, and the failure it fired with.
  void* unsafe_pointer(const Event& ready) const;

  /// Keeps the memory as it is, through `delete_` and destruction, until the reference dies.
  /// Throws on a deleted buffer.
  ExternalReference hold() const;

  /// Frees the memory as soon as programs that read it are done. Idempotent.
  void delete_();
  bool is_deleted() const;

  /// Consumes this buffer. The result is the same memory, ready once the gate is opened.
  /// Throws `Error(unimplemented)` before 0.88, or where the plugin cannot.
  std::pair<Buffer, Gate> gated() &&;

  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }
  abi::Buffer* get() const noexcept { return handle_.get(); }
  const Api& api() const { return handle_.api(); }
  abi::Buffer* release() noexcept { return handle_.release(); }

 private:
  Handle<abi::Buffer, abi::BufferDestroy> handle_;
};

/// A hold on a buffer's memory. It must die before the buffer's handle does.
class ExternalReference {
 public:
  ExternalReference() = default;
  explicit ExternalReference(const Buffer& buffer);
  ExternalReference(ExternalReference&& other) noexcept = default;
  ExternalReference& operator=(ExternalReference&& other) noexcept = default;

  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }

 private:
  Handle<abi::Buffer, abi::BufferRelease> handle_;  // "destroying" it takes the count back
};

/// Lets a gated buffer become ready. Open it once; one that dies shut fails the buffer.
class Gate {
 public:
  using Open = void (*)(abi::GateOpening*);
  Gate(Open opener, void* user) noexcept : open_(opener), user_(user) {}
  Gate(Gate&& other) noexcept : open_(std::exchange(other.open_, nullptr)), user_(other.user_) {}
  Gate& operator=(Gate&&) = delete;
  ~Gate();

  /// Throws `Error(failed_precondition)` for the second time.
  void open();
  void fail(ErrorCode code, const std::string& message);

 private:
  void finish(int code, const std::string& message);

  Open open_;
  void* user_;
};

}  // namespace berth::pjrt
