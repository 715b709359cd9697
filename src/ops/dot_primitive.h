#pragma once

#include <vector>

#include "core/aval.h"
#include "trace/primitive.h"

namespace berth::ops {

/// Axes in [0, rank), in pairs of one size; the sums are kept in `result`.
struct DotParams {
  std::vector<int> contract_x;
  std::vector<int> contract_y;
  std::vector<int> batch_x;
  std::vector<int> batch_y;
  DType result = DType::float32;
  bool operator==(const DotParams&) const = default;
};
extern const trace::Primitive<DotParams> dot_general_p;

}  // namespace berth::ops
