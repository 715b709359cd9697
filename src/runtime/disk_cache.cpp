#include "runtime/disk_cache.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <charconv>
#include <tuple>
#include <utility>
#include <vector>

#include "core/environment.h"

namespace berth::runtime {
namespace {

namespace fs = std::filesystem;

constexpr std::int64_t default_limit = std::int64_t{1} << 30;

/// What an entry begins with. All fields are compared, so that no flipped bit goes unseen.
struct Header {
  std::array<char, 8> magic = {'b', 'e', 'r', 't', 'h', 'X', 'L', 'A'};
  std::uint64_t format = 1;
  std::uint64_t key_high = 0;
  std::uint64_t key_low = 0;
  std::uint64_t size = 0;
  std::uint64_t checksum_high = 0;
  std::uint64_t checksum_low = 0;

  friend bool operator==(const Header&, const Header&) = default;
};
static_assert(sizeof(Header) == 56, "written as it lies in memory");

Header header_of(const CacheKey& key, std::string_view program) {
  const XXH128_hash_t checksum = XXH3_128bits(program.data(), program.size());
  return {.key_high = key.high,
          .key_low = key.low,
          .size = program.size(),
          .checksum_high = checksum.high64,
          .checksum_low = checksum.low64};
}

class File {
 public:
  explicit File(int descriptor) : descriptor_(descriptor) {}
  File(const File&) = delete;
  File& operator=(const File&) = delete;
  ~File() {
    if (*this) ::close(descriptor_);
  }

  explicit operator bool() const { return descriptor_ >= 0; }
  int get() const { return descriptor_; }

  /// False if there is less.
  bool read(void* data, std::size_t size) const {
    char* next = static_cast<char*>(data);
    while (size > 0) {
      const ssize_t got = ::read(descriptor_, next, size);
      if (got <= 0) return false;
      next += got;
      size -= static_cast<std::size_t>(got);
    }
    return true;
  }

  bool write(const void* data, std::size_t size) const {
    const char* next = static_cast<const char*>(data);
    while (size > 0) {
      const ssize_t put = ::write(descriptor_, next, size);
      if (put <= 0) return false;
      next += put;
      size -= static_cast<std::size_t>(put);
    }
    return true;
  }

 private:
  int descriptor_;
};

/// Whether nobody but this user can have changed it.
bool is_ours(const struct stat& info) {
  return info.st_uid == ::geteuid() && (info.st_mode & (S_IWGRP | S_IWOTH)) == 0;
}

bool is_our_folder(const fs::path& folder) {
  struct stat info = {};
  return ::stat(folder.c_str(), &info) == 0 && S_ISDIR(info.st_mode) && is_ours(info);
}

bool make_folder(const fs::path& folder) {
  if (is_our_folder(folder)) return true;
  std::error_code ignored;
  fs::create_directories(folder.parent_path(), ignored);
  // Another process may make it at this moment: what counts is that it is there.
  ::mkdir(folder.c_str(), S_IRWXU);
  return is_our_folder(folder);
}

struct Entry {
  fs::file_time_type time;
  std::int64_t size;
  fs::path path;

  bool operator<(const Entry& other) const {
    return std::tie(time, path) < std::tie(other.time, other.path);
  }
};

/// All files, those that a stopped process left half written included.
std::vector<Entry> entries(const fs::path& folder) {
  std::vector<Entry> found;
  std::error_code error;
  for (fs::directory_iterator it(folder, error), end; !error && it != end; it.increment(error)) {
    std::error_code gone;  // another process may remove it meanwhile
    const auto size = it->file_size(gone);
    const auto time = it->last_write_time(gone);
    if (!gone) found.push_back({time, static_cast<std::int64_t>(size), it->path()});
  }
  return found;
}

std::int64_t limit_of_environment() {
  const std::string text = environment("BERTH_CACHE_LIMIT");
  std::int64_t limit = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), limit);
  const bool is_number = error == std::errc() && end == text.data() + text.size();
  return is_number && limit >= 0 ? limit : default_limit;
}

DiskCache* open_disk_cache() {
  const fs::path root = user_cache_folder();
  if (root.empty() || environment("BERTH_CACHE") == "off") return nullptr;
  return new DiskCache(root / "programs", limit_of_environment());
}

}  // namespace

DiskCache::DiskCache(fs::path folder, std::int64_t limit)
    : folder_(std::move(folder)), limit_(limit) {}

fs::path DiskCache::path_of(const CacheKey& key) const { return folder_ / to_string(key); }

std::optional<std::string> DiskCache::load(const CacheKey& key) const noexcept try {
  if (!is_our_folder(folder_)) return std::nullopt;
  const File file(::open(path_of(key).c_str(), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK));
  struct stat info = {};
  if (!file || ::fstat(file.get(), &info) != 0 || !S_ISREG(info.st_mode) || !is_ours(info)) {
    return std::nullopt;
  }
  Header header;
  const auto size = static_cast<std::size_t>(info.st_size);
  if (size < sizeof header || !file.read(&header, sizeof header)) return std::nullopt;
  std::string program(size - sizeof header, '\0');
  if (!file.read(program.data(), program.size())) return std::nullopt;
  if (header != header_of(key, program)) return std::nullopt;
  ::futimens(file.get(), nullptr);
  return program;
} catch (const std::exception&) {
  return std::nullopt;
}

void DiskCache::store(const CacheKey& key, std::string_view program) noexcept try {
  const auto size = static_cast<std::int64_t>(sizeof(Header) + program.size());
  if (size <= limit_ && write(key, program)) make_room(size);
} catch (const std::exception&) {  // NOLINT(bugprone-empty-catch): the program is not kept
}

bool DiskCache::write(const CacheKey& key, std::string_view program) const {
  if (!make_folder(folder_)) return false;
  static std::atomic<unsigned> count = 0;
  const fs::path entry = path_of(key);
  const fs::path temporary = fmt::format("{}.{}.{}", entry.native(), ::getpid(), ++count);

  const Header header = header_of(key, program);
  const File file(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW,
                         S_IRUSR | S_IWUSR));
  if (!file) return false;
  if (file.write(&header, sizeof header) && file.write(program.data(), program.size()) &&
      ::rename(temporary.c_str(), entry.c_str()) == 0) {
    return true;
  }
  ::unlink(temporary.c_str());
  return false;
}

void DiskCache::make_room(std::int64_t added) {
  const std::lock_guard lock(mutex_);
  unchecked_ -= added;
  if (unchecked_ >= 0) return;

  std::vector<Entry> all = entries(folder_);
  std::int64_t size = 0;
  for (const Entry& entry : all) size += entry.size;
  if (size > limit_) {
    // A little more than needed, so that the next program does not read the folder again.
    const std::int64_t wanted = limit_ - limit_ / 8;
    std::sort(all.begin(), all.end());
    for (const Entry& entry : all) {
      if (size <= wanted) break;
      ::unlink(entry.path.c_str());
      size -= entry.size;
    }
  }
  unchecked_ = std::min(limit_ - size, limit_ / 16);
}

DiskCache* disk_cache() {
  static DiskCache* const cache =
      open_disk_cache();  // never destroyed: threads may compile at exit
  return cache;
}

}  // namespace berth::runtime
