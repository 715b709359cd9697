#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace berth::pjrt {
class Client;
}

namespace berth::runtime {

/// Names a compiled program: 128 bits of hash over all that decides what the compiler makes.
struct CacheKey {
  std::uint64_t high = 0;
  std::uint64_t low = 0;

  friend bool operator==(const CacheKey&, const CacheKey&) = default;
};

/// 32 hexadecimal digits.
std::string to_string(const CacheKey& key);

/// The key of `program`, compiled with the encoded `options` by the engine that `engine` describes.
CacheKey cache_key(std::string_view engine, std::string_view options, std::string_view program);

/// Describes the compiler behind `client` and the machine it compiles for: the plugin's file and
/// versions, XLA_FLAGS, the number of cores, the processor. Equal texts mean equal code.
std::string engine_identity(const pjrt::Client& client);

}  // namespace berth::runtime

template <>
struct std::hash<berth::runtime::CacheKey> {
  std::size_t operator()(const berth::runtime::CacheKey& key) const noexcept { return key.low; }
};
