// A class with constructors must name its arrays.
// expect: name its arrays with BERTH_FIELDS
#include "berth/tree.h"

class Layer {
 public:
  explicit Layer(berth::Array w) : w_(std::move(w)) {}
#ifndef MISUSE
  BERTH_FIELDS(Layer, w_)
#endif

 private:
  berth::Array w_;
};

berth::Arrays unnamed_members_in_a_tree(const std::pair<berth::Array, Layer>& tree) {
  return berth::tree_leaves(tree);
}
