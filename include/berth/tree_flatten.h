#pragma once

#include <concepts>
#include <cstddef>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/tree_walk.h"
#include "berth/fields.h"
#include "berth/tree_structure.h"

namespace berth {

// A tree is any nesting of Array in vectors, arrays, maps, pairs, tuples, optionals and structs.
// A plain struct of up to 24 fields needs nothing; other classes name fields with BERTH_FIELDS.
// Arrays are the leaves. All else in it (numbers, enums, strings, devices, and containers of
// such) is static: copied from the first tree of a verb. A sequence is a tree only if its element
// is: a vector<float> is data. Leaves come in the order of the fields; of maps, of the keys.

/// A tree of arrays, a lone Array and an empty struct included.
template <class T>
concept ArrayTree = detail::survey_of<T>
.leaves || (std::is_empty_v<T> && std::is_aggregate_v<T>);

/// An ArrayTree that is not a lone Array.
template <class T>
concept TreeContainer = ArrayTree<T> && !std::same_as<T, Array>;

/// What the verbs take: a tree of arrays, or a `Tree` of anything.
template <class T>
concept TreeLike = ArrayTree<T> || detail::is_tree_value<T>;

/// Whether `T` holds a floating value that is not an Array: data for `tree_map`, which a traced
/// function could not follow.
template <class T>
inline constexpr bool has_floating_static = detail::survey_of<T>.floating;

/// Leaves of any type in the structure of some tree: what `tree_map` makes of a struct of arrays
/// when its function returns no Array.
///
///     Tree<HostArray> saved = device_get(params);
///     saved.at("layers.0.w").view<float>();
template <class T>
class Tree {
 public:
  using value_type = T;
  using reference = typename std::vector<T>::reference;
  using const_reference = typename std::vector<T>::const_reference;

  Tree() = default;
  /// Throws `Error(invalid_argument)` unless there is one value for each leaf.
  Tree(TreeStructure structure, std::vector<T> leaves, Here here = Here::current())
      : structure_(std::move(structure)), leaves_(std::move(leaves)) {
    detail::check_leaf_count(structure_, leaves_.size(), "Tree", here);
  }

  const TreeStructure& structure() const { return structure_; }
  const std::vector<T>& leaves() const& { return leaves_; }
  std::vector<T> leaves() && { return std::move(leaves_); }

  /// The leaf at a path such as "layers.0.w". Throws `Error(not_found)`.
  reference at(std::string_view path, Here here = Here::current()) {
    return leaves_[detail::leaf_at(structure_, path, "Tree::at", here)];
  }
  const_reference at(std::string_view path, Here here = Here::current()) const {
    return leaves_[detail::leaf_at(structure_, path, "Tree::at", here)];
  }

  std::size_t size() const { return leaves_.size(); }
  auto begin() { return leaves_.begin(); }
  auto end() { return leaves_.end(); }
  auto begin() const { return leaves_.begin(); }
  auto end() const { return leaves_.end(); }

  friend bool operator==(const Tree&, const Tree&) requires std::equality_comparable<T>
  = default;

 private:
  friend void detail::walk_tree(Tree<Array>&, detail::TreeKey, detail::TreeVisitor&);

  TreeStructure structure_;
  std::vector<T> leaves_;
};

/// The leaves, in order. JAX: `jax.tree.leaves`.
template <ArrayTree T>
[[nodiscard]] Arrays tree_leaves(const T& tree) {
  return detail::leaves_of(detail::TreeRef(tree));
}
template <class T>
[[nodiscard]] std::vector<T> tree_leaves(const Tree<T>& tree) {
  return tree.leaves();
}

/// The nesting without the leaves. JAX: `jax.tree.structure`.
template <ArrayTree T>
[[nodiscard]] TreeStructure tree_structure(const T& tree) {
  return detail::structure_of(detail::TreeRef(tree));
}
template <class T>
[[nodiscard]] TreeStructure tree_structure(const Tree<T>& tree) {
  return tree.structure();
}

/// What it takes to make a `T` out of leaves: its structure and its static values.
template <ArrayTree T>
class TreeDef {
 public:
  explicit TreeDef(const T& tree) : structure_(tree_structure(tree)), skeleton_(tree) {
    Arrays empty(structure_.num_leaves());
    detail::replace_leaves(detail::TreeRef(skeleton_), empty);
  }

  const TreeStructure& structure() const { return structure_; }
  /// A tree whose leaves are empty Arrays.
  const T& skeleton() const { return skeleton_; }

 private:
  TreeStructure structure_;
  T skeleton_;
};

/// The result of `tree_flatten`.
template <class T>
struct FlatTree {
  Arrays leaves;
  TreeDef<T> treedef;
};

/// Takes a tree apart, so that `tree_unflatten(treedef, leaves)` makes it again.
/// JAX: `jax.tree.flatten`.
template <ArrayTree T>
[[nodiscard]] FlatTree<T> tree_flatten(const T& tree) {
  return {tree_leaves(tree), TreeDef<T>(tree)};
}

/// The tree that `treedef` came from, with other leaves. Throws `Error(invalid_argument)` if
/// their number differs. JAX: `jax.tree.unflatten`.
template <class T>
[[nodiscard]] T tree_unflatten(const TreeDef<T>& treedef, Arrays leaves,
                               Here here = Here::current()) {
  detail::check_leaf_count(treedef.structure(), leaves.size(), "tree_unflatten", here);
  T tree = treedef.skeleton();
  detail::replace_leaves(detail::TreeRef(tree), leaves);
  return tree;
}

}  // namespace berth
