#pragma once

#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>

#include "berth/source_location.h"

namespace berth {

/// Why something failed: the sixteen codes of the engine, so that a plugin's code passes through.
enum class ErrorCode : std::uint8_t {
  cancelled = 1,
  unknown,
  invalid_argument,
  deadline_exceeded,
  not_found,
  already_exists,
  permission_denied,
  resource_exhausted,
  failed_precondition,
  aborted,
  out_of_range,
  unimplemented,
  internal,
  unavailable,
  data_loss,
  unauthenticated,
};

/// "invalid_argument" and so on; lives as long as the process.
std::string_view to_string(ErrorCode code);

/// Every failure that berth reports. `what()` is the message, then "\n  at file:line" when the
/// line of the user's mistake is known. Copyable without throwing.
///
/// Failures of asynchronous work are kept in the array and thrown by whoever waits for it.
class Error : public std::runtime_error {
 public:
  Error(ErrorCode code, const std::string& message, Here where = {});

  ErrorCode code() const noexcept { return code_; }
  /// The line of the call that failed, or of the work that failed later.
  Here where() const noexcept { return where_; }

 private:
  ErrorCode code_;
  Here where_;
};

/// Arrays committed to different places met in one operation. Code `invalid_argument`.
class DeviceMismatchError : public Error {
 public:
  explicit DeviceMismatchError(const std::string& message, Here where = {});
};

/// A transfer that a `transfer_guard` forbids. Code `failed_precondition`.
class TransferGuardError : public Error {
 public:
  explicit TransferGuardError(const std::string& message, Here where = {});
};

/// The array was deleted or donated. Code `failed_precondition`.
class DeletedArrayError : public Error {
 public:
  explicit DeletedArrayError(const std::string& message, Here where = {});
};

/// A traced value was used as a concrete one. Code `failed_precondition`.
class TracerError : public Error {
 public:
  explicit TracerError(const std::string& message, Here where = {});
};

/// A plugin could not be found, loaded or started.
class PluginError : public Error {
 public:
  using Error::Error;
};

namespace detail {

/// Throws `Error(internal)` that names our own line and asks for a report.
[[noreturn]] void assertion_failed(const char* condition, Here where);

}  // namespace detail
}  // namespace berth

/// A condition that only a fault of berth itself can break.
#define BERTH_ASSERT(condition) \
  ((condition) ? void() : ::berth::detail::assertion_failed(#condition, ::berth::Here::current()))
