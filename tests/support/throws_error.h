#pragma once

#include <gmock/gmock.h>

#include <string>

#include "berth/error.h"

namespace berth {

/// Calling it throws an E (or a class derived from it) with this code and exactly this text.
template <class E = Error>
auto ThrowsError(ErrorCode code, const std::string& text) {
  return testing::Throws<E>(
      testing::AllOf(testing::Property("code", &E::code, code),
                     testing::Property("what", &E::what, testing::StrEq(text))));
}

}  // namespace berth
