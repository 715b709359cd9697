// A bool is no index: a mask is an array.
// expect: no match for|no viable overloaded
#include "berth/array.h"

berth::Array bool_as_index(const berth::Array& x) {
#ifdef MISUSE
  return x[true];
#else
  return x[1];
#endif
}
