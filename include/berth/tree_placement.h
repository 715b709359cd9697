#pragma once

#include <concepts>
#include <functional>
#include <span>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/host.h"
#include "berth/placement.h"
#include "berth/sharding.h"
#include "berth/source_location.h"
#include "berth/tree.h"

namespace berth {

/// `device_put`, `device_get` and `block_until_ready` of trees.

namespace detail {

/// `targets` has one for all leaves, or one for each.
Arrays put_leaves(TreeRef tree, std::span<const Target> targets, DevicePutOptions options,
                  Here here);
Arrays put_leaves(std::span<const HostArray> leaves, const Target& where, DevicePutOptions options,
                  Here here);
std::vector<HostArray> get_leaves(TreeRef tree, Here here);
void wait_for_leaves(TreeRef tree);

}  // namespace detail

/// A function that says where each leaf goes: `rule("layers.0.w", leaf)`.
template <class F>
concept PlacementRule = std::is_invocable_r_v<Target, F&, std::string_view, const Array&>;

/// Copies each leaf to `where` and commits it there, as `device_put` of an Array does.
///
/// Places are found and checked before anything is copied or consumed. With `donate` the leaves
/// are consumed: throws `Error(invalid_argument)` with both paths if two of them share memory.
template <TreeContainer T>
[[nodiscard]] T device_put(const T& tree, const Target& where, DevicePutOptions options = {},
                           Here here = Here::current()) {
  return detail::rebuild(tree,
                         detail::put_leaves(detail::TreeRef(tree), {&where, 1}, options, here));
}

/// Copies each leaf to its own place: a `Tree` of devices, shardings, memory kinds or targets.
///
///     Tree<Sharding> places = tree_map([](const Array& p) { return p.sharding(); }, params);
///     Params other = device_put(gradients, places);
///
/// Throws `Error(invalid_argument)` with the path where the structures differ.
template <TreeContainer T, std::convertible_to<Target> S>
[[nodiscard]] T device_put(const T& tree, const Tree<S>& where, DevicePutOptions options = {},
                           Here here = Here::current()) {
  detail::check_same_structure(tree_structure(tree), where.structure(), 2, "device_put", here);
  const std::vector<Target> targets(where.begin(), where.end());
  return detail::rebuild(tree, detail::put_leaves(detail::TreeRef(tree), targets, options, here));
}

/// Copies each leaf to where `rule` says; all leaves are asked before the first is copied.
///
///     params = device_put(params, [&](std::string_view path, const Array&) -> Target {
///       return path.starts_with("layers.0") ? first : second;
///     });
template <TreeContainer T, PlacementRule Rule>
[[nodiscard]] T device_put(const T& tree, Rule&& rule, DevicePutOptions options = {},
                           Here here = Here::current()) {
  const auto target = [&rule](std::string_view path, const Array& leaf) -> Target {
    return std::invoke(rule, path, leaf);
  };
  return device_put(tree, tree_map_with_path(target, tree, here), options, here);
}

/// Copies host data of a tree, such as `device_get` gives, to `where` and commits it there.
[[nodiscard]] inline Tree<Array> device_put(const Tree<HostArray>& tree, const Target& where,
                                            DevicePutOptions options = {},
                                            Here here = Here::current()) {
  return {tree.structure(), detail::put_leaves(tree.leaves(), where, options, here)};
}

/// The values of all leaves in host memory. All copies that it takes are started before the first
/// is waited for; throws the error of the work that makes the first leaf that failed.
///
///     Tree<HostArray> saved = device_get(params);
///     saved.at("layers.0.w").view<float>();
template <TreeContainer T>
[[nodiscard]] Tree<HostArray> device_get(const T& tree, Here here = Here::current()) {
  return {tree_structure(tree), detail::get_leaves(detail::TreeRef(tree), here)};
}

/// Waits for all leaves, then throws the error of the first that failed, if any.
template <TreeContainer T>
const T& block_until_ready(const T& tree) {
  detail::wait_for_leaves(detail::TreeRef(tree));
  return tree;
}
template <TreeContainer T>
requires(!std::is_reference_v<T> && !std::is_const_v<T>) T block_until_ready(T&& tree) {
  detail::wait_for_leaves(detail::TreeRef(tree));
  return std::move(tree);
}

}  // namespace berth
