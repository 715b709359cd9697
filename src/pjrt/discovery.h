#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/client_options.h"
#include "pjrt/loader.h"

namespace berth::pjrt {

/// A place that was searched, and what came of it.
struct Step {
  std::string place;    ///< "BERTH_PLUGIN_PATH_CPU", "wheels of /usr"
  std::string outcome;  ///< "not set", "/x/plugin.so: no such file"
};

/// A search in its order: what a `PluginError` prints.
using Trail = std::vector<Step>;

/// A numbered line for each step.
std::string to_string(const Trail& trail);

/// A plugin's library, not loaded yet.
struct Candidate {
  std::string platform;  ///< "cpu", "cuda", "rocm", "tpu", ...: by the name of its file or place.
  std::filesystem::path library;
  std::string place;
  ClientOptions options = {};  ///< What a JSON file of PJRT_NAMES_AND_LIBRARY_PATHS asks for.
};

/// A plugin, and what its place wants its client to be made with.
struct FoundPlugin {
  const Plugin* plugin;
  ClientOptions options;
};

/// Finds and loads the plugin of `platform` ("cpu", "cuda", ...; not "gpu").
///
/// In order: `given_path`, BERTH_PLUGIN_PATH_<PLATFORM>, PJRT_NAMES_AND_LIBRARY_PATHS,
/// PJRT_PLUGIN_LIBRARY_PATH, the user's plugin folder, the wheels of the Python environment, the
/// folder of berth's own library. Stops at the first plugin that loads; one that the user named
/// for this platform and that does not load is an error at once. Throws `PluginError` that prints
/// the whole trail, which is also left in `trail` if given.
FoundPlugin find_plugin(std::string_view platform,
                        const std::optional<std::filesystem::path>& given_path = std::nullopt,
                        Trail* trail = nullptr);

/// The plugins that these places hold, the first for each platform, none loaded.
std::vector<Candidate> installed_plugins(Trail* trail = nullptr);

}  // namespace berth::pjrt
