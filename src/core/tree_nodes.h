#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "berth/detail/tree_walk.h"

namespace berth::detail {

/// A leaf, an absent optional, or a container whose children follow.
struct TreeNode {
  TreeKind kind = TreeKind::leaf;
  bool named = false;  ///< Whether its parent knows it by `name`, else by `position`.
  std::int64_t position = 0;
  std::string name;
  std::size_t children = 0;
  std::size_t extent = 1;  ///< Nodes of it and below it: the next sibling is that far away.

  TreeKey key() const { return {.name = name, .position = position, .named = named}; }

  friend bool operator==(const TreeNode&, const TreeNode&) = default;
};

/// What a TreeStructure points to: parents before their children, never empty.
struct TreeNodes {
  std::vector<TreeNode> nodes;
  std::size_t leaves = 0;
};

/// The name or the position, as it stands in a path.
std::string to_string(const TreeNode& node);

}  // namespace berth::detail
