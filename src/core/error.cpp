#include "berth/error.h"

#include <array>

namespace berth {
namespace {

constexpr std::array<std::string_view, 17> code_names = {
    "ok",
    "cancelled",
    "unknown",
    "invalid_argument",
    "deadline_exceeded",
    "not_found",
    "already_exists",
    "permission_denied",
    "resource_exhausted",
    "failed_precondition",
    "aborted",
    "out_of_range",
    "unimplemented",
    "internal",
    "unavailable",
    "data_loss",
    "unauthenticated",
};

std::string with_line(const std::string& message, Here where) {
  return where ? message + "\n  at " + to_string(where) : message;
}

}  // namespace

std::string_view to_string(ErrorCode code) {
  const auto index = static_cast<std::size_t>(code);
  return index < code_names.size() ? code_names[index] : "unknown";
}

Error::Error(ErrorCode code, const std::string& message, Here where)
    : std::runtime_error(with_line(message, where)), code_(code), where_(where) {}

DeviceMismatchError::DeviceMismatchError(const std::string& message, Here where)
    : Error(ErrorCode::invalid_argument, message, where) {}

TransferGuardError::TransferGuardError(const std::string& message, Here where)
    : Error(ErrorCode::failed_precondition, message, where) {}

DeletedArrayError::DeletedArrayError(const std::string& message, Here where)
    : Error(ErrorCode::failed_precondition, message, where) {}

TracerError::TracerError(const std::string& message, Here where)
    : Error(ErrorCode::failed_precondition, message, where) {}

void detail::assertion_failed(const char* condition, Here where) {
  throw Error(ErrorCode::internal,
              std::string("berth broke its own rule `") + condition + "`: please report this",
              where);
}

}  // namespace berth
