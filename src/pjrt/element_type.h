#pragma once

#include "berth/dtype.h"
#include "pjrt/abi.h"

namespace berth::pjrt {

/// The engine's number. Throws `Error(invalid_argument)` for a value that is no DType, since the
/// engine aborts on numbers that it does not know.
abi::ElementType to_engine(DType dtype);

/// Throws `Error(unimplemented)` for types that berth does not have, such as tokens.
DType from_engine(abi::ElementType type);

}  // namespace berth::pjrt
