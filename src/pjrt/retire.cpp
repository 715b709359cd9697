#include "pjrt/retire.h"

#include <algorithm>
#include <chrono>
#include <string>
#include <thread>

#include "berth/error.h"

namespace berth::pjrt {

std::atomic<bool> detail::retired{false};
std::array<detail::Visitors, 16> detail::visitors;
std::atomic<std::size_t> detail::next_slot{0};
std::atomic<int> detail::compilers{0};

namespace {

constexpr std::chrono::seconds patience{2};
constexpr std::chrono::seconds patience_with_compilers{60};
constexpr std::chrono::microseconds glance{100};

std::atomic<std::thread::id> ending_thread;

bool someone_is_inside() {
  return std::ranges::any_of(detail::visitors, [](const detail::Visitors& visitors) {
    return visitors.count.load() != 0;
  });
}

}  // namespace

void retire() noexcept {
  ending_thread = std::this_thread::get_id();
  detail::retired.store(true);
  const auto began = std::chrono::steady_clock::now();
  const auto is_worth_waiting = [&] {
    const auto waited = std::chrono::steady_clock::now() - began;
    return (someone_is_inside() && waited < patience) ||
           (detail::compilers.load() != 0 && waited < patience_with_compilers);
  };
  while (is_worth_waiting()) std::this_thread::sleep_for(glance);
}

void refuse_after_the_end(const char* function) {
  if (ending_thread.load() != std::this_thread::get_id()) std::this_thread::sleep_for(patience);
  throw Error(
      ErrorCode::failed_precondition,
      std::string("[") + function +
          "] the process is ending and the engine has been left: finish before main returns");
}

}  // namespace berth::pjrt
