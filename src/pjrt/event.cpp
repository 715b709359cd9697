#include "pjrt/event.h"

namespace berth::pjrt {

bool Event::is_ready() const {
  if (!handle_) {
    return true;
  }
  abi::EventIsReady block = {.event = handle_.get()};
  handle_.api().call(block);
  return block.is_ready;
}

std::optional<Error> Event::wait() const {
  if (!handle_) {
    return std::nullopt;
  }
  abi::EventAwait block = {.event = handle_.get()};
  return handle_.api().outcome(block);
}

void Event::await() const {
  if (const std::optional<Error> failure = wait()) {
    throw *failure;
  }
}

std::optional<Error> Event::error() const {
  if (!handle_) {
    return std::nullopt;
  }
  if (!is_ready()) {
    throw Error(ErrorCode::failed_precondition,
                "[Event::error] the event is pending: wait for it first");
  }
  abi::EventError block = {.event = handle_.get()};
  return handle_.api().outcome(block);
}

Promise::Promise(const Api& api) {
  abi::EventCreate block;
  api.call(block);
  event_ = Event(api, block.event);
}

Promise::~Promise() {
  if (!event_ || is_set_ || is_retired()) {
    return;
  }
  try {
    set(ErrorCode::cancelled, "the promise of this event was given up");
  } catch (...) {  // a forked child, where nobody waits
  }
}

void Promise::set() { finish(0, {}); }

void Promise::set(ErrorCode code, const std::string& message) {
  finish(static_cast<int>(code), message);
}

void Promise::finish(int code, const std::string& message) {
  if (is_set_) {
    throw Error(ErrorCode::failed_precondition, "[Promise::set] the promise is set already");
  }
  abi::EventSet block = {.event = event_.get(),
                         .code = code,
                         .message = message.data(),
                         .message_size = message.size()};
  event_.api().call(block);
  is_set_ = true;
}

}  // namespace berth::pjrt
