#pragma once

#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace berth::pjrt {

/// Sets or unsets an environment variable until it dies.
class EnvironmentGuard {
 public:
  EnvironmentGuard(std::string name, const std::optional<std::string>& value)
      : name_(std::move(name)) {
    if (const char* before = std::getenv(name_.c_str())) {
      before_ = before;
    }
    assign(value);
  }
  EnvironmentGuard(const EnvironmentGuard&) = delete;
  EnvironmentGuard& operator=(const EnvironmentGuard&) = delete;
  ~EnvironmentGuard() { assign(before_); }

 private:
  void assign(const std::optional<std::string>& value) const {
    if (value) {
      ::setenv(name_.c_str(), value->c_str(), /*overwrite=*/1);
    } else {
      ::unsetenv(name_.c_str());
    }
  }

  std::string name_;
  std::optional<std::string> before_;
};

}  // namespace berth::pjrt
