#pragma once

#include <cstdint>
#include <string>

namespace berth::runtime {

/// "24 B", "1.5 KiB", "4.0 TiB": rounded down to one digit, so that it never says more than is
/// there.
std::string human_bytes(std::int64_t bytes);

}  // namespace berth::runtime
