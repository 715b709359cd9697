#pragma once

#include <cstddef>
#include <iosfwd>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "berth/source_location.h"

namespace berth {

namespace detail {
struct TreeNodes;
}

/// How a tree is nested: the containers, their sizes, keys and field names, without the leaves
/// and without static values. A value; copies share.
///
/// The classes themselves are no part of it: two structs that name the same fields are alike.
/// JAX: `PyTreeDef`.
class TreeStructure {
 public:
  /// Of a tree that can hold no leaves.
  TreeStructure() = default;

  std::size_t num_leaves() const;
  /// The path of each leaf, such as "layers.0.w": field names (or their positions), map keys and
  /// positions, joined with '.'. The path of a lone leaf is empty.
  std::vector<std::string> paths() const;

  friend bool operator==(const TreeStructure& a, const TreeStructure& b);

  /// For berth's own parts; null for the default structure.
  explicit TreeStructure(std::shared_ptr<const detail::TreeNodes> nodes);
  const detail::TreeNodes* nodes() const { return nodes_.get(); }

 private:
  std::shared_ptr<const detail::TreeNodes> nodes_;
};

/// As "{layers: [{w: *, b: *}], head: none}": `*` is a leaf, `none` an absent optional, `[]` a
/// sequence, `()` a tuple or pair, `{}` a struct or a map.
std::string to_string(const TreeStructure& structure);
std::ostream& operator<<(std::ostream& out, const TreeStructure& structure);

namespace detail {

/// The structure of child number `i` of the outermost container.
TreeStructure part_of(const TreeStructure& structure, std::size_t i);

/// Where two structures differ, and what is there: "at \"w\": a leaf against nothing"; empty if
/// they do not.
std::string difference(const TreeStructure& first, const TreeStructure& other);

/// The number of the leaf at `path`. Throws `Error(not_found)` in the name of `who`.
std::size_t leaf_at(const TreeStructure& structure, std::string_view path, const char* who,
                    Here here);

/// Throws `Error(invalid_argument)` in the name of `who` with the path where the trees differ.
/// `number` counts the trees from 1.
void check_same_structure(const TreeStructure& first, const TreeStructure& other, int number,
                          const char* who, Here here);

/// Throws `Error(invalid_argument)` in the name of `who` unless there are as many leaves.
void check_leaf_count(const TreeStructure& structure, std::size_t leaves, const char* who,
                      Here here);

/// Throws `Error(invalid_argument)` in the name of `who` if there are no leaves.
void check_has_leaves(std::size_t leaves, const char* who, Here here);

}  // namespace detail
}  // namespace berth
