#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "berth/device.h"

namespace berth {

/// Where the parts of an array live: devices, and the kind of memory on each. A value.
class Sharding {
 public:
  /// The devices that hold a part, in order.
  std::vector<Device> devices() const { return {device_}; }
  MemoryKind memory_kind() const { return memory_kind_; }
  /// The same devices, another kind of memory. Throws `Error(invalid_argument)` if they have none.
  Sharding with_memory_kind(MemoryKind kind) const;

  friend bool operator==(const Sharding&, const Sharding&) = default;

  /// For berth's own parts: the one device of a sharding over one device.
  Device single_device() const { return device_; }

 protected:
  Sharding(Device device, MemoryKind kind) : device_(device), memory_kind_(kind) {}

 private:
  Device device_;
  MemoryKind memory_kind_;
};

/// "cpu:1", "cpu:1 (pinned_host)".
std::string to_string(const Sharding& sharding);

/// The whole array on one device.
///
/// Throws `Error(invalid_argument)` if `device` is no device or has no memory of that kind.
/// JAX: `jax.sharding.SingleDeviceSharding`.
class SingleDeviceSharding : public Sharding {
 public:
  explicit SingleDeviceSharding(Device device, MemoryKind kind = MemoryKind::device);
};

/// What verbs of placement take: a device, a sharding, or a memory kind ("where it is, in that
/// memory"). A device means its default memory.
class Target {
 public:
  Target(Device device);    // NOLINT(google-explicit-constructor): verbs take any of the three
  Target(MemoryKind kind);  // NOLINT(google-explicit-constructor)
  template <std::derived_from<Sharding> S>
  Target(const S& sharding) : sharding_(sharding) {}  // NOLINT(google-explicit-constructor)

  /// The place for an array that is at `current` now.
  Sharding resolve(const Sharding& current) const;

  friend bool operator==(const Target&, const Target&) = default;
  friend std::string to_string(const Target& target);

 private:
  std::optional<Sharding> sharding_;  // empty: `kind_` decides
  MemoryKind kind_ = MemoryKind::device;
};

/// "cpu:1", "cpu:1 (pinned_host)", "pinned_host".
std::string to_string(const Target& target);

}  // namespace berth

template <>
struct std::hash<berth::Sharding> {
  std::size_t operator()(const berth::Sharding& sharding) const noexcept {
    return std::hash<berth::Device>()(sharding.single_device()) * 4 +
           static_cast<std::size_t>(sharding.memory_kind());
  }
};
