#include <fmt/format.h>
#include <unistd.h>

#include <array>
#include <string>
#include <utility>

#include "runtime/process.h"

namespace berth::runtime {
namespace {

std::string local_hostname() {
  std::array<char, 256> name = {};
  return gethostname(name.data(), name.size() - 1) == 0 ? name.data() : "localhost";
}

/// The engine's memory that a kind means. `device` is the default one, whatever the plugin calls
/// it; the others go by their names.
const pjrt::Memory* memory_for(const pjrt::DeviceDescription& device, MemoryKind kind) {
  return kind == MemoryKind::device ? device.default_memory : device.memory(to_string(kind));
}

void list_memories(detail::DeviceInfo& info) {
  for (const MemoryKind kind :
       {MemoryKind::device, MemoryKind::pinned_host, MemoryKind::unpinned_host}) {
    const pjrt::Memory* const memory = memory_for(*info.engine, kind);
    info.memories[static_cast<std::size_t>(kind)] = memory;
    if (memory) info.kinds.push_back(kind);
  }
}

}  // namespace

Platform::Platform(std::string platform_name, const pjrt::Api& api,
                   const pjrt::ClientOptions& options)
    : name(std::move(platform_name)),
      client(api, options),
      runs_on_caller(client.platform_name() == "cpu") {
  const std::string hostname = local_hostname();
  for (const pjrt::DeviceDescription& engine : client.devices()) {
    auto info = std::make_unique<detail::DeviceInfo>();
    info->platform = this;
    info->engine = &engine;
    info->name = fmt::format("{}:{}", name, engine.id);
    if (engine.process_index == client.process_index()) info->hostname = hostname;
    list_memories(*info);
    devices.emplace_back(info.get());
    infos.push_back(std::move(info));
  }
}

const pjrt::Memory& engine_memory(Device device, MemoryKind kind, const char* who, Here here) {
  if (!device) {
    throw Error(ErrorCode::invalid_argument, fmt::format("[{}] the target is no device", who),
                here);
  }
  if (!device.is_addressable()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} belongs to process {}: only that one can place arrays there",
                            who, to_string(device), device.process_index()),
                here);
  }
  const pjrt::Memory* const memory = device.info()->memories[static_cast<std::size_t>(kind)];
  if (!memory) {
    std::string kinds;
    for (const MemoryKind known : device.memories()) {
      kinds += (kinds.empty() ? "" : ", ") + std::string(to_string(known));
    }
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} has no memory of kind {}: it has {}", who, to_string(device),
                            to_string(kind), kinds),
                here);
  }
  return *memory;
}

}  // namespace berth::runtime
