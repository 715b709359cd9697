#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "berth/device.h"
#include "pjrt/api.h"

namespace berth::pjrt {

/// A plugin's library, loaded and initialised. Lives as long as the process: its threads and
/// registries outlive clients, so it is never unloaded.
class Plugin {
 public:
  const Api& api() const noexcept { return api_; }
  const std::filesystem::path& path() const noexcept { return path_; }
  /// What the plugin says of itself, such as `stablehlo_current_version`.
  const std::vector<berth::Device::NamedAttribute>& attributes() const noexcept {
    return attributes_;
  }

 private:
  friend const Plugin& load(const std::filesystem::path& path);
  Plugin(const std::filesystem::path& path, const abi::Table* table);

  std::filesystem::path path_;
  Api api_;
  std::vector<berth::Device::NamedAttribute> attributes_;
};

/// Loads the library, or returns it if it is loaded already. Sets TF_CPP_MIN_LOG_LEVEL to 3 first
/// unless the user did, since the engine reads it then: it would write each of its errors, which
/// are thrown anyway, with a stack trace to stderr. What it writes before it aborts stays.
///
/// Throws `PluginError`: no such file, not a library, no plugin, a version we cannot speak to.
const Plugin& load(const std::filesystem::path& path);

/// Stands between berth and the engine: gets the table of a plugin that is loaded, and returns the
/// one to use instead, for as long as the process lives. Given to tests that count calls.
using TableFilter = const abi::Table* (*)(const abi::Table* table);
/// For plugins that are loaded from now on.
void set_table_filter(TableFilter filter) noexcept;

}  // namespace berth::pjrt
