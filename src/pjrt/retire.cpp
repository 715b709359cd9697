#include "pjrt/retire.h"

namespace berth::pjrt {

std::atomic<bool> detail::retired{false};

void retire() noexcept { detail::retired.store(true, std::memory_order_relaxed); }

}  // namespace berth::pjrt
