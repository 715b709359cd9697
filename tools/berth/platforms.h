#pragma once

#include <string>
#include <vector>

#include "pjrt/discovery.h"
#include "runtime/process.h"

namespace berth::cli {

/// A plugin of this machine, and what came of starting it.
struct Installed {
  pjrt::Candidate candidate;
  const runtime::Platform* platform = nullptr;  ///< Null if it did not start.
  std::string problem;                          ///< Then why.
};

/// Every plugin that a search finds, the first for each platform, started.
std::vector<Installed> installed_platforms(pjrt::Trail& trail);

}  // namespace berth::cli
