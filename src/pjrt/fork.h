#pragma once

#include <atomic>

namespace berth::pjrt {

namespace detail {
extern std::atomic<bool> forked_child;
}

/// Whether this process was forked from one in which a client had started.
///
/// The engine's threads do not exist in such a child, so every call would hang. The gateway
/// throws instead, and handles that die there do nothing.
inline bool in_forked_child() noexcept {
  return detail::forked_child.load(std::memory_order_relaxed);
}

/// Throws `Error(failed_precondition)` with the cure, in the name of `function`.
void check_not_in_forked_child(const char* function);

/// From now on children of this process are marked. Called when the first client starts.
void watch_forks();

}  // namespace berth::pjrt
