// A vector of numbers is data, not a tree.
// expect: TreeLike
#include "berth/tree.h"

auto data_as_tree(const std::vector<float>& data, const berth::Arrays& arrays) {
  (void)data;
  (void)arrays;
#ifdef MISUSE
  return berth::tree_map([](float x) { return x; }, data);
#else
  return berth::tree_map([](const berth::Array& x) { return x; }, arrays);
#endif
}
