#include "pjrt/discovery.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cctype>
#include <set>

#include "pjrt/places.h"

extern char** environ;  // NOLINT(readability-redundant-declaration): POSIX wants it declared

namespace berth::pjrt {
namespace {

/// What to do about a platform that was not found.
std::string cure(std::string_view platform) {
  std::string variable(platform);
  std::ranges::transform(variable, variable.begin(),
                         [](unsigned char c) { return std::toupper(c); });
  const std::string by_path = fmt::format("set BERTH_PLUGIN_PATH_{} to its library", variable);
  if (platform == "cpu") {
    return "run tools/quickstart, or pip install lammps-jax-pjrt-cpu, or " + by_path;
  }
  if (platform == "cuda") {
    return "pip install jax-cuda13-pjrt (or jax-cuda12-pjrt), or " + by_path;
  }
  if (platform == "rocm") {
    return "pip install jax-rocm7-pjrt, or " + by_path;
  }
  return "install the vendor's plugin, or " + by_path;
}

[[noreturn]] void fail(std::string_view platform, ErrorCode code, const std::string& headline,
                       const Trail& trail, bool with_cure) {
  std::string text = fmt::format("[plugin] {}\nSearched for platform \"{}\":\n{}", headline,
                                 platform, to_string(trail));
  if (with_cure) {
    text += fmt::format("To get one: {}.", cure(platform));
  } else {
    text.pop_back();
  }
  throw PluginError(code, text);
}

/// What a listing without a plugin of this platform has to say.
std::string passed_over(const places::Listing& listing) {
  if (listing.candidates.empty()) {
    return listing.remark;
  }
  std::set<std::string> platforms;
  for (const Candidate& candidate : listing.candidates) {
    platforms.insert(candidate.platform);
  }
  return fmt::format("only for {}", fmt::join(platforms, ", "));
}

/// The message of a refused library, without the prefix that the trail's line repeats.
std::string refusal(const Error& failure) {
  constexpr std::string_view prefix = "[plugin] ";
  const std::string text = failure.what();
  return text.starts_with(prefix) ? text.substr(prefix.size()) : text;
}

/// The variables BERTH_PLUGIN_PATH_<PLATFORM> that are set, by their platforms.
std::vector<std::string> platforms_of_variables() {
  constexpr std::string_view prefix = "BERTH_PLUGIN_PATH_";
  std::vector<std::string> platforms;
  for (char** variable = environ; variable && *variable; ++variable) {
    const std::string_view text = *variable;
    const std::size_t end = text.find('=');
    if (text.starts_with(prefix) && end != std::string_view::npos) {
      std::string platform(text.substr(prefix.size(), end - prefix.size()));
      std::ranges::transform(platform, platform.begin(),
                             [](unsigned char c) { return std::tolower(c); });
      platforms.push_back(std::move(platform));
    }
  }
  std::ranges::sort(platforms);
  return platforms;
}

}  // namespace

std::string to_string(const Trail& trail) {
  std::string text;
  for (std::size_t i = 0; i < trail.size(); ++i) {
    text += fmt::format("  {}. {}: {}\n", i + 1, trail[i].place, trail[i].outcome);
  }
  return text;
}

FoundPlugin find_plugin(std::string_view platform,
                        const std::optional<std::filesystem::path>& given_path, Trail* trail_out) {
  Trail local;
  Trail& trail = trail_out ? *trail_out : local;
  trail.clear();

  std::vector<std::function<places::Listing()>> searches = places::in_order(platform);
  searches.insert(searches.begin(), [&] {
    places::Listing listing = {.place = "given path", .remark = "none", .is_binding = true};
    if (given_path) {
      listing.candidates.push_back(
          {.platform = std::string(platform), .library = *given_path, .place = listing.place});
    }
    return listing;
  });

  for (const auto& search : searches) {
    const places::Listing listing = search();
    bool was_tried = false;
    for (const Candidate& candidate : listing.candidates) {
      if (candidate.platform != platform) {
        continue;
      }
      was_tried = true;
      try {
        const Plugin& plugin = load(candidate.library);
        trail.push_back({candidate.place, plugin.path().string()});
        return {&plugin, candidate.options};
      } catch (const PluginError& failure) {
        trail.push_back({candidate.place, refusal(failure)});
        if (listing.is_binding) {
          fail(platform, failure.code(),
               fmt::format("the plugin that {} names for \"{}\" does not load", candidate.place,
                           platform),
               trail, /*with_cure=*/false);
        }
      }
    }
    if (!was_tried) {
      trail.push_back({listing.place, passed_over(listing)});
    }
  }
  fail(platform, ErrorCode::not_found, fmt::format("no plugin for \"{}\"", platform), trail,
       /*with_cure=*/true);
}

std::vector<Candidate> installed_plugins(Trail* trail) {
  std::vector<std::function<places::Listing()>> searches;
  for (const std::string& platform : platforms_of_variables()) {
    searches.emplace_back([platform] { return places::berth_variable(platform); });
  }
  const auto others = places::in_order({});
  searches.insert(searches.end(), others.begin() + 1, others.end());

  std::vector<Candidate> plugins;
  if (trail) {
    trail->clear();
  }
  for (const auto& search : searches) {
    places::Listing listing = search();
    if (trail && listing.candidates.empty()) {
      trail->push_back({listing.place, listing.remark});
    }
    for (Candidate& candidate : listing.candidates) {
      if (trail) {
        trail->push_back({candidate.place, candidate.library.string()});
      }
      const bool is_new =
          std::ranges::find(plugins, candidate.platform, &Candidate::platform) == plugins.end();
      if (is_new) {
        plugins.push_back(std::move(candidate));
      }
    }
  }
  return plugins;
}

}  // namespace berth::pjrt
