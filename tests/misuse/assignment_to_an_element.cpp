// Assigning to an element would change a temporary: arrays are immutable.
// expect: discards qualifiers|no viable overloaded '='
#include "berth/ops.h"

void assignment_to_an_element(berth::Array& x, const berth::Array& y) {
#ifdef MISUSE
  x[0] = y;
#else
  x = x.at(0).set(y);
#endif
}
