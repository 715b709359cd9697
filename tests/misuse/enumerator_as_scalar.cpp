// An enumerator is no scalar, though an unscoped one converts to int.
// expect: could not convert|no viable conversion
#include "berth/array.h"

enum Colour { red };

berth::Operand enumerator_as_scalar() {
#ifdef MISUSE
  return red;
#else
  return int{red};
#endif
}
