#include "pjrt/fork.h"

#include <pthread.h>

#include <mutex>
#include <string>

#include "berth/error.h"

namespace berth::pjrt {

namespace detail {
std::atomic<bool> forked_child{false};
}

void check_not_in_forked_child(const char* function) {
  if (in_forked_child()) {
    throw Error(ErrorCode::failed_precondition,
                std::string("[") + function +
                    "] this process was forked from one that had started a PJRT client, whose "
                    "threads do not exist here: fork before the first use of berth, or call exec "
                    "in the child");
  }
}

void watch_forks() {
  static std::once_flag watched;
  std::call_once(watched, [] {
    ::pthread_atfork(nullptr, nullptr,
                     [] { detail::forked_child.store(true, std::memory_order_relaxed); });
  });
}

}  // namespace berth::pjrt
