#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "berth/host.h"
#include "berth/sharding.h"
#include "core/aval.h"
#include "pjrt/buffer.h"
#include "runtime/account.h"
#include "runtime/work.h"

namespace berth::runtime {

class Buffer;
using BufferRef = std::shared_ptr<Buffer>;

/// One value in one device's memory: what arrays share. Made by transfers and launches only.
///
/// While it lives it is on the books of its device (`MemoryStats`, `live_arrays`). All functions
/// may be called from any thread.
class Buffer : public std::enable_shared_from_this<Buffer> {
 public:
  /// What the value is and where it came from.
  struct Description {
    Aval aval;
    Sharding sharding;
    Here where;  ///< The line that made it.
  };
  enum class Books : std::uint8_t { on, off };

  /// `work` makes the value; null if it is there.
  Buffer(Description description, pjrt::Buffer engine, WorkRef work, Books books = Books::on);
  /// The memory of `donor`, which has been given up.
  Buffer(Description description, BufferRef donor);
  ~Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;

  const Aval& aval() const { return description_.aval; }
  const Sharding& sharding() const { return description_.sharding; }
  std::int64_t on_device_size() const { return on_device_size_; }
  /// The line that made it.
  Here where() const { return description_.where; }

  /// The engine's handle, for a transfer or a launch issued by `who` at `here`. It stays valid as
  /// long as this, but a call with it fails when another thread ends the value meanwhile.
  /// Throws `DeletedArrayError` naming the line that deleted or donated it; `subject` stands for
  /// "f32[2, 3] on cpu:0" there.
  const pjrt::Buffer& engine(std::string_view who, Here here, std::string_view subject = {}) const {
    if (has_ended()) [[unlikely]] {
      raise_ended(who, here, subject);
    }
    return memory();
  }

  /// What makes the value; null if it is known to be there.
  WorkRef unsettled_work() const { return work_ && !work_->is_well() ? work_ : nullptr; }
  /// Whether it is known that the value will never be there.
  bool has_failed() const { return work_ && work_->has_failed(); }

  bool is_ready() const { return !work_ || work_->has_ended(); }
  /// Waits; throws the first failure of the work that the value depends on, with its line. Then
  /// what left a callback of `on_ready`, once.
  void wait() const;
  /// Calls `done` once the value is there, with an empty string, or has failed, with the error's
  /// text: on a thread of the engine, or at once.
  void on_ready(std::function<void(const std::string& error)> done) const;

  enum class End : std::uint8_t { deleted, donated };
  /// Frees the memory as soon as the work already issued is done. Idempotent: the first decides.
  void end(End how, Here here) const;
  bool has_ended() const { return ended_.load(std::memory_order_acquire); }
  /// Ends the value as donated, without freeing the memory: the caller passes it on. False if it
  /// had ended before.
  bool give_up(Here here) const;

  /// The value in host memory that it shares with the device, as long as the result lives.
  /// The value must be there.
  std::shared_ptr<const void> pin(std::string_view who, Here here) const;
  /// The line of the last `pin` that still lives; none if there is none.
  Here pinned_at() const;

  /// A copy in host memory that is under way, for the next that asks for the value.
  struct HostCopy {
    std::shared_ptr<std::byte> data;
    pjrt::Event done;
  };
  void keep(std::unique_ptr<HostCopy> copy) const;
  std::unique_ptr<HostCopy> take_host_copy() const;
  bool has_host_copy() const;

 private:
  class Pin;
  struct CallbackErrors;

  const pjrt::Buffer& memory() const { return donor_ ? donor_->engine_ : engine_; }
  bool mark_ended(End how, Here here) const;
  void close_books() const;
  [[noreturn]] void raise_ended(std::string_view who, Here here, std::string_view subject) const;

  const Description description_;
  mutable pjrt::Buffer engine_;  // empty if the memory is the donor's
  const BufferRef donor_;
  const WorkRef work_;
  const std::int64_t on_device_size_;

  mutable std::atomic<bool> ended_ = false;
  mutable std::mutex mutex_;  // for what follows
  mutable End how_ended_ = End::deleted;
  mutable Here ended_at_;
  mutable int pins_ = 0;  // of the memory, so kept by the one that owns it
  mutable Here pinned_at_;
  mutable pjrt::ExternalReference hold_;  // of all pins: the engine's count is not thread-safe
  mutable std::unique_ptr<HostCopy> host_copy_;
  mutable std::shared_ptr<CallbackErrors> callback_errors_;

  mutable std::optional<Booking> booking_;  // last: the books see whole values only
};

}  // namespace berth::runtime
