#pragma once

#include <gmock/gmock.h>

#include <array>
#include <cstddef>
#include <cstring>
#include <map>
#include <span>
#include <string>
#include <vector>

#include "pjrt/client.h"
#include "pjrt/discovery.h"

namespace berth::pjrt {

/// A CPU client with that many devices, shared by the tests of a program.
inline Client& cpu_client(int devices = 8) {
  static std::map<int, Client> clients;
  const auto found = clients.find(devices);
  if (found != clients.end()) {
    return found->second;
  }
  static const Plugin& plugin = *find_plugin("cpu").plugin;
  return clients.emplace(devices, Client(plugin.api(), cpu_client_options(devices))).first->second;
}

inline const DeviceDescription& dev(int index, const Client& client = cpu_client()) {
  return client.devices()[static_cast<std::size_t>(index)];
}

/// Row-major values in a device's default memory.
template <class T>
Buffer put(std::span<const T> values, DType dtype, std::span<const std::int64_t> dims,
           const DeviceDescription& device = dev(0), const Client& client = cpu_client()) {
  const HostData host = {.data = values.data(), .dtype = dtype, .dims = dims};
  Client::Upload upload = client.buffer_from_host(host, *device.default_memory);
  upload.host_done.await();
  return std::move(upload.buffer);
}

inline Buffer put(const std::vector<float>& values, const DeviceDescription& device = dev(0),
                  const Client& client = cpu_client()) {
  const std::array<std::int64_t, 1> dims = {static_cast<std::int64_t>(values.size())};
  return put<float>(values, DType::float32, dims, device, client);
}

/// Waits for the value.
template <class T = float>
std::vector<T> get(const Buffer& buffer) {
  std::vector<T> values(buffer.host_size() / sizeof(T));
  buffer.to_host(std::as_writable_bytes(std::span(values))).await();
  return values;
}

/// A module whose `main` has this type and body; `attributes` are those of the function.
inline std::string module_text(const std::string& arguments, const std::string& type,
                               const std::string& body, const std::string& attributes = "") {
  return R"("builtin.module"() ({
  "func.func"() ({
  ^bb0()" +
         arguments + R"():
)" + body +
         R"(  }) {sym_name = "main", function_type = )" + type + attributes + R"(} : () -> ()
}) {sym_name = "test"} : () -> ()
)";
}

/// x + y of f32[4].
inline std::string add_text(const std::string& attributes = "") {
  return module_text("%x: tensor<4xf32>, %y: tensor<4xf32>",
                     "(tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>", R"(
    %0 = "stablehlo.add"(%x, %y) : (tensor<4xf32>, tensor<4xf32>) -> tensor<4xf32>
    "func.return"(%0) : (tensor<4xf32>) -> ()
)",
                     attributes);
}

}  // namespace berth::pjrt
