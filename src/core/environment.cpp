#include "core/environment.h"

#include <cstdlib>

namespace berth {

std::string environment(const std::string& name) {
  const char* const value = std::getenv(name.c_str());
  return value ? value : "";
}

std::filesystem::path user_cache_folder() {
  using std::filesystem::path;
  if (const std::string berth = environment("BERTH_CACHE_DIR"); !berth.empty()) return berth;
  // A relative one is to be ignored, says the XDG specification.
  if (const path xdg = environment("XDG_CACHE_HOME"); xdg.is_absolute()) return xdg / "berth";
  const std::string home = environment("HOME");
  return home.empty() ? path() : path(home) / ".cache" / "berth";
}

}  // namespace berth
