#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/source_location.h"
#include "berth/tree_flatten.h"

namespace berth {

namespace detail {

template <class T>
struct LeafOf {
  using type = Array;
};
template <class T>
struct LeafOf<Tree<T>> {
  using type = T;
};
template <class T>
using Leaf = typename LeafOf<T>::type;

/// The leaves for reading: those of a `Tree` without a copy.
template <class T>
Arrays view_leaves(const T& tree) {
  return tree_leaves(tree);
}
template <class T>
const std::vector<T>& view_leaves(const Tree<T>& tree) {
  return tree.leaves();
}

template <class T, class R>
auto rebuild(const T& tree, std::vector<R> results);

template <std::size_t I, class Row>
auto column(std::vector<Row>& rows) {
  std::vector<std::tuple_element_t<I, Row>> values;
  values.reserve(rows.size());
  for (Row& row : rows) values.push_back(std::get<I>(std::move(row)));
  return values;
}

/// `results` in the structure of `tree`: a tree of its type if they are Arrays, else a `Tree`; a
/// tuple of such if they are tuples.
template <class T, class R>
auto rebuild(const T& tree, std::vector<R> results) {
  constexpr TreeRole role = special_role<R>;
  if constexpr (role == TreeRole::tuple || role == TreeRole::pair) {
    return [&]<std::size_t... I>(std::index_sequence<I...>) {
      static_assert(!(std::is_reference_v<std::tuple_element_t<I, R>> || ...),
                    "the function returns references (std::tie?): return std::tuple(a, b)");
      if constexpr (role == TreeRole::pair) {
        return std::pair(rebuild(tree, column<I>(results))...);
      } else {
        return std::make_tuple(rebuild(tree, column<I>(results))...);
      }
    }
    (std::make_index_sequence<std::tuple_size_v<R>>());
  } else if constexpr (std::same_as<R, Array> && !is_tree_value<T>) {
    T mapped = tree;
    replace_leaves(TreeRef(mapped), results);
    return mapped;
  } else {
    return Tree<R>(tree_structure(tree), std::move(results));
  }
}

template <class F, class T, class... Rest>
auto map_trees(const char* who, Here here, F&& f, const T& tree, const Rest&... rest) {
  static_assert(std::is_invocable_v<F&, const Leaf<T>&, const Leaf<Rest>&...>,
                "the function must take one leaf of each tree, as const reference or by value");
  using Result = std::decay_t<std::invoke_result_t<F&, const Leaf<T>&, const Leaf<Rest>&...>>;
  static_assert(!std::is_void_v<Result>,
                "the function returns nothing: loop over tree_leaves(tree)");

  const Origin origin(here);
  if constexpr (sizeof...(rest) > 0) {
    const TreeStructure first = tree_structure(tree);
    int number = 1;
    (check_same_structure(first, tree_structure(rest), ++number, who, here), ...);
  }
  const auto map_leaves = [&](const auto& leaves, const auto&... others) {
    std::vector<Result> results;
    results.reserve(leaves.size());
    for (std::size_t i = 0; i < leaves.size(); ++i) {
      results.push_back(std::invoke(f, leaves[i], others[i]...));
    }
    return rebuild(tree, std::move(results));
  };
  return map_leaves(view_leaves(tree), view_leaves(rest)...);
}

/// `f` with the path of the leaf in front.
template <class F, class T>
auto with_paths(F& f, const T& tree) {
  return [&f, paths = tree_structure(tree).paths(),
          i = std::size_t{0}](const auto&... leaves) mutable {
    return std::invoke(f, std::string_view(paths[i++]), leaves...);
  };
}

}  // namespace detail

/// Calls `f` on each leaf of a tree, or on the leaves that several trees have in one place.
///
/// The result has the structure and the static values of the first tree, and its type if `f`
/// returns Array; else it is a `Tree<R>`; if `f` returns a tuple or pair, a tuple or pair of such.
///
///     params = tree_map([&](const Array& p, const Array& g) { return p - lr * g; }, params,
///     grads); Tree<Sharding> places = tree_map([](const Array& p) { return p.sharding(); },
///     params);
///
/// Operations inside `f` are attributed to the caller's line. Throws `Error(invalid_argument)`
/// with the path where the structures differ. JAX: `jax.tree.map`.
template <class F, TreeLike A>
[[nodiscard]] auto tree_map(F&& f, const A& a, Here here = Here::current()) {
  return detail::map_trees("tree_map", here, f, a);
}
template <class F, TreeLike A, TreeLike B>
[[nodiscard]] auto tree_map(F&& f, const A& a, const B& b, Here here = Here::current()) {
  return detail::map_trees("tree_map", here, f, a, b);
}
template <class F, TreeLike A, TreeLike B, TreeLike C>
[[nodiscard]] auto tree_map(F&& f, const A& a, const B& b, const C& c,
                            Here here = Here::current()) {
  return detail::map_trees("tree_map", here, f, a, b, c);
}
template <class F, TreeLike A, TreeLike B, TreeLike C, TreeLike D>
[[nodiscard]] auto tree_map(F&& f, const A& a, const B& b, const C& c, const D& d,
                            Here here = Here::current()) {
  return detail::map_trees("tree_map", here, f, a, b, c, d);
}
template <class F, TreeLike A, TreeLike B, TreeLike C, TreeLike D, TreeLike E>
[[nodiscard]] auto tree_map(F&& f, const A& a, const B& b, const C& c, const D& d, const E& e,
                            Here here = Here::current()) {
  return detail::map_trees("tree_map", here, f, a, b, c, d, e);
}

/// As `tree_map`, with the leaf's path in front: `f("layers.0.w", leaf)`, a `std::string_view`
/// that is valid during the call. JAX: `jax.tree.map_with_path`.
template <class F, TreeLike A>
[[nodiscard]] auto tree_map_with_path(F&& f, const A& a, Here here = Here::current()) {
  return detail::map_trees("tree_map_with_path", here, detail::with_paths(f, a), a);
}
template <class F, TreeLike A, TreeLike B>
[[nodiscard]] auto tree_map_with_path(F&& f, const A& a, const B& b, Here here = Here::current()) {
  return detail::map_trees("tree_map_with_path", here, detail::with_paths(f, a), a, b);
}
template <class F, TreeLike A, TreeLike B, TreeLike C>
[[nodiscard]] auto tree_map_with_path(F&& f, const A& a, const B& b, const C& c,
                                      Here here = Here::current()) {
  return detail::map_trees("tree_map_with_path", here, detail::with_paths(f, a), a, b, c);
}

/// Folds the leaves: `f(f(initial, leaf0), leaf1)` and so on. JAX: `jax.tree.reduce`.
template <class F, TreeLike T, class Value>
requires(!std::same_as<Value, Here>) [[nodiscard]] Value
    tree_reduce(F&& f, const T& tree, Value initial, Here here = Here::current()) {
  const detail::Origin origin(here);
  for (const auto& leaf : detail::view_leaves(tree)) {
    initial = std::invoke(f, std::move(initial), leaf);
  }
  return initial;
}
/// The same, beginning with the first leaf. Throws `Error(invalid_argument)` if there is none.
template <class F, TreeLike T>
[[nodiscard]] detail::Leaf<T> tree_reduce(F&& f, const T& tree, Here here = Here::current()) {
  const detail::Origin origin(here);
  const auto& leaves = detail::view_leaves(tree);
  detail::check_has_leaves(leaves.size(), "tree_reduce", here);
  detail::Leaf<T> value = leaves[0];
  for (std::size_t i = 1; i < leaves.size(); ++i) {
    value = std::invoke(f, std::move(value), leaves[i]);
  }
  return value;
}

}  // namespace berth
