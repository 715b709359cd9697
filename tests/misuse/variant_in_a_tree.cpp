// Which arrays a tree has must follow from its type.
// expect: a tree cannot hold a std::variant
#include <cstddef>
#include <optional>
#include <variant>

#include "berth/tree.h"

struct Model {
#ifdef MISUSE
  std::variant<berth::Array, int> layer;
#else
  std::optional<berth::Array> layer;
#endif
};

std::size_t variant_in_a_tree(const Model& model) { return berth::tree_leaves(model).size(); }
