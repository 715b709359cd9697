// An array that BERTH_FIELDS forgets would stay behind in silence.
// expect: BERTH_FIELDS must name every field
#include "berth/tree.h"

struct Layer {
  berth::Array w, b;
#ifdef MISUSE
  BERTH_FIELDS(Layer, w)
#else
  BERTH_FIELDS(Layer, w, b)
#endif
};

berth::Arrays forgotten_field(const std::pair<berth::Array, Layer>& tree) {
  return berth::tree_leaves(tree);
}
