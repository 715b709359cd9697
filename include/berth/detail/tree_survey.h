#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>

#include "berth/array.h"
#include "berth/detail/fields.h"
#include "berth/static.h"

namespace berth {

template <class T>
class Tree;

/// Whether trees keep a `T` as it is: it has no leaves, and berth does not look inside.
///
/// True for numbers, enums, strings, devices, shardings and shapes. Specialise it as true for a
/// class of your own that holds no Array and that berth cannot see into.
template <class T>
inline constexpr bool is_static =
    std::is_arithmetic_v<T> || std::is_enum_v<T> || std::same_as<T, std::string> || Element<T> ||
    std::derived_from<T, Sharding> || std::same_as<T, Device> || std::same_as<T, Target> ||
    std::same_as<T, Shape> || std::same_as<T, SourceLocation>;

template <class T>
inline constexpr bool is_static<Static<T>> = true;

namespace detail {

/// What a type is to a tree; from `variant` on, what a tree cannot hold.
enum class TreeRole : unsigned char {
  leaf,
  fixed,
  tree,
  sequence,
  map,
  pair,
  tuple,
  optional,
  fields,
  variant,
  pointer,
  uncounted,
  partly_named,
  foreign_names,
  opaque,
};

template <class T>
inline constexpr TreeRole special_role = TreeRole::opaque;
template <>
inline constexpr TreeRole special_role<Array> = TreeRole::leaf;
template <class T>
inline constexpr TreeRole special_role<Tree<T>> = TreeRole::tree;
template <class A, class B>
inline constexpr TreeRole special_role<std::pair<A, B>> = TreeRole::pair;
template <class... T>
inline constexpr TreeRole special_role<std::tuple<T...>> = TreeRole::tuple;
template <class T>
inline constexpr TreeRole special_role<std::optional<T>> = TreeRole::optional;
template <class... T>
inline constexpr TreeRole special_role<std::variant<T...>> = TreeRole::variant;
template <class T>
inline constexpr TreeRole special_role<T*> = TreeRole::pointer;
template <class T, class C>
inline constexpr TreeRole special_role<T C::*> = TreeRole::pointer;

template <class T>
inline constexpr bool is_tree_value = special_role<T> == TreeRole::tree;

template <class T>
inline constexpr bool is_std_array = false;
template <class T, std::size_t n>
inline constexpr bool is_std_array<std::array<T, n>> = true;

/// A container that owns its elements: a view's copy would share them.
template <class T>
concept Container = is_std_array<T> || requires(T& t) {
  typename T::value_type;
  typename T::allocator_type;
  t.begin();
  t.end();
};

template <class T>
concept MapContainer = Container<T> && requires {
  typename T::mapped_type;
};

template <class... Field>
struct FieldList {
  static constexpr int size = sizeof...(Field);
};
struct ListFields {
  template <class... Field>
  constexpr FieldList<Field...> operator()(const char*, Field&...) const {
    return {};
  }
};
template <class T>
using FieldsOf = decltype(with_fields(std::declval<T&>(), ListFields()));

template <class T>
constexpr TreeRole named_role() {
  if constexpr (!std::same_as<typename decltype(named_fields_of(std::declval<T&>()))::Class, T>) {
    return TreeRole::foreign_names;
  } else if constexpr (constexpr int count = field_count<T>(); count != uncountable) {
    return FieldsOf<T>::size == count ? TreeRole::fields : TreeRole::partly_named;
  } else {
    return TreeRole::fields;
  }
}

template <class T>
constexpr TreeRole tree_role() {
  if constexpr (special_role<T> != TreeRole::opaque) {
    return special_role<T>;
  } else if constexpr (is_static<T>) {
    return TreeRole::fixed;
  } else if constexpr (MapContainer<T>) {
    return TreeRole::map;
  } else if constexpr (Container<T>) {
    return TreeRole::sequence;
  } else if constexpr (HasNamedFields<T>) {
    return named_role<T>();
  } else if constexpr (field_count<T>() != uncountable) {
    return TreeRole::fields;
  } else {
    return std::is_aggregate_v<T> ? TreeRole::uncounted : TreeRole::opaque;
  }
}

/// What is found in a type and in all that it holds.
struct TreeSurvey {
  bool leaves = false;
  bool floating = false;               ///< Floating values that are not Arrays.
  TreeRole refused = TreeRole::fixed;  ///< The first part that a tree cannot hold.

  constexpr TreeSurvey operator+(const TreeSurvey& other) const {
    return {leaves || other.leaves, floating || other.floating,
            refused != TreeRole::fixed ? refused : other.refused};
  }
};

template <class T, class... Above>
constexpr TreeSurvey survey();

/// The surveys of the parameters of a template, added up.
template <class T, class... Above>
struct SurveyParts;
template <template <class...> class List, class... Part, class... Above>
struct SurveyParts<List<Part...>, Above...> {
  static constexpr TreeSurvey value =
      (TreeSurvey() + ... + survey<std::remove_const_t<Part>, Above...>());
};

/// `Above` are the classes that this one is part of: what they hold is found there.
template <class T, class... Above>
constexpr TreeSurvey survey() {
  using enum TreeRole;
  constexpr TreeRole role = tree_role<T>();
  TreeSurvey found;
  if constexpr ((std::same_as<T, Above> || ...)) {
    // Nothing that is not found above.
  } else if constexpr (role == leaf) {
    found.leaves = true;
  } else if constexpr (role == fixed) {
    found.floating = std::floating_point<T> || (Element<T> && !std::integral<T>);
  } else if constexpr (role == sequence) {
    found = survey<std::remove_const_t<typename T::value_type>, Above...>();
  } else if constexpr (role == map) {
    found = survey<typename T::mapped_type, Above...>();
  } else if constexpr (role == fields) {
    found = SurveyParts<FieldsOf<T>, T, Above...>::value;
  } else if constexpr (role == pair || role == tuple || role == optional || role == variant) {
    found = SurveyParts<T, Above...>::value;
    if (role == variant) found.refused = role;
  } else if constexpr (role == tree) {
    found = SurveyParts<T, Above...>::value;
    if (found.leaves && !std::same_as<T, Tree<Array>>) found.refused = role;
  } else {
    found.refused = role;
  }
  return found;
}

template <class T>
inline constexpr TreeSurvey survey_of = survey<T>();

}  // namespace detail
}  // namespace berth
