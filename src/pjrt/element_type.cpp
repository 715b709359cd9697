#include "pjrt/element_type.h"

#include <fmt/format.h>

#include "berth/error.h"

namespace berth::pjrt {
namespace {

constexpr bool is_known(int number) {
  return number > static_cast<int>(abi::ElementType::invalid) &&
         number <= static_cast<int>(abi::ElementType::u1) &&
         number != static_cast<int>(abi::ElementType::token);
}

}  // namespace

abi::ElementType to_engine(DType dtype) {
  const int number = static_cast<int>(dtype);
  if (!is_known(number)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[pjrt] {} is not the number of an element type", number));
  }
  return static_cast<abi::ElementType>(number);
}

DType from_engine(abi::ElementType type) {
  const int number = static_cast<int>(type);
  if (!is_known(number)) {
    throw Error(ErrorCode::unimplemented,
                fmt::format("[pjrt] the plugin's element type {} has no DType", number));
  }
  return static_cast<DType>(number);
}

}  // namespace berth::pjrt
