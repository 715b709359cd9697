#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/loader.h"

namespace berth::pjrt {

/// A place that was searched, and what came of it.
struct Step {
  std::string place;    ///< "BERTH_PLUGIN_PATH_CPU", "wheels of /usr"
  std::string outcome;  ///< "not set", "/x/plugin.so: no such file"
};

/// The search so far, in order: what a `PluginError` prints.
using Trail = std::vector<Step>;

/// "  1. explicit path: none given\n  2. ..."
std::string to_string(const Trail& trail);

/// A plugin's library, not loaded yet.
struct Candidate {
  std::string platform;  ///< "cpu", "cuda", "rocm", "tpu", ...: by the name of its file or place.
  std::filesystem::path library;
  std::string place;
};

/// Finds and loads the plugin of `platform` ("cpu", "cuda", ...; not "gpu").
///
/// In order: `explicit_path`, BERTH_PLUGIN_PATH_<PLATFORM>, PJRT_NAMES_AND_LIBRARY_PATHS,
/// PJRT_PLUGIN_LIBRARY_PATH, the user's plugin folder, the wheels of the Python environment, the
/// folder of berth's own library. Stops at the first plugin that loads; what the user named and
/// does not load is an error at once. Throws `PluginError` that prints the whole trail, which is
/// also left in `trail` if given.
const Plugin& find_plugin(std::string_view platform,
                          const std::optional<std::filesystem::path>& explicit_path = std::nullopt,
                          Trail* trail = nullptr);

/// Every plugin that these places hold, the first for each platform, without loading any.
std::vector<Candidate> installed_plugins(Trail* trail = nullptr);

}  // namespace berth::pjrt
