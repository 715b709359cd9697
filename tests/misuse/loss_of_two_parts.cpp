// A gradient is that of one number; what else a function computes goes beside it in a pair.
// expect: needs a function that returns one Array
#include <vector>

#include "berth/grad.h"
#include "berth/ops.h"

using berth::Array;

Array loss_of_two_parts(const Array& x) {
  const auto loss = [](const Array& y) {
#ifdef MISUSE
    return std::vector<Array>{sum(y), y};
#else
    return std::pair(sum(y), y);
#endif
  };
  return berth::grad(loss)(x).grad;
}
