#include <fmt/format.h>
#include <fmt/ranges.h>

#include <nlohmann/json.hpp>
#include <ostream>

#include "berth/memory.h"
#include "commands.h"
#include "platforms.h"
#include "runtime/human_bytes.h"
#include "runtime/text_table.h"

namespace berth::cli {
namespace {

using Align = runtime::TextTable::Align;

std::vector<Device> all_devices() {
  pjrt::Trail trail;
  std::vector<Device> result;
  for (const Installed& installed : installed_platforms(trail)) {
    if (installed.platform == nullptr) continue;
    result.insert(result.end(), installed.platform->devices.begin(),
                  installed.platform->devices.end());
  }
  return result;
}

std::vector<std::string_view> memory_names(Device device) {
  std::vector<std::string_view> names;
  for (const MemoryKind kind : device.memories()) names.push_back(to_string(kind));
  return names;
}

std::string text(const Attribute& attribute) {
  return std::visit(
      [](const auto& value) {
        if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::vector<std::int64_t>>) {
          return fmt::format("({})", fmt::join(value, ", "));
        } else {
          return fmt::format("{}", value);
        }
      },
      attribute);
}

std::string attributes(Device device) {
  std::string result;
  for (const auto& [name, value] : device.attributes()) {
    result += (result.empty() ? "" : " ") + name + "=" + text(value);
  }
  return result;
}

void print_table(const std::vector<Device>& devices, std::ostream& out) {
  runtime::TextTable table({Align::left, Align::left, Align::right, Align::left, Align::right,
                            Align::left, Align::left});
  table.add({"device", "kind", "process", "host", "memory", "memory kinds", "attributes"});
  for (const Device device : devices) {
    const auto limit = device.memory_stats().bytes_limit;
    table.add({to_string(device), std::string(device.device_kind()),
               std::to_string(device.process_index()), std::string(device.hostname()),
               limit ? runtime::human_bytes(*limit) : "-",
               fmt::format("{}", fmt::join(memory_names(device), " ")), attributes(device)});
  }
  out << table.to_string();
}

nlohmann::json as_json(Device device) {
  nlohmann::json attributes = nlohmann::json::object();
  for (const auto& [name, value] : device.attributes()) {
    std::visit([&, &key = name](const auto& v) { attributes[key] = v; }, value);
  }
  nlohmann::json result = {{"name", to_string(device)},
                           {"platform", device.platform()},
                           {"platform_version", device.platform_version()},
                           {"id", device.id()},
                           {"kind", device.device_kind()},
                           {"process", device.process_index()},
                           {"host", device.hostname()},
                           {"addressable", device.is_addressable()},
                           {"memory_kinds", memory_names(device)},
                           {"attributes", attributes}};
  const auto limit = device.memory_stats().bytes_limit;
  result["bytes_limit"] = limit ? nlohmann::json(*limit) : nlohmann::json();
  return result;
}

}  // namespace

int devices(bool json, std::ostream& out) {
  const std::vector<Device> found = all_devices();
  if (json) {
    nlohmann::json list = nlohmann::json::array();
    for (const Device device : found) list.push_back(as_json(device));
    out << list.dump(2) << "\n";
  } else if (found.empty()) {
    out << "no device: `berth doctor` says why\n";
  } else {
    print_table(found, out);
  }
  return found.empty() ? 1 : 0;
}

}  // namespace berth::cli
