// Comparing is elementwise: the result is an array, no condition.
// expect: could not convert|is not contextually convertible to 'bool'
#include "berth/array.h"

int comparison_as_condition(const berth::Array& x, const berth::Array& y) {
#ifdef MISUSE
  return x < y ? 1 : 0;
#else
  return (x < y).item<bool>() ? 1 : 0;
#endif
}
