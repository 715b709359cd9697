#include "placement/program_cache.h"

#include <algorithm>
#include <array>
#include <boost/unordered/unordered_flat_map.hpp>
#include <mutex>
#include <shared_mutex>
#include <string>
#include <utility>
#include <vector>

#include "core/hash.h"
#include "lower/module.h"
#include "trace/graph.h"

namespace berth::placement {
namespace {

using ProgramRef = std::shared_ptr<const runtime::Program>;

// A key that owns what it compares, and the hash of both forms.
struct StoredKey {
  std::size_t hash;
  std::unique_ptr<const trace::Call> call;
  Avals operands;
  MemoryKind memory;
  std::string platform;
};

struct HashedKey {
  std::size_t hash;
  const ProgramKey& key;
};

struct KeyHash {
  using is_transparent = void;
  // The caches compute good hashes themselves.
  using is_avalanching = void;
  std::size_t operator()(const StoredKey& key) const { return key.hash; }
  std::size_t operator()(const HashedKey& key) const { return key.hash; }
};

struct KeyEqual {
  using is_transparent = void;
  bool operator()(const StoredKey& a, const StoredKey& b) const {
    return a.hash == b.hash && a.memory == b.memory && a.platform == b.platform &&
           a.operands == b.operands && a.call->equals(*b.call);
  }
  bool operator()(const StoredKey& a, const HashedKey& b) const {
    const auto same = [](const Aval& x, const Aval* y) { return x == *y; };
    return a.hash == b.hash && a.memory == b.key.memory && a.platform == b.key.device.platform() &&
           std::ranges::equal(a.operands, b.key.operands, same) && a.call->equals(b.key.call);
  }
  bool operator()(const HashedKey& a, const StoredKey& b) const { return (*this)(b, a); }
};

std::size_t hash_of_key(const ProgramKey& key) {
  Hasher hasher;
  hasher.add(key.call.hash());
  for (const Aval* operand : key.operands) {
    hasher.add(operand->dtype);
    hasher.add(operand->weak_type);
    hasher.add(operand->shape);
  }
  hasher.add(key.memory);
  hasher.add(key.device.platform());
  return hasher.value();
}

StoredKey stored(const HashedKey& hashed) {
  const ProgramKey& key = hashed.key;
  Avals operands;
  for (const Aval* operand : key.operands) operands.push_back(*operand);
  return {hashed.hash, key.call.clone(), std::move(operands), key.memory,
          std::string(key.device.platform())};
}

ProgramRef make_program(const ProgramKey& key, Here here) {
  Avals operands;
  for (const Aval* operand : key.operands) operands.push_back(*operand);
  const trace::Graph graph = trace::trace_call(key.call, operands, here);
  const Avals results = graph.output_avals();
  const std::vector<MemoryKind> memory(results.size(), key.memory);
  return runtime::compile({.name = key.call.name(),
                           .text = lower::module_text(graph, memory),
                           .parameters = std::move(operands),
                           .results = results,
                           .result_memory = memory},
                          key.device, here);
}

// Threads that call different operations rarely meet at one lock, and readers share it.
class Shard {
 public:
  ProgramRef find(const HashedKey& key) const {
    const std::shared_lock lock(mutex_);
    const auto found = programs_.find(key);
    return found == programs_.end() ? nullptr : found->second;
  }

  ProgramRef insert(const HashedKey& key, ProgramRef program) {
    const std::unique_lock lock(mutex_);
    // Shapes without end must not fill the memory. What is dropped comes back from disk.
    if (programs_.size() >= capacity) programs_.clear();
    return programs_.try_emplace(stored(key), std::move(program)).first->second;
  }

 private:
  static constexpr std::size_t capacity = 512;

  mutable std::shared_mutex mutex_;
  boost::unordered_flat_map<StoredKey, ProgramRef, KeyHash, KeyEqual> programs_;
};

Shard& shard_of(std::size_t hash) {
  static auto& shards = *new std::array<Shard, 16>();  // arrays may outlive main
  return shards[hash >> 60];
}

}  // namespace

ProgramRef program_for(const ProgramKey& key, Here here) {
  const HashedKey hashed{hash_of_key(key), key};
  Shard& shard = shard_of(hashed.hash);
  if (ProgramRef program = shard.find(hashed)) return program;
  return shard.insert(hashed, make_program(key, here));
}

}  // namespace berth::placement
