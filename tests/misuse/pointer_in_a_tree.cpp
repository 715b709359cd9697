// A tree owns its leaves; a pointer does not.
// expect: a tree cannot hold a pointer
#include <cstddef>

#include "berth/tree.h"

struct Model {
  berth::Array bias;
#ifdef MISUSE
  berth::Array* weights;
#else
  berth::Array weights;
#endif
};

std::size_t pointer_in_a_tree(const Model& model) { return berth::tree_leaves(model).size(); }
