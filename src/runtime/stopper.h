#pragma once

#include <atomic>
#include <cstdint>
#include <mutex>
#include <optional>
#include <shared_mutex>

#include "berth/device.h"
#include "pjrt/client.h"

namespace berth::runtime {

struct Program;

/// The order in which launches reach the queue of one device, where somebody has to keep it.
struct LaunchOrder {
  std::atomic<bool> has_stoppers = false;
  std::shared_mutex mutex;  // whoever puts a stopper into the queue is alone
  std::once_flag compiled;
  std::optional<pjrt::Executable> identity;  // what waits at the head of the queue
};

/// Keeps long programs off their caller's thread.
///
/// The CPU plugin runs a program that it takes for cheap on the thread that launches it, and its
/// estimate knows nothing of loops and of functions such as sine. Behind a program that is still
/// waiting, though, everything is queued. So in front of a program that is known to be long goes
/// one that does nothing and waits for a gate, which opens as soon as the long one is queued.
class Stopper {
 public:
  /// Before `program` is launched on `device`. Does nothing for most programs.
  Stopper(const Program& program, Device device);
  ~Stopper() { let_go(); }
  Stopper(const Stopper&) = delete;
  Stopper& operator=(const Stopper&) = delete;

  /// The program is queued, or has run.
  void launched() noexcept;
  /// Whether its results were there when the launch returned.
  void learn(bool is_done);

 private:
  void stop(Device device);
  void let_go() noexcept;

  const Program& program_;
  std::int64_t began_ = -1;  // nanoseconds of this thread's work; negative: not measured
  std::int64_t took_ = 0;
  std::shared_lock<std::shared_mutex> among_others_;
  std::unique_lock<std::shared_mutex> alone_;
  std::optional<pjrt::AliasPromise> gate_;
  pjrt::Buffer key_;  // what opens the gate
};

}  // namespace berth::runtime
