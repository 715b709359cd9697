#pragma once

#include <compare>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "berth/source_location.h"

namespace berth {

/// A kind of memory that a device can reach. `device` is the device's default memory, whatever
/// the plugin calls it.
enum class MemoryKind : std::uint8_t { device, pinned_host, unpinned_host };

inline constexpr MemoryKind pinned_host = MemoryKind::pinned_host;
inline constexpr MemoryKind unpinned_host = MemoryKind::unpinned_host;

std::string_view to_string(MemoryKind kind);

/// What a plugin says about a device, such as `compute_capability` or `coords`.
using Attribute = std::variant<bool, std::int64_t, float, std::string, std::vector<std::int64_t>>;

struct MemoryStats;

namespace detail {
struct DeviceInfo;
}

/// A place where arrays live and operations run: a small value, to be copied.
///
/// A device lives as long as the process. Devices are equal iff they are the same device, and
/// ordered by platform, process and id, so that every process sees one order.
/// A default-constructed one is no device: every accessor throws `Error(invalid_argument)`.
class Device {
 public:
  Device() = default;

  /// "cpu", "gpu" (CUDA and ROCm, as in JAX), "tpu", or the plugin's own name.
  std::string_view platform() const;
  /// What the plugin says of itself; names CUDA or ROCm and their versions.
  std::string_view platform_version() const;
  int id() const;
  /// The number of the hardware on its host; empty for a device of another process.
  std::optional<int> local_hardware_id() const;
  std::string_view device_kind() const;
  std::string_view hostname() const;
  int process_index() const;
  /// Whether this process can place arrays there.
  bool is_addressable() const;

  struct NamedAttribute {
    std::string name;
    Attribute value;
  };
  std::span<const NamedAttribute> attributes() const;

  /// The kinds of memory it reaches, `MemoryKind::device` first.
  std::span<const MemoryKind> memories() const;
  /// The plugin's statistics where it keeps them, else berth's own account.
  /// `MemoryStats` is in berth/memory.h.
  MemoryStats memory_stats() const;

  explicit operator bool() const { return info_ != nullptr; }
  friend bool operator==(Device a, Device b) { return a.info_ == b.info_; }
  friend std::strong_ordering operator<=>(Device a, Device b);

  /// For berth's own parts.
  const detail::DeviceInfo* info() const { return info_; }
  explicit Device(const detail::DeviceInfo* info) : info_(info) {}

 private:
  const detail::DeviceInfo* info_ = nullptr;
};

/// "cpu:1"; "no device" for a default-constructed one.
std::string to_string(Device device);

/// The devices of the default platform, of all processes, in the plugin's order.
///
/// The first call starts the engine. Throws `PluginError` with the whole trail of the search if
/// no platform works. JAX: `jax.devices`.
std::span<const Device> devices();
/// The devices of `platform`. Throws `PluginError` that lists what was tried.
std::span<const Device> devices(std::string_view platform);
/// Those of `devices()` for which `predicate` holds.
std::vector<Device> devices(const std::function<bool(Device)>& predicate);
/// Those of `devices()` that this process can address.
std::vector<Device> local_devices();
/// The device called "cpu:1", or "gpu" for the first of a platform. Throws `Error` or
/// `PluginError`.
Device device(std::string_view name);

/// How many CPU devices the process will have: 1 unless this or `BERTH_CPU_DEVICES` says else.
///
/// Throws `Error(failed_precondition)` if the CPU client has started already,
/// `Error(invalid_argument)` outside 1 to 1024.
void set_cpu_device_count(int count, Here here = Here::current());

/// Makes `path` the plugin of `platform`, before any other place is searched.
/// Throws `Error(failed_precondition)` if that platform has started already.
void register_plugin(std::string_view platform, std::string_view path, Here here = Here::current());

}  // namespace berth

template <>
struct std::hash<berth::Device> {
  std::size_t operator()(berth::Device device) const noexcept {
    return std::hash<const void*>()(device.info());
  }
};
