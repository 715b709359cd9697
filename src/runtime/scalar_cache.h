#pragma once

#include <array>
#include <cstddef>
#include <mutex>
#include <vector>

#include "core/scalar.h"
#include "runtime/buffer.h"

namespace berth::runtime {

/// The scalars that were uploaded to one memory, the most recently used ones. Thread-safe.
///
/// Sets of a few entries, each in the order of use: a look-up reads one set, and what a loop uses
/// is not driven out by a stream of other values that fall elsewhere.
class ScalarCache {
 public:
  static constexpr std::size_t num_sets = 128;
  static constexpr std::size_t set_size = 4;

  /// Null if it is not there, was ended by somebody, or failed.
  BufferRef find(const ScalarBits& value);
  void keep(const ScalarBits& value, BufferRef buffer);

 private:
  struct Entry {
    ScalarBits value;
    BufferRef buffer;
  };
  using Set = std::array<Entry, set_size>;

  Set& set_of(const ScalarBits& value);

  std::mutex mutex_;
  std::vector<Set> sets_;  // empty until something is kept
};

/// That of a memory; lives as long as the process.
ScalarCache& scalar_cache(const Sharding& where);

}  // namespace berth::runtime
