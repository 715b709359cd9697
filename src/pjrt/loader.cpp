#include "pjrt/loader.h"

#include <dlfcn.h>
#include <fmt/format.h>

#include <atomic>
#include <cstdlib>
#include <map>
#include <memory>
#include <mutex>

#include "pjrt/device.h"
#include "pjrt/shared_object.h"

namespace berth::pjrt {
namespace {

std::atomic<TableFilter> table_filter = nullptr;

[[noreturn]] void refuse(const std::filesystem::path& path, ErrorCode code,
                         const std::string& what) {
  throw PluginError(code, fmt::format("[plugin] {}: {}", path.string(), what));
}

const abi::Table* open(const std::filesystem::path& path) {
  // The engine reads it when its library is loaded. No other moment would do.
  ::setenv("TF_CPP_MIN_LOG_LEVEL", "3", /*overwrite=*/0);

  if (const std::string fault = plugin_fault(path); !fault.empty()) {
    refuse(path, ErrorCode::not_found, fault);
  }
  void* library = ::dlopen(path.c_str(), RTLD_NOW | RTLD_LOCAL);
  if (!library) {
    refuse(path, ErrorCode::failed_precondition, ::dlerror());
  }
  void* symbol = ::dlsym(library, abi::entry_point);
  if (!symbol) {
    refuse(path, ErrorCode::not_found,
           fmt::format("no plugin: it does not export {}", abi::entry_point));
  }
  const abi::Table* const table = reinterpret_cast<abi::EntryPoint>(symbol)();
  const TableFilter filter = table_filter.load();
  return filter && table ? filter(table) : table;
}

}  // namespace

Plugin::Plugin(const std::filesystem::path& path, const abi::Table* table)
    : path_(path), api_(table, path.string()) {
  abi::PluginInitialize initialize;
  if (api_.has<abi::PluginInitialize>()) {
    if (const std::optional<Error> failure = api_.outcome(initialize)) {
      refuse(path, failure->code(), fmt::format("it did not initialise: {}", failure->what()));
    }
  }
  abi::PluginAttributes block;
  if (api_.has<abi::PluginAttributes>() && !api_.outcome(block)) {
    attributes_ = berth::pjrt::attributes(block.attributes, block.num_attributes);
  }
}

const Plugin& load(const std::filesystem::path& path) {
  // Never destroyed: plugins outlive static objects that hold their buffers.
  static auto& mutex = *new std::mutex;
  static auto& plugins = *new std::map<std::filesystem::path, std::unique_ptr<Plugin>>;

  std::error_code failure;
  std::filesystem::path file = std::filesystem::canonical(path, failure);
  if (failure) {
    refuse(path, ErrorCode::not_found, "no such file");
  }
  const std::scoped_lock lock(mutex);
  std::unique_ptr<Plugin>& plugin = plugins[file];
  if (!plugin) {
    plugin.reset(new Plugin(file, open(file)));
  }
  return *plugin;
}

void set_table_filter(TableFilter filter) noexcept { table_filter.store(filter); }

}  // namespace berth::pjrt
