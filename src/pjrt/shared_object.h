#pragma once

#include <filesystem>
#include <string>
#include <string_view>

namespace berth::pjrt {

/// Whether the shared library at `path` exports `symbol`. Reads only its symbol table, where
/// loading it could take hundreds of megabytes. False for files that are no such library.
bool exports(const std::filesystem::path& path, std::string_view symbol);

/// Why the file cannot be a plugin: "no such file", "no shared library", ...; empty if it can.
std::string plugin_fault(const std::filesystem::path& path);

}  // namespace berth::pjrt
