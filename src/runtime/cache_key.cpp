#include "runtime/cache_key.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <fstream>
#include <set>
#include <thread>

#include "core/environment.h"
#include "pjrt/client.h"

namespace berth::runtime {
namespace {

/// The file as the system knows it: a plugin that was replaced in place is another plugin, even if
/// it says the same version.
std::string file_identity(const std::string& path) {
  struct stat info = {};
  if (path.empty() || stat(path.c_str(), &info) != 0) return path;
  return fmt::format("{} {} {}.{:09} {}", path, info.st_size, info.st_mtim.tv_sec,
                     info.st_mtim.tv_nsec, info.st_ino);
}

/// What the system says of the first processor, without what changes from moment to moment.
std::string processor() {
  constexpr std::array kept = {"vendor_id", "cpu family",      "model",           "stepping",
                               "flags",     "Features",        "CPU implementer", "CPU variant",
                               "CPU part",  "CPU architecture"};
  std::ifstream info("/proc/cpuinfo");
  std::string text;
  for (std::string line; std::getline(info, line) && !line.empty();) {
    const std::string_view name = std::string_view(line).substr(0, line.find('\t'));
    if (std::find(kept.begin(), kept.end(), name) != kept.end()) text += line + '\n';
  }
  return text;
}

}  // namespace

std::string to_string(const CacheKey& key) {
  return fmt::format("{:016x}{:016x}", key.high, key.low);
}

CacheKey cache_key(std::string_view engine, std::string_view options, std::string_view program) {
  XXH3_state_t state;
  XXH3_128bits_reset(&state);
  for (const std::string_view part : {engine, options, program}) {
    // The length first, so that no byte can pass from one part to the next.
    const std::uint64_t size = part.size();
    XXH3_128bits_update(&state, &size, sizeof size);
    XXH3_128bits_update(&state, part.data(), part.size());
  }
  const XXH128_hash_t hash = XXH3_128bits_digest(&state);
  return {hash.high64, hash.low64};
}

std::string engine_identity(const pjrt::Client& client) {
  const pjrt::Api& api = client.api();
  std::string text =
      fmt::format("plugin {}\napi {}.{}\nplatform {} {}\ncores {}\n", file_identity(api.library()),
                  api.major_version(), api.minor_version(), client.platform_name(),
                  client.platform_version(), std::thread::hardware_concurrency());
  std::set<std::string_view> kinds;
  for (const pjrt::DeviceDescription& device : client.devices()) kinds.insert(device.kind);
  for (const std::string_view kind : kinds) text += fmt::format("device {}\n", kind);
  // The last two set the size of the engine's thread pool, for which it divides the work.
  for (const char* name : {"XLA_FLAGS", "PJRT_NPROC", "NPROC"}) {
    text += fmt::format("{}={}\n", name, environment(name));
  }
  return text + processor();
}

}  // namespace berth::runtime
