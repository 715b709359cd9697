#include "platforms.h"

#include <utility>

namespace berth::cli {

std::vector<Installed> installed_platforms(pjrt::Trail& trail) {
  std::vector<Installed> result;
  for (pjrt::Candidate& candidate : pjrt::installed_plugins(&trail)) {
    Installed installed{.candidate = std::move(candidate), .problem = {}};
    try {
      installed.platform = &runtime::platform(installed.candidate.platform);
    } catch (const Error& error) {
      installed.problem = error.what();
    }
    result.push_back(std::move(installed));
  }
  return result;
}

}  // namespace berth::cli
