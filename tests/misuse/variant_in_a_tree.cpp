// Which arrays a variant has is not known from its type.
// expect: a tree cannot hold a std::variant
#include <variant>

#include "berth/tree.h"

struct Head {
#ifdef MISUSE
  std::variant<berth::Array, int> bias;
#else
  std::optional<berth::Array> bias;
#endif
  berth::Array w;
};

berth::Arrays variant_in_a_tree(const Head& head) { return berth::tree_leaves(head); }
