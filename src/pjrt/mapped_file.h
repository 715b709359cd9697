#pragma once

#include <filesystem>
#include <string_view>

namespace berth::pjrt {

/// A file's bytes, mapped for reading: only what is looked at is read. Empty if it cannot be.
class MappedFile {
 public:
  explicit MappedFile(const std::filesystem::path& path);
  MappedFile(const MappedFile&) = delete;
  MappedFile& operator=(const MappedFile&) = delete;
  ~MappedFile();

  std::string_view text() const { return text_; }

 private:
  std::string_view text_;
};

}  // namespace berth::pjrt
