#pragma once

#include <cstdint>
#include <filesystem>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include "runtime/cache_key.h"

namespace berth::runtime {

/// Compiled programs in a folder that the user's processes share: a file each, named by its key.
///
/// An entry is native code, so it is trusted only if it is whole, has the right key, and nobody
/// but the user can have written it. No failure is reported: what cannot be read is compiled
/// again, what cannot be written is not kept. May be used from any thread.
class DiskCache {
 public:
  /// Keeps at most `limit` bytes in `folder`, which is made when something is stored.
  DiskCache(std::filesystem::path folder, std::int64_t limit);

  /// What `store` was given for `key`. The entry counts as new from now on.
  std::optional<std::string> load(const CacheKey& key) const noexcept;
  /// Keeps `program`, and removes the oldest entries if that is too much.
  void store(const CacheKey& key, std::string_view program) noexcept;

  /// Where the entry of `key` is or would be.
  std::filesystem::path path_of(const CacheKey& key) const;

 private:
  bool write(const CacheKey& key, std::string_view program) const;
  void make_room(std::int64_t added);

  std::filesystem::path folder_;
  std::int64_t limit_;
  std::mutex mutex_;
  /// The bytes that may be added before the folder is read again: other processes add to it too.
  std::int64_t unchecked_ = 0;
};

/// The cache of the process, or null if there is to be none.
///
/// It is in `programs` below BERTH_CACHE_DIR, XDG_CACHE_HOME/berth or ~/.cache/berth, and holds at
/// most BERTH_CACHE_LIMIT bytes (1 GiB). BERTH_CACHE=off turns it off.
DiskCache* disk_cache();

}  // namespace berth::runtime
