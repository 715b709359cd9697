// Adding to an element would change a temporary: arrays are immutable.
// expect: cannot bind non-const lvalue reference|invalid operands to binary expression|no viable
// overloaded
#include "berth/array.h"

void addition_to_an_element(berth::Array& x) {
#ifdef MISUSE
  x[0] += 1;
#else
  x += 1;
#endif
}
