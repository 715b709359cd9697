// A bool is no dimension.
// expect: could not convert|no viable conversion|no matching constructor
#include "berth/shape.h"

berth::Shape bool_as_dimension() {
#ifdef MISUSE
  return {true, 4};
#else
  return {1, 4};
#endif
}
