#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace berth::pjrt {

/// Checks the environment's XLA_FLAGS against the flags that `library` knows: the engine aborts
/// the process on one that it does not. Costs nothing when the variable is not set.
///
/// Throws `Error(invalid_argument)` listing the unknown ones, or for a file of flags that cannot be
/// read.
void check_xla_flags(const std::string& library);

namespace detail {

/// The words of `text` that are flags, with their leading dashes and without their values, as the
/// engine splits them: it stops at the first word that does not begin with a dash.
std::vector<std::string_view> split_flags(std::string_view text);

}  // namespace detail
}  // namespace berth::pjrt
