// Text is no scalar, though a pointer converts to bool.
// expect: could not convert|no viable conversion
#include "berth/array.h"

berth::Operand text_as_scalar() {
#ifdef MISUSE
  return "abc";
#else
  return 1.5;
#endif
}
