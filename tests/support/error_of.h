#pragma once

#include <string>

#include "berth/error.h"

namespace berth {

/// The message of the Error that `call` throws, without the line.
template <class Call>
std::string error_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    const std::string message = error.what();
    return message.substr(0, message.find("\n  at "));
  }
  return "nothing was thrown";
}

/// The line of the Error that `call` throws.
template <class Call>
int error_line_of(Call call) {
  try {
    call();
  } catch (const Error& error) {
    return error.where().line();
  }
  return 0;
}

}  // namespace berth
