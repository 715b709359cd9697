#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "berth/memory.h"

namespace berth::runtime {

/// What there was no room for.
struct MemoryRequest {
  std::string who;   ///< The public function or the operation: "device_put", "matmul".
  std::string what;  ///< "f32[1024, 1024]", "the results of matmul".
  Device device;
  std::int64_t bytes = 0;  ///< 0: not known, so that the engine's text may tell.
  Here here;
};

/// Throws `OutOfMemoryError`. The text lists the largest live arrays of the device and ends with
/// one suggestion. `engine_text` is what the engine said.
[[noreturn]] void throw_out_of_memory(const MemoryRequest& request, std::string_view engine_text);

/// The bytes that an engine's text says it could not allocate; 0 if it does not.
std::int64_t requested_bytes(std::string_view engine_text);

}  // namespace berth::runtime
