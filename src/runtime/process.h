#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "berth/device.h"
#include "pjrt/client.h"
#include "runtime/account.h"
#include "runtime/in_flight.h"
#include "runtime/scalar_cache.h"
#include "runtime/stopper.h"

namespace berth::runtime {

struct Platform;

}  // namespace berth::runtime

namespace berth::detail {

/// What a `Device` points to. Lives as long as the process, at one address.
struct DeviceInfo {
  const runtime::Platform* platform = nullptr;
  const pjrt::DeviceDescription* engine = nullptr;
  std::string name;      ///< "cpu:1"
  std::string hostname;  ///< Empty for a device of another process that has not told it.

  std::vector<MemoryKind> kinds;                        ///< `device` first.
  std::array<const pjrt::Memory*, 3> memories = {};     ///< By kind; null where there is none.
  mutable std::array<runtime::Account, 3> accounts;     ///< By kind.
  mutable std::array<runtime::ScalarCache, 3> scalars;  ///< By kind.
  mutable runtime::InFlight in_flight;
  mutable runtime::LaunchOrder launch_order;
};

}  // namespace berth::detail

namespace berth::runtime {

/// A running plugin and its devices.
struct Platform {
  Platform(std::string platform_name, const pjrt::Api& api, const pjrt::ClientOptions& options);
  Platform(const Platform&) = delete;
  Platform& operator=(const Platform&) = delete;

  std::string name;  ///< "gpu" for CUDA and ROCm, else as it was asked for.
  pjrt::Client client;
  bool runs_on_caller;  ///< Whether a launch may run the program on the thread that calls it.
  std::vector<std::unique_ptr<detail::DeviceInfo>> infos;
  std::vector<Device> devices;  ///< Of all processes, in the plugin's order.
};

/// The platform called `name` ("gpu" also as "cuda" or "rocm"), started if it has not been.
/// Throws `PluginError` that lists what was tried.
const Platform& platform(std::string_view name);

/// The platform of `devices()`, chosen and started by the first call: BERTH_PLATFORM if it is set;
/// else the first of JAX_PLATFORMS that works; else "gpu" if its plugin is there and finds
/// hardware, else "cpu". Throws `PluginError`.
const Platform& default_platform();

/// Those that have been started, in that order. Never one that is starting.
std::vector<const Platform*> started_platforms();

/// The platform of a device. `device` must be one.
inline const Platform& platform_of(Device device) { return *device.info()->platform; }

/// The engine's memory for `kind` on `device`. Throws `Error(invalid_argument)` "[who] ..." if the
/// device is another process's, or has no such memory.
const pjrt::Memory& engine_memory(Device device, MemoryKind kind, const char* who, Here here);

}  // namespace berth::runtime
