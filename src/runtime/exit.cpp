#include "runtime/exit.h"

#include <unistd.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <exception>
#include <memory>
#include <mutex>

#include "pjrt/fork.h"
#include "pjrt/retire.h"
#include "runtime/process.h"
#include "runtime/work.h"

namespace berth::runtime {
namespace {

constexpr std::chrono::seconds patience{2};

/// Counts works that have not ended. Shared with callbacks that may run after the wait was given
/// up.
class Countdown {
 public:
  void add() {
    const std::lock_guard lock(mutex_);
    ++open_;
  }
  void done() {
    const std::lock_guard lock(mutex_);
    if (--open_ == 0) none_left_.notify_all();
  }
  void wait() {
    std::unique_lock lock(mutex_);
    none_left_.wait_for(lock, patience, [&] { return open_ == 0; });
  }

 private:
  std::mutex mutex_;
  std::condition_variable none_left_;
  int open_ = 0;
};

void wait_for_work() {
  const auto open = std::make_shared<Countdown>();
  for (const Platform* platform : started_platforms()) {
    for (const auto& device : platform->infos) {
      for (const WorkRef& work : device->in_flight.unfinished()) {
        open->add();
        Work::on_end(work, [open](const Failure*) noexcept { open->done(); });
      }
    }
  }
  open->wait();
}

void drain() noexcept {
  static std::atomic_flag drained;
  if (drained.test_and_set() || pjrt::in_forked_child()) return;  // there, without its threads
  try {
    wait_for_work();
  } catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the process ends anyway
  }
  pjrt::retire();
}

bool is_main_thread() { return ::gettid() == ::getpid(); }

/// `exit` destroys the thread-local objects of its thread before anything else: also before the
/// static objects that the engine makes as it goes, the first time it compiles for one. A handler
/// of `atexit` would come after those.
struct DrainsWithMainThread {
  ~DrainsWithMainThread() {
    if (is_main_thread()) drain();
  }
};

}  // namespace

void drain_at_exit() {
  static const int registered = std::atexit(drain);  // for an exit from another thread
  static_cast<void>(registered);
  thread_local const DrainsWithMainThread drains;
  static_cast<void>(drains);
}

}  // namespace berth::runtime
