#pragma once

#include <vector>

#include "trace/graph_ref.h"
#include "trace/primitive.h"

namespace berth::transform {

struct CondParams {
  std::vector<trace::GraphRef> branches;
  bool operator==(const CondParams&) const = default;
};

/// One of several graphs. Operands: the number of the branch, bool or an integer that is clamped;
/// then what the branch is called with. Linear in those operands in which all branches are. JAX:
/// `cond_p`.
extern const trace::Primitive<CondParams> cond_p;

Arrays cond_jvp(const trace::Forward& at, const CondParams& params);
Arrays cond_transpose(const trace::Backward& at, const CondParams& params);
Arrays cond_batch(const trace::Batch& at, const CondParams& params);

}  // namespace berth::transform
