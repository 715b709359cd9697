#include "pjrt/places.h"

#include <dlfcn.h>

#include <algorithm>
#include <cctype>

#include "core/environment.h"
#include "pjrt/files.h"
#include "pjrt/shared_object.h"

namespace berth::pjrt::places {
namespace {

/// Adds the plugins among `files`; other libraries are passed over.
void add_plugins(Listing& listing, const std::vector<std::filesystem::path>& files) {
  for (const std::filesystem::path& file : files) {
    if (plugin_fault(file).empty()) {
      listing.candidates.push_back(
          {.platform = platform_of(file), .library = file, .place = listing.place});
    }
  }
}

/// The folder of the library or program that this function is in.
std::filesystem::path own_folder() {
  Dl_info info = {};
  if (::dladdr(reinterpret_cast<void*>(&own_folder), &info) == 0 || !info.dli_fname) {
    return {};
  }
  std::error_code failure;
  const auto file = std::filesystem::canonical(info.dli_fname, failure);
  return failure ? std::filesystem::path() : file.parent_path();
}

}  // namespace

Listing berth_variable(std::string_view platform) {
  std::string name = "BERTH_PLUGIN_PATH_" + std::string(platform);
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::toupper(c); });
  Listing listing = {.place = name, .is_binding = true};
  const std::string path = environment(name);
  if (path.empty()) {
    listing.remark = "not set";
  } else {
    listing.candidates.push_back(
        {.platform = std::string(platform), .library = path, .place = name});
  }
  return listing;
}

Listing plugin_library_path() {
  Listing listing = {.place = "PJRT_PLUGIN_LIBRARY_PATH"};
  const std::string value = environment(listing.place);
  if (value.empty()) {
    listing.remark = "not set";
    return listing;
  }
  std::error_code failure;
  for (const std::filesystem::path path : split(value, ':')) {
    add_plugins(listing, std::filesystem::is_directory(path, failure)
                             ? matches(path, "*.so")
                             : std::vector<std::filesystem::path>{path});
  }
  listing.remark = "no plugin in " + value;
  return listing;
}

Listing user_folder() {
  const std::filesystem::path cache = user_cache_folder();
  if (cache.empty()) {
    return {.place = "the user's plugin folder",
            .remark = "neither HOME nor BERTH_CACHE_DIR is set"};
  }
  const std::filesystem::path plugins = cache / "plugins";
  Listing listing = {.place = plugins.string()};
  for (const std::filesystem::path& folder : matches(plugins, "*-*")) {
    const std::string name = folder.filename().string();
    for (const std::filesystem::path& file : matches(folder, "*.so")) {
      if (plugin_fault(file).empty()) {
        listing.candidates.push_back(
            {.platform = name.substr(0, name.find('-')), .library = file, .place = listing.place});
      }
    }
  }
  listing.remark = std::filesystem::exists(plugins) ? "no plugin" : "no such folder";
  return listing;
}

Listing beside_berth() {
  const std::filesystem::path folder = own_folder();
  Listing listing = {.place = "beside berth, in " + folder.string()};
  // By name first: system folders hold thousands of libraries.
  add_plugins(listing, matches(folder, "*pjrt*.so"));
  add_plugins(listing, matches(folder / "berth", "*.so"));
  listing.remark = "no plugin";
  return listing;
}

std::vector<std::function<Listing()>> in_order(std::string_view platform) {
  return {[platform] { return berth_variable(platform); },
          names_and_library_paths,
          plugin_library_path,
          user_folder,
          python_wheels,
          beside_berth};
}

}  // namespace berth::pjrt::places
