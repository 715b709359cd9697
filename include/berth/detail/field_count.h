#pragma once

#include <concepts>
#include <cstddef>
#include <type_traits>
#include <utility>

namespace berth::detail {

// The number of fields of an aggregate is the largest number of values that can initialise it.

/// Converts to whatever a field wants.
struct AnyValue {
  template <class Field>
  operator Field() const;  // NOLINT(google-explicit-constructor): declared only, never defined
};

template <std::size_t>
using AnyValueAt = AnyValue;

/// Converts to the base classes of `T` alone.
template <class T>
struct AnyBase {
  // NOLINTBEGIN(google-explicit-constructor): declared only, never defined
  template <class Base>
  requires(std::is_base_of_v<Base, T> && !std::same_as<Base, T>) operator Base() const;
  // NOLINTEND(google-explicit-constructor)
};

template <class T, std::size_t... I>
constexpr bool initialisable(std::index_sequence<I...>) {
  return requires { T{AnyValueAt<I>{}...}; };
}

template <class T, std::size_t... Before, std::size_t... After>
constexpr bool initialisable_with_braces(std::index_sequence<Before...>,
                                         std::index_sequence<After...>) {
  return requires { T{AnyValueAt<Before>{}..., {AnyValue{}, AnyValue{}}, AnyValueAt<After>{}...}; };
}

/// Whether field `I` or a later one is a C array. Its elements were counted one by one, since
/// braces may be left out: with braces it takes one place and too many values are left.
template <class T, std::size_t count, std::size_t I = 0>
constexpr bool has_c_array() {
  if constexpr (I == count) {
    return false;
  } else {
    using Before = std::make_index_sequence<I>;
    if constexpr (initialisable_with_braces<T>(Before(), std::index_sequence<>())) {
      using After = std::make_index_sequence<count - I - 1>;
      if constexpr (!initialisable_with_braces<T>(Before(), After())) return true;
    }
    return has_c_array<T, count, I + 1>();
  }
}

inline constexpr int max_fields = 24;
inline constexpr int uncountable = -1;

template <class T, int tried = 0, bool fewer_fit = false>
constexpr int count_fields() {
  constexpr bool fit = initialisable<T>(std::make_index_sequence<tried>());
  if constexpr (fewer_fit && !fit) {
    return tried - 1;
  } else if constexpr (tried > max_fields) {
    return uncountable;
  } else {
    return count_fields<T, tried + 1, fit>();
  }
}

/// The number of fields of the aggregate `T`; `uncountable` if it has more than `max_fields`,
/// or a reference, a C array, or a base class.
template <class T>
constexpr int field_count() {
  if constexpr (!std::is_aggregate_v<T> || std::is_union_v<T> || std::is_array_v<T>) {
    return uncountable;
  } else if constexpr (std::is_empty_v<T>) {
    return 0;
  } else if constexpr (requires { T{AnyBase<T>{}}; }) {
    return uncountable;
  } else {
    constexpr int count = count_fields<T>();
    if constexpr (count <= 0) {
      return uncountable;
    } else if constexpr (has_c_array<T, static_cast<std::size_t>(count)>()) {
      return uncountable;
    } else {
      return count;
    }
  }
}

}  // namespace berth::detail
