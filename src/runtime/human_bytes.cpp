#include "runtime/human_bytes.h"

#include <fmt/format.h>

#include <array>

namespace berth::runtime {

std::string human_bytes(std::int64_t bytes) {
  if (bytes < 1024) return fmt::format("{} B", bytes);
  constexpr std::array units = {"KiB", "MiB", "GiB", "TiB", "PiB", "EiB"};
  std::size_t unit = 0;
  std::int64_t rest = bytes;  // in units of 1/1024 of `unit`
  while (rest >= std::int64_t{1024} * 1024) {
    rest /= 1024;
    ++unit;
  }
  return fmt::format("{}.{} {}", rest / 1024, rest % 1024 * 10 / 1024, units[unit]);
}

}  // namespace berth::runtime
