// What a traced function does beside returning happens once, while it is traced.
// expect: a traced function returns Arrays
#include "berth/jit.h"
#include "berth/ops.h"

void nothing_returned_in_jit(berth::Array x) {
  const auto f = berth::jit([&](const berth::Array& y) {
#ifdef MISUSE
    x = y * 2;
#else
    return y * 2;
#endif
  });
  f(x);
}
