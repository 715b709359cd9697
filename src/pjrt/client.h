#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "pjrt/alias.h"
#include "pjrt/buffer.h"
#include "pjrt/client_options.h"
#include "pjrt/compile_options.h"
#include "pjrt/executable.h"

namespace berth::pjrt {

/// Host memory to upload.
struct HostData {
  const void* data = nullptr;  ///< May be null when there are no elements.
  DType dtype = DType::float32;
  std::span<const std::int64_t> dims = {};
  /// One per dimension: any number, also 0 and negative. Empty: dense and row-major.
  std::span<const std::int64_t> byte_strides = {};
  abi::HostBufferSemantics semantics = abi::HostBufferSemantics::copy_during_call;
};

/// A running plugin: its devices, and the makers of buffers and programs.
///
/// It must outlive what it made. Move-only; descriptions keep their addresses. All functions may
/// be called from any thread.
class Client {
 public:
  /// Starts the plugin. Unknown flags in XLA_FLAGS are refused first (the engine would abort), for
  /// a table that came from a file. From here on a forked child is marked.
  ///
  /// Throws `Error(invalid_argument)` for options and flags, `PluginError` if the plugin is sound
  /// but its hardware is absent.
  Client(const Api& api, const ClientOptions& options);

  const Api& api() const { return handle_.api(); }
  std::string_view platform_name() const noexcept { return platform_name_; }
  std::string_view platform_version() const noexcept { return platform_version_; }
  int process_index() const noexcept { return process_index_; }
  /// Of all processes, in the plugin's order.
  std::span<const DeviceDescription> devices() const noexcept { return inventory_.devices; }
  std::span<const Memory> memories() const noexcept { return inventory_.memories; }
  /// Null for an id that it does not have.
  const DeviceDescription* device(int id) const noexcept;

  /// `format` is "mlir" (StableHLO as text or bytecode) or "hlo".
  Executable compile(std::string_view program, const CompileOptions& options,
                     std::string_view format = "mlir") const;
  /// Loads what `Executable::serialize` gave, for the devices of `options` if given.
  Executable deserialize(std::string_view bytes, const CompileOptions* options = nullptr) const;

  struct Upload {
    Buffer buffer;
    Event host_done;  ///< The host memory must stay as it is until this fires.
  };
  Upload buffer_from_host(const HostData& host, const Memory& memory) const;
  /// The caller's memory as a buffer, 64-byte aligned, dense and row-major. `on_delete` runs when
  /// no program reads it any more.
  Buffer view_of(void* data, DType dtype, std::span<const std::int64_t> dims,
                 const DeviceDescription& device, void (*on_delete)(void* data, void* user),
                 void* user) const;
  /// Memory with no value yet.
  Buffer uninitialized(DType dtype, std::span<const std::int64_t> dims, const Memory& memory) const;
  /// A buffer that has failed already. Needs 0.82.
  Buffer error_buffer(ErrorCode code, const std::string& message, DType dtype,
                      std::span<const std::int64_t> dims, const Memory& memory) const;
  /// A buffer whose value is to come; programs may be queued on it now.
  std::pair<Buffer, AliasPromise> alias(DType dtype, std::span<const std::int64_t> dims,
                                        const Memory& memory) const;

  /// Identifies the hardware for caches of compiled programs; empty before 0.101.
  std::optional<std::uint64_t> topology_fingerprint() const;

  abi::Client* get() const noexcept { return handle_.get(); }

 private:
  Handle<abi::Client, abi::ClientDestroy> handle_;
  std::string platform_name_;
  std::string platform_version_;
  int process_index_ = 0;
  Inventory inventory_;
};

}  // namespace berth::pjrt
