// Text is no operand, though a pointer converts to bool.
// expect: no match for|invalid operands
#include "berth/array.h"

berth::Array text_in_an_operation(const berth::Array& x) {
#ifdef MISUSE
  return x + "abc";
#else
  return x + 1;
#endif
}
