#include <algorithm>
#include <array>
#include <cctype>
#include <fstream>
#include <nlohmann/json.hpp>
#include <utility>

#include "berth/error.h"
#include "core/environment.h"
#include "pjrt/files.h"
#include "pjrt/places.h"

/// PJRT_NAMES_AND_LIBRARY_PATHS, and what a file's name says about its platform.
namespace berth::pjrt::places {
namespace {

ClientOptions::Value option_value(const nlohmann::json& value) {
  if (value.is_boolean()) {
    return value.get<bool>();
  }
  if (value.is_number_integer()) {
    return value.get<std::int64_t>();
  }
  if (value.is_number()) {
    return value.get<float>();
  }
  if (value.is_array()) {
    return value.get<std::vector<std::int64_t>>();
  }
  return value.get<std::string>();
}

/// Replaces the JSON file `candidate.library` by the library and the options that it names.
void read_json(Candidate& candidate) {
  std::ifstream file(candidate.library);
  const nlohmann::json json = nlohmann::json::parse(file);
  candidate.library = json.at("library_path").get<std::string>();
  for (const char* key : {"create_options", "create_option"}) {
    if (json.contains(key)) {
      for (const auto& [name, value] : json.at(key).items()) {
        candidate.options.set(name, option_value(value));
      }
    }
  }
}

}  // namespace

std::string platform_of(const std::filesystem::path& library) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 9> known = {{
      {"cuda", "cuda"},
      {"rocm", "rocm"},
      {"oneapi", "oneapi"},
      {"libtpu", "tpu"},
      {"_tpu", "tpu"},
      {"libtt", "tt"},
      {"rehearse", "rehearse"},
      {"metal", "metal"},
      {"cpu", "cpu"},
  }};
  for (const std::filesystem::path& part : {library.stem(), library.parent_path().filename()}) {
    std::string name = part.string();
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    for (const auto& [word, platform] : known) {
      if (name.find(word) != std::string::npos) {
        return std::string(platform);
      }
    }
  }
  std::string name = library.stem().string();
  for (const std::string_view word : {"pjrt_c_api_", "pjrt_plugin_", "xla_", "lib"}) {
    if (name.starts_with(word)) {
      name.erase(0, word.size());
    }
  }
  for (const std::string_view word : {"_plugin", "_pjrt"}) {
    if (name.ends_with(word)) {
      name.erase(name.size() - word.size());
    }
  }
  return name;
}

Listing names_and_library_paths() {
  Listing listing = {.place = "PJRT_NAMES_AND_LIBRARY_PATHS", .is_binding = true};
  const std::string value = environment(listing.place);
  if (value.empty()) {
    listing.remark = "not set";
    return listing;
  }
  for (const std::string_view entry : split(value, ',')) {
    const std::size_t colon = entry.find(':');
    if (colon == std::string_view::npos || colon == 0) {
      throw PluginError(ErrorCode::invalid_argument, "[plugin] PJRT_NAMES_AND_LIBRARY_PATHS: \"" +
                                                         std::string(entry) +
                                                         "\" is not of the form name:path");
    }
    Candidate candidate = {.platform = std::string(entry.substr(0, colon)),
                           .library = entry.substr(colon + 1),
                           .place = listing.place};
    if (candidate.library.extension() == ".json") {
      const std::string file = candidate.library.string();
      try {
        read_json(candidate);
      } catch (const nlohmann::json::exception& failure) {
        throw PluginError(ErrorCode::invalid_argument,
                          "[plugin] PJRT_NAMES_AND_LIBRARY_PATHS: " + file +
                              ": it must be a JSON object with a \"library_path\", and may have "
                              "\"create_options\": " +
                              failure.what());
      }
    }
    listing.candidates.push_back(std::move(candidate));
  }
  return listing;
}

}  // namespace berth::pjrt::places
