#include "runtime/buffer.h"

#include <exception>
#include <utility>

namespace berth::runtime {

/// What left the callbacks of a value. Outlives the value, whose callbacks may run later.
struct Buffer::CallbackErrors {
  std::mutex mutex;
  std::exception_ptr first;

  void add(std::exception_ptr error) {
    const std::lock_guard lock(mutex);
    if (!first) {
      first = std::move(error);
    }
  }
  void rethrow_once() {
    std::unique_lock lock(mutex);
    if (std::exception_ptr error = std::exchange(first, nullptr)) {
      lock.unlock();
      std::rethrow_exception(error);
    }
  }
};

/// Holds the memory of a value for a reader on the host.
class Buffer::Pin {
 public:
  Pin(std::shared_ptr<const Buffer> value, const Buffer& owner, Here here)
      : value_(std::move(value)), owner_(owner) {
    const std::lock_guard lock(owner_.mutex_);
    if (owner_.pins_ == 0) owner_.hold_ = owner_.engine_.hold();
    ++owner_.pins_;
    owner_.pinned_at_ = here;
  }
  ~Pin() {
    const std::lock_guard lock(owner_.mutex_);
    if (--owner_.pins_ == 0) owner_.hold_ = {};
  }
  Pin(const Pin&) = delete;
  Pin& operator=(const Pin&) = delete;

 private:
  std::shared_ptr<const Buffer> value_;
  const Buffer& owner_;
};

Buffer::Buffer(Description description, pjrt::Buffer engine, WorkRef work, Books books)
    : description_(std::move(description)),
      engine_(std::move(engine)),
      work_(std::move(work)),
      on_device_size_(static_cast<std::int64_t>(engine_.on_device_size())) {
  if (books == Books::on) {
    booking_.emplace(*this, account_of(sharding().single_device(), sharding().memory_kind()),
                     on_device_size_);
  }
}

Buffer::Buffer(Description description, BufferRef donor)
    : description_(std::move(description)),
      donor_(donor->donor_ ? donor->donor_ : donor),
      work_(donor->work_),
      on_device_size_(donor->on_device_size_) {
  booking_.emplace(*this, account_of(sharding().single_device(), sharding().memory_kind()),
                   on_device_size_);
}

void Buffer::wait() const {
  if (work_) {
    if (const Failure* failure = work_->wait()) {
      failure->raise();
    }
  }
  std::shared_ptr<CallbackErrors> errors;
  {
    const std::lock_guard lock(mutex_);
    errors = callback_errors_;
  }
  if (errors) {
    errors->rethrow_once();
  }
}

void Buffer::on_ready(std::function<void(const std::string& error)> done) const {
  std::shared_ptr<CallbackErrors> errors;
  {
    const std::lock_guard lock(mutex_);
    if (!callback_errors_) {
      callback_errors_ = std::make_shared<CallbackErrors>();
    }
    errors = callback_errors_;
  }
  auto call = [done = std::move(done),
               errors = std::move(errors)](const Failure* failure) noexcept {
    try {
      done(failure ? failure->message() : std::string());
    } catch (...) {
      errors->add(std::current_exception());
    }
  };
  if (work_) {
    Work::on_end(work_, std::move(call));
  } else {
    call(nullptr);
  }
}

bool Buffer::mark_ended(End how, Here here) const {
  const std::lock_guard lock(mutex_);
  if (has_ended()) {
    return false;
  }
  how_ended_ = how;
  ended_at_ = here;
  ended_.store(true, std::memory_order_release);
  return true;
}

void Buffer::end(End how, Here here) const {
  if (mark_ended(how, here)) {
    (donor_ ? donor_->engine_ : engine_).delete_();
    close_books();
  }
}

bool Buffer::give_up(Here here) const {
  const bool first = mark_ended(End::donated, here);
  if (first) {
    close_books();
  }
  return first;
}

void Buffer::close_books() const {
  if (booking_) {
    booking_->close();
  }
}

void Buffer::raise_ended(std::string_view who, Here here, std::string_view subject) const {
  std::string text = "[" + std::string(who) + "] ";
  if (subject.empty()) {
    text += to_string(aval()) + " on " + to_string(sharding());
  } else {
    text += subject;
  }
  const std::lock_guard lock(mutex_);
  text += how_ended_ == End::donated ? " was donated" : " was deleted";
  if (ended_at_) {
    text += " at " + to_string(ended_at_);
  }
  text += how_ended_ == End::donated ? ": its memory went to the result; use that, or do not donate"
                                     : ": use it before, or delete it later";
  throw DeletedArrayError(text, here);
}

std::shared_ptr<const void> Buffer::pin(std::string_view who, Here here) const {
  const pjrt::Buffer& handle = engine(who, here);
  auto pin = std::make_shared<Pin>(shared_from_this(), donor_ ? *donor_ : *this, here);
  const void* data = handle.unsafe_pointer(pjrt::Event());  // an empty event counts as ready
  return std::shared_ptr<const void>(std::move(pin), data);
}

Here Buffer::pinned_at() const {
  const Buffer& owner = donor_ ? *donor_ : *this;
  const std::lock_guard lock(owner.mutex_);
  return owner.pins_ > 0 ? owner.pinned_at_ : Here();
}

void Buffer::keep(std::unique_ptr<HostCopy> copy) const {
  const std::lock_guard lock(mutex_);
  host_copy_ = std::move(copy);
}

std::unique_ptr<Buffer::HostCopy> Buffer::take_host_copy() const {
  const std::lock_guard lock(mutex_);
  return std::move(host_copy_);
}

bool Buffer::has_host_copy() const {
  const std::lock_guard lock(mutex_);
  return host_copy_ != nullptr;
}

}  // namespace berth::runtime
