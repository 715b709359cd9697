#include "pjrt/files.h"

#include <fnmatch.h>

#include <algorithm>
#include <cstring>

namespace berth::pjrt {

std::vector<std::filesystem::path> matches(const std::filesystem::path& folder,
                                           const std::string& name) {
  std::vector<std::filesystem::path> found;
  std::error_code failure;
  for (std::filesystem::directory_iterator entry(folder, failure), end; !failure && entry != end;
       entry.increment(failure)) {
    if (::fnmatch(name.c_str(), entry->path().filename().c_str(), 0) == 0) {
      found.push_back(entry->path());
    }
  }
  std::ranges::sort(
      found, [](const auto& a, const auto& b) { return ::strverscmp(a.c_str(), b.c_str()) > 0; });
  return found;
}

std::vector<std::string_view> split(std::string_view text, char separator) {
  std::vector<std::string_view> pieces;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    if (end > 0) {
      pieces.push_back(text.substr(0, end));
    }
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return pieces;
}

}  // namespace berth::pjrt
