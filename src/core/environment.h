#pragma once

#include <filesystem>
#include <string>

namespace berth {

/// The value of an environment variable; an empty one counts as not set.
std::string environment(const std::string& name);

/// The folder of what berth keeps for the user: BERTH_CACHE_DIR, XDG_CACHE_HOME/berth or
/// ~/.cache/berth. Empty if none of the variables is set.
std::filesystem::path user_cache_folder();

}  // namespace berth
