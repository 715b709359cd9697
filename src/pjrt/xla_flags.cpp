#include "pjrt/xla_flags.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <fstream>
#include <iterator>
#include <optional>

#include "berth/error.h"
#include "pjrt/mapped_file.h"

namespace berth::pjrt {
namespace {

constexpr std::string_view white_space = " \t\r\n";

/// The flags' text: the variable itself, or the file that it names.
std::optional<std::string> flags_text() {
  const char* variable = std::getenv("XLA_FLAGS");
  if (!variable) {
    return std::nullopt;
  }
  const std::string_view text = variable;
  const std::size_t first = text.find_first_not_of(white_space);
  if (first == std::string_view::npos) {
    return std::nullopt;
  }
  if (text[first] == '-') {
    return std::string(text);
  }
  std::ifstream file(variable);
  if (!file) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[plugin] XLA_FLAGS={}: it neither begins with a dash nor names a file "
                            "that can be read",
                            text));
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

/// A flag's name is a string constant of its library, so it lies in the file between two nulls.
/// (Of the CPU plugin's 321 flags, all do; of 133 similar words that are no flags, 13 do as well.)
bool knows(std::string_view library, std::string_view name) {
  const std::string constant = std::string(name) + '\0';
  const char* const end = library.data() + library.size();
  const char* at = library.data();
  while (at != end) {
    const auto room = static_cast<std::size_t>(end - at);
    const void* found = ::memmem(at, room, constant.data(), constant.size());
    if (!found) {
      return false;
    }
    at = static_cast<const char*>(found);
    if (at != library.data() && at[-1] == '\0') {
      return true;
    }
    ++at;
  }
  return false;
}

}  // namespace

namespace detail {

std::vector<std::string_view> split_flags(std::string_view text) {
  std::vector<std::string_view> flags;
  std::size_t begin = text.find_first_not_of(white_space);
  while (begin != std::string_view::npos && text[begin] == '-') {
    const std::size_t name_end = std::min(text.find_first_of(" \t\r\n=", begin), text.size());
    flags.push_back(text.substr(begin, name_end - begin));

    std::size_t end = name_end;
    const std::size_t quote = name_end + 1;
    if (quote < text.size() && text[name_end] == '=' &&
        (text[quote] == '"' || text[quote] == '\'')) {
      end = text.find(text[quote], quote + 1);
    }
    end = text.find_first_of(white_space, std::min(end, text.size()));
    begin = text.find_first_not_of(white_space, std::min(end, text.size()));
  }
  return flags;
}

}  // namespace detail

void check_xla_flags(const std::string& library) {
  const std::optional<std::string> text = flags_text();
  if (!text) {
    return;
  }
  const MappedFile file(library);
  std::vector<std::string_view> unknown;
  for (const std::string_view flag : detail::split_flags(*text)) {
    const bool has_dashes = flag.starts_with("--");
    if (!has_dashes || flag.size() == 2 || !knows(file.text(), flag.substr(2))) {
      unknown.push_back(flag);
    }
  }
  if (!unknown.empty()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[plugin] {}: it does not know {} in XLA_FLAGS: check the spelling, or "
                            "unset it for this plugin",
                            library, fmt::join(unknown, ", ")));
  }
}

}  // namespace berth::pjrt
