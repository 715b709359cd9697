#include "runtime/scalar_cache.h"

#include <xxhash.h>

#include <algorithm>
#include <utility>

#include "runtime/process.h"

namespace berth::runtime {

ScalarCache::Set& ScalarCache::set_of(const ScalarBits& value) {
  const auto seed = static_cast<std::uint64_t>(value.dtype);
  return sets_[XXH3_64bits_withSeed(value.bits.data(), value.bits.size(), seed) % num_sets];
}

BufferRef ScalarCache::find(const ScalarBits& value) {
  const std::lock_guard lock(mutex_);
  if (sets_.empty()) return nullptr;
  Set& set = set_of(value);
  const auto found = std::find_if(set.begin(), set.end(), [&](const Entry& entry) {
    return entry.buffer && entry.value == value;
  });
  if (found == set.end() || found->buffer->has_ended() || found->buffer->has_failed()) {
    return nullptr;
  }
  std::rotate(set.begin(), found, found + 1);
  return set.front().buffer;
}

void ScalarCache::keep(const ScalarBits& value, BufferRef buffer) {
  Entry entry = {value, std::move(buffer)};  // then the one that is driven out: dies unlocked
  const std::lock_guard lock(mutex_);
  if (sets_.empty()) sets_.resize(num_sets);
  Set& set = set_of(value);
  auto place = std::find_if(set.begin(), set.end(),
                            [&](const Entry& old) { return !old.buffer || old.value == value; });
  if (place == set.end()) place = std::prev(set.end());
  std::swap(*place, entry);
  std::rotate(set.begin(), place, place + 1);
}

ScalarCache& scalar_cache(const Sharding& where) {
  return where.single_device().info()->scalars[static_cast<std::size_t>(where.memory_kind())];
}

}  // namespace berth::runtime
