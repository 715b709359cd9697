// Operations return a new array and change nothing.
// expect: nodiscard
#include "berth/ops.h"

void result_dropped(berth::Array& x) {
#ifdef MISUSE
  berth::tanh(x);
#else
  x = berth::tanh(x);
#endif
}
