#include "runtime/process.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <map>
#include <mutex>
#include <optional>
#include <utility>

#include "core/environment.h"
#include "pjrt/client_options.h"
#include "pjrt/discovery.h"
#include "pjrt/files.h"
#include "runtime/exit.h"

namespace berth::runtime {
namespace {

namespace fs = std::filesystem;

/// What the process has started, and what it was told before.
struct Process {
  std::mutex mutex;
  std::vector<std::unique_ptr<Platform>> platforms;
  std::atomic<const Platform*> default_platform = nullptr;
  std::map<std::string, fs::path, std::less<>> plugins;  // registered by hand
  std::optional<int> cpu_devices;
};

// Never destroyed: arrays may die after main.
Process& process() {
  static Process& instance = *new Process();
  return instance;
}

/// A platform's name and the plugins that can be it, in the order of trial.
struct Candidates {
  std::string platform;
  std::vector<std::string> plugins;
};

Candidates candidates(std::string_view name) {
  if (name == "gpu") return {"gpu", {"cuda", "rocm"}};
  if (name == "cuda" || name == "rocm") return {"gpu", {std::string(name)}};
  return {std::string(name), {std::string(name)}};
}

int cpu_devices(const Process& process) {
  if (process.cpu_devices) return *process.cpu_devices;
  const std::string text = environment("BERTH_CPU_DEVICES");
  if (text.empty()) return 1;
  int count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count < 1 ||
      count > pjrt::max_cpu_devices) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[devices] BERTH_CPU_DEVICES is \"{}\", and must be a number from 1 to "
                            "{}",
                            text, pjrt::max_cpu_devices));
  }
  return count;
}

pjrt::ClientOptions client_options(const Process& process, std::string_view plugin) {
  if (plugin == "cpu") return pjrt::cpu_client_options(cpu_devices(process));
  if (plugin == "cuda" || plugin == "rocm") return pjrt::gpu_client_options();
  return {};
}

std::optional<fs::path> registered(const Process& process, const std::string& platform,
                                   const std::string& plugin) {
  for (const std::string& name : {plugin, platform}) {
    if (const auto found = process.plugins.find(name); found != process.plugins.end()) {
      return found->second;
    }
  }
  return std::nullopt;
}

std::unique_ptr<Platform> start(const Process& process, const std::string& name,
                                const std::string& plugin) {
  pjrt::ClientOptions options = client_options(process, plugin);
  const auto found = pjrt::find_plugin(plugin, registered(process, name, plugin));
  for (const auto& [option, value] : found.options.values) options.set(option, value);
  auto platform = std::make_unique<Platform>(name, found.plugin->api(), options);
  if (platform->devices.empty()) {
    throw PluginError(ErrorCode::unavailable,
                      fmt::format("[devices] the plugin {} runs, but finds no device",
                                  found.plugin->path().string()));
  }
  return platform;
}

const Platform* find_started(const Process& process, const Candidates& wanted) {
  for (const auto& platform : process.platforms) {
    if (platform->name == wanted.platform) return platform.get();
  }
  return nullptr;
}

/// The platform, started if need be; the mutex is held. Throws `PluginError` with what was tried.
const Platform& get(Process& process, std::string_view name) {
  const Candidates wanted = candidates(name);
  if (const Platform* started = find_started(process, wanted)) return *started;

  std::string tried;
  ErrorCode code = ErrorCode::not_found;
  for (const std::string& plugin : wanted.plugins) {
    try {
      process.platforms.push_back(start(process, wanted.platform, plugin));
      drain_at_exit();
      return *process.platforms.back();
    } catch (const PluginError& error) {
      tried += fmt::format("\n{}: {}", plugin, error.what());
      code = error.code();
    }
  }
  throw PluginError(
      code, fmt::format("[devices] the platform \"{}\" does not work here; tried:{}", name, tried));
}

/// Whether it is worth starting a GPU's plugin that nobody asked for: it takes time, and writes
/// errors to stderr where there is no such hardware.
bool may_have_gpu(const Process& process) {
  const auto any_exists = [](std::initializer_list<const char*> paths) {
    return std::any_of(paths.begin(), paths.end(), [](const char* path) {
      std::error_code ignored;
      return fs::exists(path, ignored);
    });
  };
  return any_exists({"/dev/nvidiactl", "/dev/nvidia0", "/dev/dxg", "/dev/kfd"}) ||
         registered(process, "gpu", "cuda") || registered(process, "gpu", "rocm") ||
         !environment("BERTH_PLUGIN_PATH_CUDA").empty() ||
         !environment("BERTH_PLUGIN_PATH_ROCM").empty() ||
         !environment("PJRT_NAMES_AND_LIBRARY_PATHS").empty();
}

const Platform& first_that_works(Process& process, const std::vector<std::string_view>& names) {
  std::string tried;
  for (const std::string_view name : names) {
    try {
      return get(process, name);
    } catch (const PluginError& error) {
      if (names.size() == 1) throw;
      tried += fmt::format("\n{}", error.what());
    }
  }
  throw PluginError(ErrorCode::not_found,
                    fmt::format("[devices] no platform works here; tried:{}", tried));
}

const Platform& choose(Process& process) {
  if (const std::string name = environment("BERTH_PLATFORM"); !name.empty()) {
    return get(process, name);
  }
  if (const std::string names = environment("JAX_PLATFORMS"); !names.empty()) {
    return first_that_works(process, pjrt::split(names, ','));
  }
  if (may_have_gpu(process)) return first_that_works(process, {"gpu", "cpu"});
  return get(process, "cpu");
}

}  // namespace

const Platform& platform(std::string_view name) {
  Process& process = runtime::process();
  const std::lock_guard lock(process.mutex);
  return get(process, name);
}

const Platform& default_platform() {
  Process& process = runtime::process();
  if (const Platform* known = process.default_platform.load(std::memory_order_acquire)) {
    return *known;
  }
  const std::lock_guard lock(process.mutex);
  const Platform& chosen = choose(process);
  process.default_platform.store(&chosen, std::memory_order_release);
  return chosen;
}

std::vector<const Platform*> started_platforms() {
  Process& process = runtime::process();
  const std::lock_guard lock(process.mutex);
  std::vector<const Platform*> started;
  for (const auto& platform : process.platforms) started.push_back(platform.get());
  return started;
}

}  // namespace berth::runtime

namespace berth {

void set_cpu_device_count(int count, Here here) {
  if (count < 1 || count > pjrt::max_cpu_devices) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[set_cpu_device_count] {} devices were asked for: a process may have "
                            "1 to {}",
                            count, pjrt::max_cpu_devices),
                here);
  }
  runtime::Process& process = runtime::process();
  const std::lock_guard lock(process.mutex);
  if (const auto* cpu = runtime::find_started(process, runtime::candidates("cpu"))) {
    throw Error(ErrorCode::failed_precondition,
                fmt::format("[set_cpu_device_count] the CPU client runs already, with {} devices: "
                            "call this before anything that uses a device",
                            cpu->devices.size()),
                here);
  }
  process.cpu_devices = count;
}

void register_plugin(std::string_view platform, std::string_view path, Here here) {
  runtime::Process& process = runtime::process();
  const std::lock_guard lock(process.mutex);
  if (runtime::find_started(process, runtime::candidates(platform))) {
    throw Error(ErrorCode::failed_precondition,
                fmt::format("[register_plugin] the platform \"{}\" runs already: call this before "
                            "anything that uses a device",
                            platform),
                here);
  }
  process.plugins.insert_or_assign(std::string(platform), std::filesystem::path(path));
}

}  // namespace berth
