// An update of some elements is a new array; the old one stays as it is.
// expect: nodiscard
#include "berth/ops.h"

void update_dropped(berth::Array& x) {
#ifdef MISUSE
  x.at(0).set(5);
#else
  x = x.at(0).set(5);
#endif
}
