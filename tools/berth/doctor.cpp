#include <fmt/format.h>

#include <ostream>

#include "commands.h"
#include "pjrt/loader.h"
#include "platforms.h"

namespace berth::cli {
namespace {

// A problem may be many lines; each gets the indent of the paragraph.
std::string indented(const std::string& text) {
  std::string result = "  ";
  for (const char c : text) {
    result += c;
    if (c == '\n') result += "  ";
  }
  return result;
}

void report(const Installed& installed, std::ostream& out) {
  const pjrt::Candidate& candidate = installed.candidate;
  out << candidate.platform << (installed.platform != nullptr ? ": works\n" : ": does not work\n")
      << "  library  " << candidate.library.string() << "\n"
      << "  found in " << candidate.place << "\n";
  if (installed.platform == nullptr) {
    out << indented(installed.problem) << "\n";
    return;
  }
  const pjrt::Client& client = installed.platform->client;
  out << fmt::format("  PJRT     {}.{}, {}\n", client.api().major_version(),
                     client.api().minor_version(), client.platform_version());
  out << fmt::format("  devices  {}", installed.platform->devices.size());
  if (!installed.platform->devices.empty()) {
    out << " (" << installed.platform->devices[0].device_kind() << ")";
  }
  out << "\n";
}

}  // namespace

int doctor(std::ostream& out) {
  pjrt::Trail trail;
  const std::vector<Installed> found = installed_platforms(trail);
  for (const Installed& installed : found) {
    report(installed, out);
    out << "\n";
  }
  out << "searched:\n" << pjrt::to_string(trail) << "\n";
  try {
    const runtime::Platform& usual = runtime::default_platform();
    out << "default platform: " << usual.name << ", "
        << (usual.devices.empty() ? "no devices" : to_string(usual.devices[0])) << " first\n";
    return usual.devices.empty() ? 1 : 0;
  } catch (const Error& error) {
    out << "default platform: none works\n" << indented(error.what()) << "\n";
  }
  out << "  cure: tools/quickstart fetches the CPU plugin; or name a plugin's library in "
         "BERTH_PLUGIN_PATH_CPU\n";
  return 1;
}

}  // namespace berth::cli
