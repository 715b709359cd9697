#pragma once

#include "trace/primitive.h"

namespace berth::ops {

/// Operands of one shape, of any types; the first `num_keys` are compared.
struct SortParams {
  int axis = 0;  // in [0, rank)
  int num_keys = 1;
  bool operator==(const SortParams&) const = default;
};
extern const trace::Primitive<SortParams> sort_p;

}  // namespace berth::ops
