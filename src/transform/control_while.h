#pragma once

#include <cstddef>

#include "trace/graph_ref.h"
#include "trace/primitive.h"

namespace berth::transform {

/// Both graphs take constants, then the carry.
struct WhileParams {
  trace::GraphRef condition;
  trace::GraphRef body;
  std::size_t constants = 0;
  bool operator==(const WhileParams&) const = default;
};

/// The carry, replaced by the body's as long as the condition holds. Operands: constants, carry.
/// JAX: `while_p`.
extern const trace::Primitive<WhileParams> while_p;

Arrays while_jvp(const trace::Forward& at, const WhileParams& params);
Arrays while_transpose(const trace::Backward& at, const WhileParams& params);
Arrays while_batch(const trace::Batch& at, const WhileParams& params);

}  // namespace berth::transform
