#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

#include "berth/detail/fields.h"
#include "berth/shape.h"
#include "core/scalar.h"

namespace berth {

/// Hashes of values and of structs of values, field by field, so that a cache key cannot forget
/// a field. For numbers, enums, strings, ranges, optionals, shapes, and aggregates of those.
class Hasher {
 public:
  template <class T>
  void add(const T& value) {
    if constexpr (std::integral<T> || std::is_enum_v<T> || std::is_pointer_v<T>) {
      mix(std::hash<T>()(value));
    } else if constexpr (std::same_as<T, double>) {
      mix(std::bit_cast<std::uint64_t>(value));
    } else if constexpr (std::convertible_to<const T&, std::string_view>) {
      mix(std::hash<std::string_view>()(value));
    } else if constexpr (requires { value.has_value(); }) {
      add(value.has_value());
      if (value.has_value()) add(*value);
    } else if constexpr (requires { std::begin(value) != std::end(value); }) {
      std::size_t count = 0;
      for (const auto& element : value) add(element), ++count;
      mix(count);
    } else if constexpr (requires { std::hash<T>()(value); }) {  // pointers by address
      mix(std::hash<T>()(value));
    } else {
      detail::for_each_field(value, [&](const auto& field) { add(field); });
    }
  }

  std::size_t value() const { return state_; }

 private:
  void mix(std::size_t value) {  // the finaliser of MurmurHash3, so that low bits are usable
    state_ ^= value + 0x9e3779b97f4a7c15u + (state_ << 6) + (state_ >> 2);
    state_ ^= state_ >> 33;
    state_ *= 0xff51afd7ed558ccdu;
    state_ ^= state_ >> 33;
  }

  std::size_t state_ = 0;
};

template <class... T>
std::size_t hash_of(const T&... values) {
  Hasher hasher;
  (hasher.add(values), ...);
  return hasher.value();
}

}  // namespace berth
