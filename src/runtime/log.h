#pragma once

#include <string_view>

namespace berth::runtime {

/// Hands a line to where `set_log` says. From any thread; takes no lock that a caller may hold.
void log_line(std::string_view line);

}  // namespace berth::runtime
