// A float parameter would be frozen at its first value, or compile again for each.
// expect: would be frozen at its
#include "berth/jit.h"
#include "berth/ops.h"

#ifdef MISUSE
using Rate = float;
#else
using Rate = berth::Array;
#endif

berth::Array float_in_jit(const berth::Array& x) {
  return berth::jit([](const berth::Array& w, const Rate& rate) { return w * rate; })(x, 0.1f);
}
