// A tree owns what it holds.
// expect: a tree cannot hold a pointer
#include "berth/tree.h"

struct Layer {
  berth::Array w;
#ifdef MISUSE
  const char* name;
#else
  std::string name;
#endif
};

berth::Arrays pointer_in_a_tree(const Layer& layer) { return berth::tree_leaves(layer); }
