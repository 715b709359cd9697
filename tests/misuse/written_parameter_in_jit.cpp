// A traced function computes; it does not write to its arguments.
// expect: return the new value
#include "berth/jit.h"
#include "berth/ops.h"

#ifdef MISUSE
using Parameter = berth::Array&;
#else
using Parameter = const berth::Array&;
#endif

berth::Array written_parameter_in_jit(const berth::Array& x) {
  return berth::jit([](Parameter w) { return w * 2; })(x);
}
