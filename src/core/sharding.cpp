#include "berth/sharding.h"

#include <fmt/format.h>

#include <algorithm>

#include "berth/error.h"

namespace berth {
namespace {

std::string names_of(std::span<const MemoryKind> kinds) {
  std::vector<std::string_view> names;
  for (const MemoryKind kind : kinds) names.push_back(to_string(kind));
  return fmt::format("{}", fmt::join(names, ", "));
}

Device checked(Device device, MemoryKind kind) {
  if (!device) {
    throw Error(ErrorCode::invalid_argument,
                "[Sharding] a default-constructed Device is no place: take one from "
                "devices() or device(\"cpu:0\")");
  }
  const std::span<const MemoryKind> kinds = device.memories();
  if (std::ranges::find(kinds, kind) == kinds.end()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[Sharding] {} has no {} memory: it has {}", to_string(device),
                            to_string(kind), names_of(kinds)));
  }
  return device;
}

}  // namespace

std::string_view to_string(MemoryKind kind) {
  switch (kind) {
    case MemoryKind::device:
      return "device";
    case MemoryKind::pinned_host:
      return "pinned_host";
    case MemoryKind::unpinned_host:
      return "unpinned_host";
  }
  return "unknown";
}

std::string to_string(const Sharding& sharding) {
  std::string device = to_string(sharding.single_device());
  if (sharding.memory_kind() == MemoryKind::device) return device;
  return fmt::format("{} ({})", device, to_string(sharding.memory_kind()));
}

Sharding Sharding::with_memory_kind(MemoryKind kind) const {
  return Sharding(checked(device_, kind), kind);
}

SingleDeviceSharding::SingleDeviceSharding(Device device, MemoryKind kind)
    : Sharding(checked(device, kind), kind) {}

Target::Target(Device device) : sharding_(SingleDeviceSharding(device)) {}

Target::Target(MemoryKind kind) : kind_(kind) {}

Sharding Target::resolve(const Sharding& current) const {
  return sharding_ ? *sharding_ : current.with_memory_kind(kind_);
}

std::string to_string(const Target& target) {
  return target.sharding_ ? to_string(*target.sharding_) : std::string(to_string(target.kind_));
}

}  // namespace berth
