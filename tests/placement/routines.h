#pragma once

#include "berth/array.h"
#include "lower/emitter.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Operations of the tests' own, so that the rules of placement are tested without those of ops.
namespace berth::routines {

/// Elementwise, of operands that have one type and shape, or are scalars.
Array plus(const Operand& x, const Operand& y);
/// A program that never looks at its second operand.
Array first(const Operand& x, const Operand& y);
/// Two results.
Arrays twice(const Operand& x);
/// No operands: a scalar 7 in float32.
Array seven(trace::CallSite site = {Here::current()});

}  // namespace berth::routines
