#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <vector>

#include "berth/device.h"
#include "berth/memory.h"

/// berth's own books: which values hold how much of which memory. On many plugins they are the
/// only ones there are.
namespace berth::runtime {

class Booking;
class Buffer;

/// The books of one memory of one device. Adding and removing a value takes a lock and a few
/// words, and allocates nothing.
class Account {
 public:
  struct Totals {
    std::int64_t bytes_in_use = 0;
    std::int64_t peak_bytes_in_use = 0;
    std::int64_t num_values = 0;
  };
  Totals totals() const;

  /// Calls `visit(const Buffer&, bytes)` for every value, while none can join or leave.
  template <class F>
  void for_each(F&& visit) const;

 private:
  friend class Booking;
  void add(Booking& booking);
  void remove(Booking& booking);

  mutable std::mutex mutex_;
  Totals totals_;
  Booking* first_ = nullptr;
};

/// Keeps a value on the books of its memory, from construction to `close` or destruction.
///
/// The last member of what holds the value, so that the books see only whole values. Hold no lock
/// around the two that `Buffer`'s accessors, `is_ready` or `on_ready` take.
class Booking {
 public:
  Booking(const Buffer& value, Account& account, std::int64_t bytes);
  ~Booking() { close(); }
  Booking(const Booking&) = delete;
  Booking& operator=(const Booking&) = delete;

  /// The memory was given up. Idempotent.
  void close() noexcept;

 private:
  friend class Account;
  const Buffer& value_;
  const std::int64_t bytes_;
  std::atomic<Account*> account_;
  Booking* previous_ = nullptr;
  Booking* next_ = nullptr;
};

/// The books of a memory; they live as long as the process.
Account& account_of(Device device, MemoryKind kind);

/// The values on `device`, in any of its memories, largest first, at most `limit`.
std::vector<LiveArray> largest_on(Device device, std::size_t limit);

template <class F>
void Account::for_each(F&& visit) const {
  const std::lock_guard lock(mutex_);
  for (const Booking* booking = first_; booking != nullptr; booking = booking->next_) {
    visit(booking->value_, booking->bytes_);
  }
}

}  // namespace berth::runtime
