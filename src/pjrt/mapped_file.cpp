#include "pjrt/mapped_file.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

namespace berth::pjrt {

MappedFile::MappedFile(const std::filesystem::path& path) {
  const int file = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (file < 0) {
    return;
  }
  struct stat status = {};
  if (::fstat(file, &status) == 0 && S_ISREG(status.st_mode) && status.st_size > 0) {
    const auto size = static_cast<std::size_t>(status.st_size);
    void* data = ::mmap(nullptr, size, PROT_READ, MAP_PRIVATE, file, 0);
    if (data != MAP_FAILED) {
      text_ = {static_cast<const char*>(data), size};
    }
  }
  ::close(file);
}

MappedFile::~MappedFile() {
  if (!text_.empty()) {
    ::munmap(const_cast<char*>(text_.data()), text_.size());
  }
}

}  // namespace berth::pjrt
