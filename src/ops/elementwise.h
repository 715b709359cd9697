#pragma once

#include <span>

#include "ops/broadcast.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Shapes that bodies of elementwise functions have.
namespace berth::ops {

using Operands = std::span<const Array>;

/// One primitive of all operands, in the type that `rule` chooses.
template <const trace::Primitive<>& primitive, TypeRule rule = as_is>
Arrays one_primitive(Operands operands, const trace::NoParams& /*params*/) {
  return trace::bind_all(primitive, {}, promote_and_broadcast(operands, rule));
}

/// A function of one value, called with the operand as it is.
template <Array (*function)(const Array& x)>
Arrays of_one(Operands operands, const trace::NoParams& /*params*/) {
  return {function(operands[0])};
}

/// A function of one value, called with the operand in an inexact type.
template <Array (*function)(const Array& x)>
Arrays of_inexact(Operands operands, const trace::NoParams& /*params*/) {
  return {function(promote(operands, inexact)[0])};
}

/// A function of two values, called with operands of one shape and of the type that `rule` chooses.
template <Array (*function)(const Array& x, const Array& y), TypeRule rule = as_is>
Arrays of_two(Operands operands, const trace::NoParams& /*params*/) {
  const Arrays xs = promote_and_broadcast(operands, rule);
  return {function(xs[0], xs[1])};
}

/// The complex numbers of these parts.
Array make_complex(const Array& re, const Array& im);
/// To the nearest whole number, away from zero at a tie.
Array round_half_away(const Array& x);
/// With zeros shifted in, whatever the sign.
Array shift_right_logical(const Array& x, int bits);

}  // namespace berth::ops
