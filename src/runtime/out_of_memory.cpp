#include "runtime/out_of_memory.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "runtime/account.h"
#include "runtime/human_bytes.h"
#include "runtime/text_table.h"

namespace berth::runtime {
namespace {

constexpr std::size_t listed = 10;

Account::Totals totals_on(Device device) {
  Account::Totals sum;
  for (const MemoryKind kind : device.memories()) {
    const Account::Totals part = account_of(device, kind).totals();
    sum.bytes_in_use += part.bytes_in_use;
    sum.num_values += part.num_values;
  }
  return sum;
}

/// A device of the same platform with memory of its own, and less of it in use.
std::optional<Device> emptier_device(Device full, std::int64_t in_use) {
  if (full.platform() == "cpu") return std::nullopt;  // these share the host's memory
  for (const Device device : devices(full.platform())) {
    if (device.is_addressable() && totals_on(device).bytes_in_use < in_use) return device;
  }
  return std::nullopt;
}

std::string suggestion(const MemoryRequest& request, std::int64_t bytes, std::int64_t in_use,
                       const std::vector<LiveArray>& live) {
  const auto limit = request.device.memory_stats().bytes_limit;
  if (limit && bytes > *limit) {
    return fmt::format("{} has {} in all: divide the array among several devices",
                       to_string(request.device), human_bytes(*limit));
  }
  if (const auto other = emptier_device(request.device, in_use)) {
    return fmt::format("put it on {}, where less is in use", to_string(*other));
  }
  if (live.empty() || (!limit && bytes > in_use)) {
    return "deleting arrays cannot make that much room: ask for less at a time";
  }
  return fmt::format("delete or donate the {} that {} made",
                     to_string(live[0].dtype, live[0].shape), to_string(live[0].where));
}

std::string list(const std::vector<LiveArray>& live) {
  using enum TextTable::Align;
  TextTable table({left, right, left, left});
  for (const LiveArray& array : live) {
    table.add({to_string(array.dtype, array.shape), human_bytes(array.bytes),
               to_string(array.sharding), to_string(array.where)});
  }
  return table.to_string("  ");
}

}  // namespace

void throw_out_of_memory(const MemoryRequest& request, std::string_view engine_text) {
  const std::int64_t bytes = request.bytes > 0 ? request.bytes : requested_bytes(engine_text);
  const Account::Totals used = totals_on(request.device);
  std::vector<LiveArray> live = largest_on(request.device, listed);

  std::string text = fmt::format("[{}] no room for {}", request.who, request.what);
  if (bytes > 0) text += fmt::format(" ({})", human_bytes(bytes));
  text += fmt::format(" on {}, where ", to_string(request.device));
  if (live.empty()) {
    text += "no array lives\n";
  } else {
    text += fmt::format("{} {} {}; the largest:\n{}", used.num_values,
                        used.num_values == 1 ? "array takes" : "arrays take",
                        human_bytes(used.bytes_in_use), list(live));
  }
  text += fmt::format("The engine says: {}\n", engine_text);
  text += "What helps: " + suggestion(request, bytes, used.bytes_in_use, live);
  throw OutOfMemoryError(text, request.device, bytes, std::move(live), request.here);
}

std::int64_t requested_bytes(std::string_view engine_text) {
  // "Out of memory allocating 123 bytes", "... trying to allocate 1.50GiB": the number after it.
  const std::size_t verb = engine_text.find("allocat");
  if (verb == std::string_view::npos) return 0;
  const std::size_t start = engine_text.find_first_of("0123456789", verb);
  if (start == std::string_view::npos) return 0;
  double number = 0;
  const auto [end, error] =
      std::from_chars(engine_text.data() + start, engine_text.data() + engine_text.size(), number);
  if (error != std::errc()) return 0;

  auto unit = engine_text.substr(static_cast<std::size_t>(end - engine_text.data()));
  if (unit.starts_with(' ')) unit.remove_prefix(1);
  constexpr std::array prefixes = {'K', 'M', 'G', 'T'};
  for (const char prefix : prefixes) {
    number *= 1024;
    if (unit.starts_with(prefix)) return std::llround(number);
  }
  return unit.starts_with('b') || unit.starts_with('B') ? std::llround(std::ldexp(number, -40)) : 0;
}

}  // namespace berth::runtime
