#pragma once

#include <utility>

namespace berth {

/// A value that traced functions may freeze: part of the key under which `jit` keeps a program, so
/// that another value compiles another one. For floating-point parameters that seldom change.
template <class T>
class Static {
 public:
  Static() = default;
  Static(T value) : value_(std::move(value)) {}  // NOLINT(google-explicit-constructor)
  operator const T&() const { return value_; }   // NOLINT(google-explicit-constructor)
  const T& value() const { return value_; }

  friend bool operator==(const Static&, const Static&) = default;

 private:
  T value_ = {};
};

}  // namespace berth
