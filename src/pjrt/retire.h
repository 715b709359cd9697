#pragma once

#include <atomic>

namespace berth::pjrt {

namespace detail {
extern std::atomic<bool> retired;
}

/// From now on handles that die leave the engine alone. Called when the process ends: static
/// objects may die later than the engine does.
void retire() noexcept;

inline bool is_retired() noexcept { return detail::retired.load(std::memory_order_relaxed); }

}  // namespace berth::pjrt
