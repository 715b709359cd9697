#pragma once

#include <span>

#include "ops/broadcast.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth::ops {

/// The body of a function of one or two operands that is one primitive in the type that `rule`
/// chooses.
template <const trace::Primitive<>& primitive, TypeRule rule = as_is>
Arrays one_primitive(std::span<const Array> operands, const trace::NoParams& /*params*/) {
  return trace::bind_all(primitive, {}, promote_and_broadcast(operands, rule));
}

}  // namespace berth::ops
