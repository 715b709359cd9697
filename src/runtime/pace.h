#pragma once

#include <atomic>
#include <cstdint>

namespace berth::runtime {

/// Whether a program keeps its caller for long, as its first launches show.
class Pace {
 public:
  Pace() = default;
  Pace(const Pace& other) : state_(other.state_.load(std::memory_order_relaxed)) {}
  Pace& operator=(const Pace&) = delete;

  bool is_unknown() const { return state_.load(std::memory_order_relaxed) > 0; }
  bool is_long() const { return state_.load(std::memory_order_relaxed) == long_; }

  void set_long() { state_.store(long_, std::memory_order_relaxed); }
  void set_quick() { state_.store(quick, std::memory_order_relaxed); }
  /// A launch told nothing, since the engine ran it on a thread of its own.
  void note_nothing() {
    std::int8_t tries = state_.load(std::memory_order_relaxed);
    if (tries > 0) state_.compare_exchange_strong(tries, static_cast<std::int8_t>(tries - 1));
  }

 private:
  static constexpr std::int8_t quick = 0;  // or never seen on the caller's thread
  static constexpr std::int8_t long_ = -1;
  std::atomic<std::int8_t> state_ = 100;  // tries left
};

}  // namespace berth::runtime
