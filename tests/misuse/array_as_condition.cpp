// An array as a condition would block, and mean nothing for more than one element.
// expect: could not convert|is not contextually convertible to 'bool'
#include "berth/array.h"

int array_as_condition(const berth::Array& x) {
#ifdef MISUSE
  return x ? 1 : 0;
#else
  return x.item<bool>() ? 1 : 0;
#endif
}
