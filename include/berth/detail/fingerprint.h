#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "berth/array.h"
#include "berth/detail/tree_walk.h"
#include "berth/static.h"

namespace berth::detail {

/// What tells one call from others, as 128 bits: two that differ in anything have different ones,
/// but for a chance of 2^-128.
struct CallKey {
  std::uint64_t low = 0x243f6a8885a308d3;  // digits of pi: any two odd numbers would do
  std::uint64_t high = 0x13198a2e03707344;

  void add(std::uint64_t word) {
    low = folded(low ^ word, 0x9e3779b97f4a7c15);
    high = folded(high + word, 0xc2b2ae3d27d4eb4f) ^ low;
  }

  friend bool operator==(const CallKey&, const CallKey&) = default;

 private:
  // Both halves of the product, so that every bit of one factor moves every bit of the result.
  static std::uint64_t folded(std::uint64_t a, std::uint64_t b) {
    __extension__ using Wide = unsigned __int128;
    const Wide product = static_cast<Wide>(a) * b;
    return static_cast<std::uint64_t>(product) ^ static_cast<std::uint64_t>(product >> 64);
  }
};

/// The leaves of a call's arguments, and a key of all else: how the trees are nested, and the
/// static values in them.
class Fingerprint {
 public:
  template <class T>
  void add_bytes(const T& value) {
    static_assert(std::is_trivially_copyable_v<T> && sizeof(T) <= 16);
    std::array<std::uint64_t, (sizeof(T) + 7) / 8> words = {};
    std::memcpy(words.data(), &value, sizeof(T));
    for (const std::uint64_t word : words) key.add(word);
  }
  void add_text(std::string_view text) {
    key.add(text.size());
    for (std::size_t i = 0; i < text.size(); i += 8) {
      std::uint64_t word = 0;
      std::memcpy(&word, text.data() + i, text.size() - i < 8 ? text.size() - i : 8);
      key.add(word);
    }
  }
  void add_leaf(const Array& leaf) {
    key.add('*');
    if (count_ < few_.size()) {
      few_[count_] = &leaf;
    } else {
      if (count_ == few_.size()) many_.assign(few_.begin(), few_.end());
      many_.push_back(&leaf);
    }
    ++count_;
  }

  /// Valid as long as the arguments.
  std::span<const Array* const> leaves() const {
    return count_ <= few_.size() ? std::span<const Array* const>(few_).first(count_)
                                 : std::span<const Array* const>(many_);
  }

  CallKey key;

 private:
  // Most calls have few leaves, and are to cost no allocation.
  std::array<const Array*, 16> few_;
  std::vector<const Array*> many_;
  std::size_t count_ = 0;
};

template <class T>
void add_to(Fingerprint& print, const T& part);

template <class T>
inline constexpr bool is_static_value = false;
template <class T>
inline constexpr bool is_static_value<Static<T>> = true;

template <class T>
void add_static(Fingerprint& print, const T& value) {
  if constexpr (is_static_value<T>) {
    add_static(print, value.value());
  } else if constexpr (std::is_arithmetic_v<T> || std::is_enum_v<T>) {
    print.add_bytes(value);
  } else if constexpr (std::same_as<T, std::string>) {
    print.add_text(value);
  } else if constexpr (std::same_as<T, Device>) {
    print.add_bytes(value.info());
  } else if constexpr (std::same_as<T, Shape>) {
    print.add_bytes(value.rank());
    for (const std::int64_t dim : value) print.add_bytes(dim);
  } else if constexpr (std::same_as<T, SourceLocation>) {
    // Where something was said is no part of what was said.
  } else if constexpr (requires { to_string(value); }) {
    print.add_text(to_string(value));
  } else {
    static_assert(
        requires { std::hash<T>()(value); },
        "a static value of a traced function's arguments needs a std::hash");
    print.add_bytes(std::hash<T>()(value));
  }
}

struct AddFields {
  Fingerprint& print;

  template <class... Field>
  void operator()(const char* /*names*/, const Field&... fields) const {
    (add_to(print, fields), ...);
  }
};

template <class T>
void add_to(Fingerprint& print, const T& part) {
  using enum TreeRole;
  check_tree_part<T>();
  constexpr TreeRole role = tree_role<T>();
  if constexpr (role == leaf) {
    print.add_leaf(part);
  } else if constexpr (role == fixed) {
    add_static(print, part);
  } else if constexpr (role == optional) {
    print.add_bytes(part.has_value());
    if (part) add_to(print, *part);
  } else if constexpr (role == sequence) {
    print.add_bytes(part.size());
    for (const auto& element : part) add_to(print, element);
  } else if constexpr (role == map) {
    print.add_bytes(part.size());
    const auto add = [&](TreeKey key, const auto& value) {
      key.named ? print.add_text(key.name) : print.add_bytes(key.position);
      add_to(print, value);
    };
    if constexpr (requires { typename T::key_compare; }) {
      for (const auto& [key, value] : part) add(tree_key(key), value);
    } else {
      std::vector<TreeKey> keys;
      std::vector<const typename T::mapped_type*> values;
      for (const auto& [key, value] : part) {
        keys.push_back(tree_key(key));
        values.push_back(&value);
      }
      for (const std::size_t i : sorted(keys)) add(keys[i], *values[i]);
    }
  } else if constexpr (role == pair || role == tuple) {
    std::apply([&](const auto&... parts) { (add_to(print, parts), ...); }, part);
  } else if constexpr (role == tree) {
    print.add_text(to_string(part.structure()));
    for (const auto& leaf_of : part) add_to(print, leaf_of);
  } else if constexpr (role == fields) {
    with_fields(part, AddFields{print});
  }
}

}  // namespace berth::detail
