#include "berth/device.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <tuple>

#include "berth/error.h"
#include "runtime/process.h"

namespace berth {
namespace {

const detail::DeviceInfo& info_of(Device device, const char* accessor) {
  if (!device) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[Device::{}] a default-constructed Device is no device: take one from "
                            "devices()",
                            accessor));
  }
  return *device.info();
}

auto order(const Device& device) {
  return std::tuple(device.platform(), device.process_index(), device.id());
}

std::string list(std::span<const Device> devices) {
  std::string text;
  for (const Device device : devices) text += (text.empty() ? "" : ", ") + to_string(device);
  return text;
}

}  // namespace

std::string_view Device::platform() const { return info_of(*this, "platform").platform->name; }

std::string_view Device::platform_version() const {
  return info_of(*this, "platform_version").platform->client.platform_version();
}

int Device::id() const { return info_of(*this, "id").engine->id; }

std::optional<int> Device::local_hardware_id() const {
  return info_of(*this, "local_hardware_id").engine->local_hardware_id;
}

std::string_view Device::device_kind() const { return info_of(*this, "device_kind").engine->kind; }

std::string_view Device::hostname() const { return info_of(*this, "hostname").hostname; }

int Device::process_index() const { return info_of(*this, "process_index").engine->process_index; }

bool Device::is_addressable() const {
  return info_of(*this, "is_addressable").engine->is_addressable;
}

std::span<const Device::NamedAttribute> Device::attributes() const {
  return info_of(*this, "attributes").engine->attributes;
}

std::span<const MemoryKind> Device::memories() const { return info_of(*this, "memories").kinds; }

std::strong_ordering operator<=>(Device a, Device b) {
  if (a.info_ == b.info_) return std::strong_ordering::equal;
  if (!a || !b) return a ? std::strong_ordering::greater : std::strong_ordering::less;
  return order(a) <=> order(b);
}

std::string to_string(Device device) { return device ? device.info()->name : "no device"; }

std::span<const Device> devices() { return runtime::default_platform().devices; }

std::span<const Device> devices(std::string_view platform) {
  return runtime::platform(platform).devices;
}

std::vector<Device> devices(const std::function<bool(Device)>& predicate) {
  std::vector<Device> chosen;
  const auto all = devices();
  std::copy_if(all.begin(), all.end(), std::back_inserter(chosen), predicate);
  return chosen;
}

std::vector<Device> local_devices() {
  return devices([](Device device) { return device.is_addressable(); });
}

Device device(std::string_view name) {
  const std::size_t colon = name.find(':');
  const std::string_view platform = name.substr(0, colon);
  const auto refuse = [&](const std::string& why) {
    throw Error(ErrorCode::invalid_argument, fmt::format("[device] \"{}\" {}", name, why));
  };
  if (platform.empty())
    refuse("names no platform: write it as \"cpu:0\", or \"gpu\" for the first");

  const auto all = devices(platform);
  if (colon == name.npos) return all.front();

  const std::string_view number = name.substr(colon + 1);
  int id = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), id);
  if (error != std::errc() || end != number.data() + number.size()) {
    refuse("has no number behind the colon: write it as \"cpu:0\"");
  }
  const auto found =
      std::find_if(all.begin(), all.end(), [&](Device one) { return one.id() == id; });
  if (found == all.end()) refuse(fmt::format("is no device: {} has {}", platform, list(all)));
  return *found;
}

}  // namespace berth
