#pragma once

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pjrt/discovery.h"

/// The places where plugins are looked for, each of which only lists what it holds.
namespace berth::pjrt::places {

struct Listing {
  std::string place;
  std::vector<Candidate> candidates = {};
  std::string remark = {};  ///< Why there are none: "not set", "no such folder".
  /// The user named these files for their platforms: one that fails is an error.
  bool is_binding = false;
};

/// The platform that a library's name, or its folder's, stands for: "cuda" for
/// "jax_plugins/xla_cuda13/xla_cuda_plugin.so". The file's own name without the usual words when
/// it is none that we know.
std::string platform_of(const std::filesystem::path& library);

/// All, in the order of the search. Those of one platform only where its name is in the variable.
std::vector<std::function<Listing()>> in_order(std::string_view platform);

/// BERTH_PLUGIN_PATH_<PLATFORM>.
Listing berth_variable(std::string_view platform);
/// PJRT_NAMES_AND_LIBRARY_PATHS: name:path,name:path; a path may be a JSON file.
Listing names_and_library_paths();
/// PJRT_PLUGIN_LIBRARY_PATH: files and folders, separated by colons.
Listing plugin_library_path();
/// plugins/<platform>-<version>/ in the user's cache folder.
Listing user_folder();
/// Wheels of the Python environment: VIRTUAL_ENV, CONDA_PREFIX, the python3 on PATH.
Listing python_wheels();
/// Beside berth's own library or program.
Listing beside_berth();

}  // namespace berth::pjrt::places
