#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "berth/device.h"
#include "berth/error.h"
#include "pjrt/event.h"

namespace berth::runtime {

class Work;
using WorkRef = std::shared_ptr<const Work>;

/// What went wrong first, of all that a value depends on.
struct Failure {
  std::string who;  ///< The operation or public function that failed.
  Device device;    ///< Where it failed.
  ErrorCode code = ErrorCode::unknown;
  std::string text;  ///< The engine's first line.
  Here where;
  std::uint64_t order = 0;  ///< In which it was issued, among all work of the process.

  /// Throws it: `OutOfMemoryError`, or `Error` "[who] text".
  [[noreturn]] void raise() const;
  /// The text that `raise` throws.
  std::string message() const;
};

/// Something that was issued and may not have ended: a transfer, or an execution.
///
/// The engine changes codes and texts from hop to hop, so each work remembers the works it took
/// values from until it has ended: the one that failed first is what a waiter is told. Work that
/// has ended well forgets them. All functions may be called from any thread.
class Work {
 public:
  /// Who issued it, where it runs, and the user's line.
  struct Issuer {
    std::string_view who;
    Device device;
    Here where;
  };
  /// The work that `done` ends, or null if it has ended well already, which is the common case
  /// where the engine works on the caller's thread. It is noted in the device's `InFlight`.
  /// `inputs()` is a vector of the works it took values from that are not known to be well.
  template <class Inputs>
  static WorkRef issued(const Issuer& issuer, pjrt::Event done, Inputs inputs) {
    if (done.is_ready() && !done.wait()) return nullptr;
    return start(issuer, std::move(done), inputs());
  }
  static WorkRef issued(const Issuer& issuer, pjrt::Event done) {
    return issued(issuer, std::move(done), [] { return std::vector<WorkRef>(); });
  }

  Work(const Issuer& issuer, pjrt::Event done, std::vector<WorkRef> inputs);
  ~Work();
  Work(const Work&) = delete;
  Work& operator=(const Work&) = delete;

  /// Whether it has ended, well or not. Asks the engine; does not wait.
  bool has_ended() const;
  /// Whether it is known to have ended well. Asks nobody.
  bool is_well() const noexcept { return state() == State::well; }
  /// Whether it is known to have failed. Asks nobody.
  bool has_failed() const noexcept { return state() == State::failed; }

  /// Waits for the end. Null if it ended well; else valid as long as this work.
  const Failure* wait() const;

  /// Calls `done(const Failure*)`, which must be noexcept, once it has ended: on a thread of the
  /// engine, or at once on this one. The work lives until then.
  template <class F>
  static void on_end(const WorkRef& work, F done);

 private:
  enum class State : std::uint8_t { pending, well, failed };

  State state() const noexcept { return state_.load(std::memory_order_acquire); }
  static WorkRef start(const Issuer& issuer, pjrt::Event done, std::vector<WorkRef> inputs);
  static void forget(std::vector<WorkRef> works) noexcept;

  // Notes how it ended. False if it failed and the cause is still on its way to us: the engine may
  // tell of a failed result before it tells of the input that made it fail.
  bool settle(const std::optional<Error>& outcome) const;
  bool settle_one(const std::optional<Error>& outcome, bool cause_may_come) const;
  static void settle_when_cause_is_known(WorkRef work, Error outcome,
                                         std::function<void(const Failure*)> done);
  std::vector<WorkRef> inputs() const;
  std::map<std::uint64_t, WorkRef> ancestors() const;

  const std::string who_;
  const Device device_;
  const Here where_;
  const std::uint64_t order_;
  pjrt::Event done_;

  mutable std::atomic<State> state_ = State::pending;
  mutable std::mutex mutex_;
  mutable std::vector<WorkRef> inputs_;             // until it has ended
  mutable std::unique_ptr<const Failure> failure_;  // written before `state_`, never again
};

template <class F>
void Work::on_end(const WorkRef& work, F done) {
  if (work->state() != State::pending) {
    done(work->failure_.get());
    return;
  }
  work->done_.on_ready([work, done = std::move(done)](std::optional<Error> outcome) noexcept {
    if (work->settle(outcome)) {
      done(work->failure_.get());
    } else {
      settle_when_cause_is_known(work, *outcome, done);
    }
  });
}

}  // namespace berth::runtime
