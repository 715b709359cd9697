#pragma once

#include <atomic>
#include <memory>
#include <optional>
#include <string>
#include <type_traits>
#include <utility>

#include "berth/error.h"
#include "pjrt/handle.h"

namespace berth::pjrt {

/// The end of something asynchronous: it is pending, then ready, well or with a failure.
///
/// Move-only; an empty one counts as ready and well. All functions may be called from any thread.
class Event {
 public:
  Event() = default;
  Event(const Api& api, abi::Event* event) noexcept : handle_(api, event) {}

  bool is_ready() const;

  /// Waits. Returns the failure, if any: the code and first line of text of the engine.
  std::optional<Error> wait() const;
  /// Waits and throws the failure.
  void await() const;
  /// The failure of an event that is ready.
  /// Throws `Error(failed_precondition)` while it is pending (the engine would abort).
  std::optional<Error> error() const;

  /// Whether `F` may be a callback. It must be noexcept: nobody is there to catch.
  template <class F>
  static constexpr bool is_callback = std::is_nothrow_invocable_v<F&, std::optional<Error>>;

  /// Calls `done(std::optional<Error>)` once, when the event is ready.
  ///
  /// That is on a thread of the engine, or, for an event that is ready, on this thread before
  /// `on_ready` returns: hold no lock here that `done` takes, and keep `done` short. The event may
  /// be destroyed meanwhile.
  template <class F>
  requires is_callback<F>
  void on_ready(F done) const {
    if (!handle_) {
      done(std::nullopt);
      return;
    }
    auto state = std::make_unique<Waiting<F>>(handle_.api(), std::move(done));
    abi::EventOnReady block = {
        .event = handle_.get(), .callback = &Waiting<F>::run, .user = state.get()};
    handle_.api().call(block);
    state.release();  // NOLINT(bugprone-unused-return-value): freed by run
  }

  explicit operator bool() const noexcept { return static_cast<bool>(handle_); }
  abi::Event* get() const noexcept { return handle_.get(); }
  /// Only while it holds an event.
  const Api& api() const { return handle_.api(); }

 private:
  template <class F>
  struct Waiting {
    Waiting(const Api& plugin, F callback) : api(plugin), done(std::move(callback)) {
      is_made.store(true, std::memory_order_release);
    }

    const Api& api;
    F done;
    // The engine orders the two threads, but the thread sanitizer cannot look into it.
    std::atomic<bool> is_made = false;

    static void run(abi::Error* error, void* user) noexcept {
      const std::unique_ptr<Waiting> self(static_cast<Waiting*>(user));
      static_cast<void>(self->is_made.load(std::memory_order_acquire));
      self->done(error ? std::optional<Error>(self->api.take(error)) : std::nullopt);
    }
  };

  Handle<abi::Event, abi::EventDestroy> handle_;
};

/// The giving end of an event of our own. Set it once; one that dies unset fails its event with
/// `cancelled`. Needs a plugin of 0.89 or later.
class Promise {
 public:
  /// Throws `Error(unimplemented)` if the plugin has no such events.
  explicit Promise(const Api& api);
  Promise(Promise&&) noexcept = default;
  Promise& operator=(Promise&&) = delete;
  ~Promise();

  /// The event. It must not outlive the promise.
  const Event& event() const noexcept { return event_; }

  /// Throws `Error(failed_precondition)` for the second time (the engine would abort).
  void set();
  void set(ErrorCode code, const std::string& message);

 private:
  void finish(int code, const std::string& message);

  Event event_;
  bool is_set_ = false;
};

}  // namespace berth::pjrt
