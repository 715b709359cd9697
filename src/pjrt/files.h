#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace berth::pjrt {

/// What is in `folder` and matches the shell pattern `name`, later versions first. Empty if there
/// is no such folder.
std::vector<std::filesystem::path> matches(const std::filesystem::path& folder,
                                           const std::string& name);

/// The pieces of `text` between separators, without empty ones.
std::vector<std::string_view> split(std::string_view text, char separator);

}  // namespace berth::pjrt
