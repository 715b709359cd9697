// A dimension that is not whole is an error, never rounded.
// expect: could not convert|no viable conversion|no matching constructor
#include "berth/shape.h"

berth::Shape float_as_dimension() {
#ifdef MISUSE
  return {2.5, 4};
#else
  return {2, 4};
#endif
}
