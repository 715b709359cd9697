#pragma once

#include <array>
#include <atomic>
#include <cstddef>

namespace berth::pjrt {

namespace detail {

extern std::atomic<bool> retired;

// Threads count in slots of their own as far as possible, so that they do not share a cache line.
struct alignas(64) Visitors {
  std::atomic<int> count = 0;
};
extern std::array<Visitors, 16> visitors;
extern std::atomic<std::size_t> next_slot;

extern std::atomic<int> compilers;

inline std::atomic<int>& visitors_of_this_thread() noexcept {
  thread_local const std::size_t slot = next_slot.fetch_add(1) % visitors.size();
  return visitors[slot].count;
}

}  // namespace detail

/// Ends the use of the engine, when the process ends: its own static objects die soon, while other
/// threads of the program may go on. Waits for calls in progress, 2 seconds at most: a call that
/// waits for work may never return. For one that compiles a minute: it does end, and until then
/// works with what would die.
void retire() noexcept;

inline bool is_retired() noexcept { return detail::retired.load(); }

/// One call into the engine, which `retire` waits for. False if the engine is retired: it must not
/// be called then.
class Visit {
 public:
  Visit() noexcept : count_(&detail::visitors_of_this_thread()) {
    // Counted before asking: either this sees that the engine is retired, or `retire` sees this.
    count_->fetch_add(1);
    if (is_retired()) [[unlikely]] {
      leave();
    }
  }
  ~Visit() {
    if (count_ != nullptr) leave();
  }
  Visit(const Visit&) = delete;
  Visit& operator=(const Visit&) = delete;

  explicit operator bool() const noexcept { return count_ != nullptr; }

 private:
  void leave() noexcept {
    count_->fetch_sub(1);
    count_ = nullptr;
  }

  std::atomic<int>* count_;
};

/// What a call to `function` meets when the engine is retired: it waits, since the process is about
/// to end and a thread that fails now would end it badly; but not for ever, since someone may be
/// joining that thread. Throws `Error(failed_precondition)` after 2 seconds, at once on the thread
/// that ends the process.
[[noreturn]] void refuse_after_the_end(const char* function);

/// A visit that compiles.
class CompilerVisit {
 public:
  CompilerVisit() noexcept { detail::compilers.fetch_add(1); }
  ~CompilerVisit() { detail::compilers.fetch_sub(1); }
  CompilerVisit(const CompilerVisit&) = delete;
  CompilerVisit& operator=(const CompilerVisit&) = delete;
};

}  // namespace berth::pjrt
