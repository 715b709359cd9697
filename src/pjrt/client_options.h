#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

namespace berth::pjrt {

/// Named options of a client, as the plugin knows them. The plugin refuses unknown names and
/// wrong types by name.
struct ClientOptions {
  using Value = std::variant<bool, std::int64_t, float, std::string, std::vector<std::int64_t>>;

  std::vector<std::pair<std::string, Value>> values = {};

  /// Sets `name`, or replaces its value.
  ClientOptions& set(std::string name, Value value);
  const Value* find(std::string_view name) const;

  bool operator==(const ClientOptions&) const = default;
};

/// The most CPU devices that a process may have.
inline constexpr int max_cpu_devices = 1024;

/// Options for a CPU client with `count` devices. Throws `Error(invalid_argument)` outside 1 to
/// `max_cpu_devices`: the engine makes a client without devices of 0, and aborts below.
ClientOptions cpu_client_options(int count);

/// JAX's environment variables for GPU memory as options: XLA_PYTHON_CLIENT_PREALLOCATE,
/// XLA_CLIENT_MEM_FRACTION (or XLA_PYTHON_CLIENT_MEM_FRACTION), XLA_PYTHON_CLIENT_ALLOCATOR,
/// XLA_PYTHON_CLIENT_COLLECTIVE_MEM_SIZE_MB. Throws `Error(invalid_argument)` naming the variable
/// and its value if it makes no sense.
ClientOptions gpu_client_options();

/// The check that a client makes of its options before the engine sees them.
void validate(const ClientOptions& options);

}  // namespace berth::pjrt
