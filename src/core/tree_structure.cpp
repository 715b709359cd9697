#include "berth/tree_structure.h"

#include <fmt/format.h>

#include <optional>
#include <ostream>

#include "berth/error.h"
#include "core/tree_nodes.h"

namespace berth {
namespace detail {
namespace {

using Nodes = std::vector<TreeNode>;

const TreeNodes no_nodes;

const TreeNodes& nodes_of(const TreeStructure& structure) {
  return structure.nodes() != nullptr ? *structure.nodes() : no_nodes;
}

/// Calls `visit(child)` with the number of each child of node `i`.
template <class F>
void for_each_child(const Nodes& nodes, std::size_t i, F&& visit) {
  std::size_t child = i + 1;
  for (std::size_t n = 0; n < nodes[i].children; ++n) {
    visit(child);
    child += nodes[child].extent;
  }
}

std::string join(const std::string& path, const TreeNode& node) {
  return path.empty() ? to_string(node) : path + "." + to_string(node);
}

void add_paths(const Nodes& nodes, std::size_t i, const std::string& path,
               std::vector<std::string>& paths) {
  if (nodes[i].kind == TreeKind::leaf) paths.push_back(path);
  for_each_child(nodes, i, [&](std::size_t child) {
    add_paths(nodes, child, join(path, nodes[child]), paths);
  });
}

/// A map's key or a field's name in front of the value: `"a": `, `3: `, `w: `.
std::string label(const TreeNode& parent, const TreeNode& child) {
  if (parent.kind == TreeKind::map) {
    return child.named ? fmt::format("\"{}\": ", child.name) : fmt::format("{}: ", child.position);
  }
  return child.named ? child.name + ": " : "";
}

std::string text(const Nodes& nodes, std::size_t i) {
  const auto in = [&](const char* open, const char* close) {
    std::string result = open;
    for_each_child(nodes, i, [&](std::size_t child) {
      if (child != i + 1) result += ", ";
      result += label(nodes[i], nodes[child]) + text(nodes, child);
    });
    return result + close;
  };
  switch (nodes[i].kind) {
    case TreeKind::leaf:
      return "*";
    case TreeKind::none:
      return "none";
    case TreeKind::sequence:
      return in("[", "]");
    case TreeKind::tuple:
      return in("(", ")");
    default:
      return in("{", "}");
  }
}

/// The structure in an error text.
std::string brief(const TreeStructure& structure) {
  constexpr std::size_t longest = 200;
  std::string shown = to_string(structure);
  if (shown.size() > longest) shown.replace(longest, shown.npos, "...");
  return shown;
}

/// A node in an error text: "a sequence of 3", "a struct of w, b".
std::string description(const Nodes& nodes, std::size_t i) {
  if (nodes.empty()) return "no leaves";
  const TreeNode& node = nodes[i];
  std::string keys;
  for_each_child(nodes, i, [&](std::size_t child) {
    if (!keys.empty()) keys += ", ";
    keys += to_string(nodes[child]);
  });
  switch (node.kind) {
    case TreeKind::leaf:
      return "a leaf";
    case TreeKind::none:
      return "nothing";
    case TreeKind::sequence:
      return fmt::format("a sequence of {}", node.children);
    case TreeKind::tuple:
      return fmt::format("a tuple of {}", node.children);
    case TreeKind::map:
      return keys.empty() ? "an empty map" : "a map of " + keys;
    default:
      return keys.empty() ? "an empty struct" : "a struct of " + keys;
  }
}

bool same_node(const Nodes& a, std::size_t i, const Nodes& b, std::size_t j) {
  if (a[i].kind != b[j].kind || a[i].children != b[j].children) return false;
  bool same = true;
  std::size_t other = j + 1;
  for_each_child(a, i, [&](std::size_t child) {
    same = same && a[child].key() == b[other].key();
    other += b[other].extent;
  });
  return same;
}

struct Difference {
  std::string path;
  std::string first;
  std::string other;
};

std::optional<Difference> difference(const Nodes& a, std::size_t i, const Nodes& b, std::size_t j,
                                     const std::string& path) {
  if (a.empty() || b.empty() || !same_node(a, i, b, j)) {
    return Difference{path, description(a, i), description(b, j)};
  }
  std::optional<Difference> found;
  std::size_t other = j + 1;
  for_each_child(a, i, [&](std::size_t child) {
    if (!found) found = difference(a, child, b, other, join(path, a[child]));
    other += b[other].extent;
  });
  return found;
}

/// The node of the leaf that `path` leads to from node `i`. Keys may hold dots themselves, so each
/// child that fits the beginning is tried.
std::optional<std::size_t> find_leaf(const Nodes& nodes, std::size_t i, std::string_view path) {
  if (nodes[i].kind == TreeKind::leaf) return path.empty() ? std::optional(i) : std::nullopt;
  std::optional<std::size_t> found;
  for_each_child(nodes, i, [&](std::size_t child) {
    const std::string key = to_string(nodes[child]);
    if (found || !path.starts_with(key)) return;
    std::string_view rest = path.substr(key.size());
    if (!rest.empty()) {
      if (rest.front() != '.') return;
      rest.remove_prefix(1);
    }
    found = find_leaf(nodes, child, rest);
  });
  return found;
}

}  // namespace

std::string to_string(const TreeNode& node) {
  return node.named ? node.name : std::to_string(node.position);
}

std::size_t leaf_at(const TreeStructure& structure, std::string_view path, const char* who,
                    Here here) {
  const Nodes& nodes = nodes_of(structure).nodes;
  const std::optional<std::size_t> found = nodes.empty() ? std::nullopt : find_leaf(nodes, 0, path);
  if (!found) {
    throw Error(ErrorCode::not_found,
                fmt::format("[{}] no leaf \"{}\" in {}", who, path, brief(structure)), here);
  }
  std::size_t leaf = 0;
  for (std::size_t i = 0; i < *found; ++i) leaf += nodes[i].kind == TreeKind::leaf ? 1 : 0;
  return leaf;
}

TreeStructure part_of(const TreeStructure& structure, std::size_t i) {
  const Nodes& all = nodes_of(structure).nodes;
  std::size_t number = 0;
  TreeNodes part;
  for_each_child(all, 0, [&](std::size_t child) {
    if (number++ != i) return;
    const auto first = all.begin() + static_cast<std::ptrdiff_t>(child);
    part.nodes.assign(first, first + static_cast<std::ptrdiff_t>(all[child].extent));
  });
  BERTH_ASSERT(!part.nodes.empty());
  TreeNode& root = part.nodes[0];
  root.named = false;  // a root has no key
  root.position = 0;
  root.name.clear();
  for (const TreeNode& node : part.nodes) part.leaves += node.kind == TreeKind::leaf ? 1 : 0;
  return TreeStructure(std::make_shared<const TreeNodes>(std::move(part)));
}

std::string difference(const TreeStructure& first, const TreeStructure& other) {
  if (first == other) return "";
  const auto found = difference(nodes_of(first).nodes, 0, nodes_of(other).nodes, 0, "");
  BERTH_ASSERT(found);
  const std::string place = found->path.empty() ? "at the root" : "at \"" + found->path + "\"";
  return fmt::format("{}: {} against {}", place, found->first, found->other);
}

void check_same_structure(const TreeStructure& first, const TreeStructure& other, int number,
                          const char* who, Here here) {
  const std::string different = difference(first, other);
  if (different.empty()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] trees 1 and {} differ {}; give trees of one structure", who, number,
                          different),
              here);
}

void check_leaf_count(const TreeStructure& structure, std::size_t leaves, const char* who,
                      Here here) {
  if (leaves == structure.num_leaves()) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] {} values for the {} leaves of {}: give one for each", who, leaves,
                          structure.num_leaves(), brief(structure)),
              here);
}

void check_has_leaves(std::size_t leaves, const char* who, Here here) {
  if (leaves != 0) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[{}] the tree has no leaves: give an initial value", who), here);
}

}  // namespace detail

TreeStructure::TreeStructure(std::shared_ptr<const detail::TreeNodes> nodes)
    : nodes_(std::move(nodes)) {}

std::size_t TreeStructure::num_leaves() const { return detail::nodes_of(*this).leaves; }

std::vector<std::string> TreeStructure::paths() const {
  std::vector<std::string> paths;
  paths.reserve(num_leaves());
  if (nodes_) detail::add_paths(nodes_->nodes, 0, "", paths);
  return paths;
}

bool operator==(const TreeStructure& a, const TreeStructure& b) {
  return a.nodes_ == b.nodes_ || detail::nodes_of(a).nodes == detail::nodes_of(b).nodes;
}

std::string to_string(const TreeStructure& structure) {
  return structure.nodes() != nullptr ? detail::text(structure.nodes()->nodes, 0) : "{}";
}

std::ostream& operator<<(std::ostream& out, const TreeStructure& structure) {
  return out << to_string(structure);
}

}  // namespace berth
