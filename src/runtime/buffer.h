#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "berth/host.h"
#include "berth/sharding.h"
#include "core/aval.h"

namespace berth::pjrt {
class Buffer;
}

namespace berth::runtime {

class Work;

/// One value in one device's memory: what arrays share. Made by transfers and launches only.
///
/// While it lives it is on the books of its device (`MemoryStats`, `live_arrays`). All functions
/// may be called from any thread.
class Buffer {
 public:
  virtual ~Buffer();
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  const Aval& aval() const;
  const Sharding& sharding() const;
  std::int64_t on_device_size() const;
  /// The line that made it.
  Here where() const;

  /// The engine's handle, for a transfer or a launch issued by `who` at `here`.
  /// Throws `DeletedArrayError` naming the line that deleted or donated it.
  const pjrt::Buffer& engine(const char* who, Here here) const;

  bool is_ready() const;
  /// Waits; throws the first failure of the work that the value depends on, with its line.
  void wait() const;
  void on_ready(std::function<void(const std::string& error)> done) const;

  enum class End : std::uint8_t { deleted, donated };
  /// Frees the memory as soon as the work already issued is done. Idempotent: the first decides.
  void end(End how, Here here) const;
  bool has_ended() const;

 protected:
  Buffer() = default;
};

using BufferRef = std::shared_ptr<Buffer>;

}  // namespace berth::runtime
