#include "berth/tree.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "berth/error.h"
#include "core/tree_nodes.h"

namespace berth::detail {
namespace {

class CollectLeaves final : public TreeVisitor {
 public:
  void leaf(TreeKey /*key*/, Array& leaf) override { leaves.push_back(leaf); }

  Arrays leaves;
};

class ReplaceLeaves final : public TreeVisitor {
 public:
  explicit ReplaceLeaves(std::span<Array> leaves) : leaves_(leaves) {}

  void leaf(TreeKey /*key*/, Array& leaf) override {
    BERTH_ASSERT(next_ < leaves_.size());
    leaf = std::move(leaves_[next_++]);
  }

  std::size_t replaced() const { return next_; }

 private:
  std::span<Array> leaves_;
  std::size_t next_ = 0;
};

class RecordStructure final : public TreeVisitor {
 public:
  void leaf(TreeKey key, Array& /*leaf*/) override {
    add(TreeKind::leaf, key);
    ++recorded_.leaves;
  }
  void none(TreeKey key) override { add(TreeKind::none, key); }
  void open(TreeKind kind, TreeKey key) override {
    add(kind, key);
    open_.push_back(recorded_.nodes.size() - 1);
  }
  void close() override {
    TreeNode& parent = recorded_.nodes[open_.back()];
    parent.extent = recorded_.nodes.size() - open_.back();
    open_.pop_back();
  }

  TreeStructure structure() && {
    if (recorded_.nodes.empty()) return {};
    return TreeStructure(std::make_shared<const TreeNodes>(std::move(recorded_)));
  }

 private:
  void add(TreeKind kind, TreeKey key) {
    if (!open_.empty()) ++recorded_.nodes[open_.back()].children;
    recorded_.nodes.push_back({.kind = kind,
                               .named = key.named,
                               .position = key.position,
                               .name = std::string(key.name)});
  }

  TreeNodes recorded_;
  std::vector<std::size_t> open_;
};

/// Visits `nodes` from number `i` on, the subtree of which gets the key `key`.
class Replay {
 public:
  Replay(const TreeNodes& nodes, std::span<Array> leaves, TreeVisitor& visitor)
      : nodes_(nodes.nodes), leaves_(leaves), visitor_(visitor) {}

  void visit(TreeKey key) {
    const TreeNode& node = nodes_[next_node_++];
    if (node.kind == TreeKind::leaf) {
      visitor_.leaf(key, leaves_[next_leaf_++]);
    } else if (node.kind == TreeKind::none) {
      visitor_.none(key);
    } else {
      visitor_.open(node.kind, key);
      for (std::size_t i = 0; i < node.children; ++i) visit(nodes_[next_node_].key());
      visitor_.close();
    }
  }

 private:
  const std::vector<TreeNode>& nodes_;
  std::span<Array> leaves_;
  TreeVisitor& visitor_;
  std::size_t next_node_ = 0;
  std::size_t next_leaf_ = 0;
};

}  // namespace

TreeKey FieldKeys::next() {
  if (rest_.empty()) return {.position = position_++};
  const std::size_t comma = rest_.find(',');
  const TreeKey key{.name = rest_.substr(0, comma), .named = true};
  rest_.remove_prefix(comma == rest_.npos ? rest_.size() : comma + 1);
  rest_.remove_prefix(std::min(rest_.find_first_not_of(' '), rest_.size()));
  return key;
}

std::vector<std::size_t> sorted(std::span<const TreeKey> keys) {
  std::vector<std::size_t> order(keys.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
    return std::tie(keys[a].name, keys[a].position) < std::tie(keys[b].name, keys[b].position);
  });
  return order;
}

void walk_tree(Tree<Array>& tree, TreeKey key, TreeVisitor& visitor) {
  if (const TreeNodes* nodes = tree.structure_.nodes()) {
    Replay(*nodes, tree.leaves_, visitor).visit(key);
  }
}

Arrays leaves_of(TreeRef tree) {
  CollectLeaves visitor;
  tree.visit(visitor);
  return std::move(visitor.leaves);
}

TreeStructure structure_of(TreeRef tree) {
  RecordStructure visitor;
  tree.visit(visitor);
  return std::move(visitor).structure();
}

void replace_leaves(TreeRef tree, std::span<Array> leaves) {
  ReplaceLeaves visitor(leaves);
  tree.visit(visitor);
  BERTH_ASSERT(visitor.replaced() == leaves.size());
}

}  // namespace berth::detail
