#pragma once

#include <utility>

#include "pjrt/api.h"

namespace berth::pjrt {

/// Owns one object of the engine. `Destroy` is the block that frees it; its field after the head
/// is the object.
template <class Object, class Destroy>
class Handle {
 public:
  Handle() = default;
  Handle(const Api& api, Object* object) noexcept : api_(&api), object_(object) {}
  Handle(Handle&& other) noexcept
      : api_(other.api_), object_(std::exchange(other.object_, nullptr)) {}
  Handle& operator=(Handle&& other) noexcept {
    Handle(std::move(other)).swap(*this);
    return *this;
  }
  ~Handle() {
    if (object_) {
      Destroy block = {{}, object_};
      api_->release(block);
    }
  }

  void swap(Handle& other) noexcept {
    std::swap(api_, other.api_);
    std::swap(object_, other.object_);
  }
  /// Gives the object up; nobody frees it then but the caller.
  Object* release() noexcept { return std::exchange(object_, nullptr); }

  explicit operator bool() const noexcept { return object_ != nullptr; }
  Object* get() const noexcept { return object_; }
  const Api& api() const {
    BERTH_ASSERT(object_ != nullptr);
    return *api_;
  }

 private:
  const Api* api_ = nullptr;
  Object* object_ = nullptr;
};

}  // namespace berth::pjrt
