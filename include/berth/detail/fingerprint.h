#pragma once

#include <cstddef>
#include <cstring>
#include <functional>
#include <string>
#include <type_traits>
#include <vector>

#include "berth/array.h"
#include "berth/detail/tree_walk.h"
#include "berth/static.h"

namespace berth::detail {

/// The leaves of a call's arguments, and in bytes all else that tells it from other calls: how the
/// trees are nested, and the static values in them.
class Fingerprint {
 public:
  Fingerprint() { leaves.reserve(8); }

  template <class T>
  void add_bytes(const T& value) {
    static_assert(std::is_trivially_copyable_v<T>);
    const std::size_t end = bytes.size();
    bytes.resize(end + sizeof(T));
    std::memcpy(bytes.data() + end, &value, sizeof(T));
  }
  void add_text(std::string_view text) {
    add_bytes(text.size());
    bytes.append(text);
  }
  void add_leaf(const Array& leaf) {
    bytes.push_back('*');
    leaves.push_back(&leaf);
  }

  std::string bytes;
  std::vector<const Array*> leaves;  // valid as long as the arguments
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
