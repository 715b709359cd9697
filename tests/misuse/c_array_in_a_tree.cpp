// The fields of a struct with a C array cannot be told apart.
// expect: the fields of this struct cannot be counted
#include "berth/tree.h"

struct Layer {
  berth::Array w;
#ifdef MISUSE
  int sizes[3];
#else
  std::array<int, 3> sizes;
#endif
};

berth::Arrays c_array_in_a_tree(const std::pair<berth::Array, Layer>& tree) {
  return berth::tree_leaves(tree);
}
