#pragma once

#include "berth/error.h"
#include "runtime/out_of_memory.h"

namespace berth::runtime {

/// Throws what an engine call threw as the user's error: "[who] text" with the line of `request`.
/// No room is an `OutOfMemoryError`.
[[noreturn]] void raise(const Error& engine, const MemoryRequest& request);

}  // namespace berth::runtime
