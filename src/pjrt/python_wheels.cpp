#include <unistd.h>

#include <algorithm>
#include <array>

#include "core/environment.h"
#include "pjrt/files.h"
#include "pjrt/places.h"
#include "pjrt/shared_object.h"

namespace berth::pjrt::places {
namespace {

namespace fs = std::filesystem;

/// Where `python3` would run from: the folder above the bin folder that holds it.
fs::path python_on_path() {
  const std::string path = environment("PATH");  // `split` points into it
  for (const fs::path folder : split(path, ':')) {
    const fs::path python = folder / "python3";
    if (::access(python.c_str(), X_OK) == 0) {
      return folder.parent_path();
    }
  }
  return {};
}

/// Prefixes of the Python environment, the innermost first.
std::vector<fs::path> prefixes() {
  std::vector<fs::path> result;
  const auto add = [&](const fs::path& prefix) {
    if (!prefix.empty() && std::ranges::find(result, prefix) == result.end()) {
      result.push_back(prefix);
    }
  };
  add(environment("VIRTUAL_ENV"));
  add(environment("CONDA_PREFIX"));
  const fs::path python = python_on_path();
  add(python);
  if (python == "/usr") {
    add("/usr/local");  // where Debian's own pip installs
  }
  if (const std::string home = environment("HOME"); !home.empty()) {
    add(fs::path(home) / ".local");
  }
  return result;
}

/// The package folders of a prefix, the latest Python first.
std::vector<fs::path> package_folders(const fs::path& prefix) {
  std::vector<fs::path> result;
  for (const char* lib : {"lib", "lib64"}) {
    for (const fs::path& python : matches(prefix / lib, "python3*")) {
      for (const char* packages : {"site-packages", "dist-packages"}) {
        if (fs::is_directory(python / packages)) {
          result.push_back(python / packages);
        }
      }
    }
  }
  return result;
}

/// Folders of `packages` that may hold a plugin, those we know best first.
std::vector<fs::path> plugin_folders(const fs::path& packages) {
  std::vector<fs::path> result;
  for (const char* package : {"lammps_jax_pjrt_cpu", "fastatomstruct_xla_cpu", "libtpu"}) {
    result.push_back(packages / package);
  }
  for (const char* space : {"jax_plugins", "xla_plugins"}) {
    for (fs::path& folder : matches(packages / space, "*")) {
      result.push_back(std::move(folder));
    }
  }
  return result;
}

}  // namespace

Listing python_wheels() {
  Listing listing = {.place = "wheels of the Python environment"};
  std::string searched;
  for (const fs::path& prefix : prefixes()) {
    searched += (searched.empty() ? "" : ", ") + prefix.string();
    for (const fs::path& packages : package_folders(prefix)) {
      for (const fs::path& folder : plugin_folders(packages)) {
        for (const fs::path& file : matches(folder, "*.so")) {
          if (plugin_fault(file).empty()) {
            listing.candidates.push_back({.platform = platform_of(file),
                                          .library = file,
                                          .place = "wheels of " + prefix.string()});
          }
        }
      }
    }
  }
  listing.remark = searched.empty() ? "no python3 on PATH" : "no plugin under " + searched;
  return listing;
}

}  // namespace berth::pjrt::places
