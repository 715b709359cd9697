// std::tie makes references to locals.
// expect: the function returns references
#include "berth/tree.h"

auto references_out_of_tree_map(const berth::Arrays& tree) {
  return berth::tree_map(
      [](const berth::Array& x) {
#ifdef MISUSE
        const berth::Array y = x;
        return std::tie(x, y);
#else
        return std::tuple(x, x);
#endif
      },
      tree);
}
