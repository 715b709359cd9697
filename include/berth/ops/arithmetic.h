#pragma once

#include "berth/array.h"

/// Functions of two operands, element by element.
///
/// Shapes broadcast by NumPy's rules: f32[n, 1], f32[d] -> f32[n, d]. Both operands take the type
/// that JAX's lattice gives them together; C++ scalars are weakly typed, so `x * 2.0` has the
/// type of a floating `x`. Throws `Error(invalid_argument)` for shapes that do not broadcast and
/// for types that a function does not take. JAX: `jax.numpy`'s functions of these names.
namespace berth {

/// Of bool the logical or.
[[nodiscard]] Array add(const Operand& x, const Operand& y);
/// Any type but bool.
[[nodiscard]] Array subtract(const Operand& x, const Operand& y);
/// Of bool the logical and. A number times a bool array is a selection to XLA's compilers: NaN
/// times false is 0 there, not NaN. `x * astype(mask, x.dtype())`, two operations, keeps the NaN.
[[nodiscard]] Array multiply(const Operand& x, const Operand& y);
/// The true quotient: of integers and bool in float32, in float64 where 64 bits take part.
[[nodiscard]] Array divide(const Operand& x, const Operand& y);

/// The quotient rounded down, in the type of the operands; of bool in int32. Real numbers only.
/// By 0: floats as `divide`; 0 / 0 of integers is -1, others -2; unsigned ones the largest.
[[nodiscard]] Array floor_divide(const Operand& x, const Operand& y);
/// What `floor_divide` leaves: the sign of `y`. Integers modulo 0 are 0. Real numbers only.
[[nodiscard]] Array remainder(const Operand& x, const Operand& y);
/// C's remainder: the sign of `x`. Integers modulo 0 are 0. Real numbers only.
[[nodiscard]] Array fmod(const Operand& x, const Operand& y);

/// x to the power y, any type.
///
/// An integer C++ scalar `y` is part of the program, which multiplies: exact, but compiled anew
/// for each exponent; an integer `x` and a negative `y` throw `Error(invalid_argument)` then.
/// Integers to integers in an array stay integers, which wrap around; exponents count modulo 64.
[[nodiscard]] Array power(const Operand& x, const Operand& y);

/// NaN if either is; complex numbers compare by real part, then imaginary part.
[[nodiscard]] Array maximum(const Operand& x, const Operand& y);
[[nodiscard]] Array minimum(const Operand& x, const Operand& y);

// Inexact: of integers as `divide`.
/// The angle of the point (y, x), whose ordinate comes first.
[[nodiscard]] Array atan2(const Operand& y, const Operand& x);
[[nodiscard]] inline Array arctan2(const Operand& y, const Operand& x) { return atan2(y, x); }
/// sqrt(x^2 + y^2) without overflow on the way. Real numbers only.
[[nodiscard]] Array hypot(const Operand& x, const Operand& y);
/// log(exp(x) + exp(y)) without overflow. Real numbers only.
[[nodiscard]] Array logaddexp(const Operand& x, const Operand& y);
/// The next number after `x` towards `y`. Real numbers only.
[[nodiscard]] Array nextafter(const Operand& x, const Operand& y);

// Bits of integers and bool.
[[nodiscard]] Array bitwise_and(const Operand& x, const Operand& y);
[[nodiscard]] Array bitwise_or(const Operand& x, const Operand& y);
[[nodiscard]] Array bitwise_xor(const Operand& x, const Operand& y);
/// Integers; bool as int32. By the number of bits or more, or by less than 0: 0; to the right of
/// a negative number -1.
[[nodiscard]] Array left_shift(const Operand& x, const Operand& y);
/// Keeps the sign of signed integers.
[[nodiscard]] Array right_shift(const Operand& x, const Operand& y);

// Comparisons, answered with bool. NaN is not equal to anything; complex numbers are ordered by
// real part, then imaginary part.
[[nodiscard]] Array equal(const Operand& x, const Operand& y);
[[nodiscard]] Array not_equal(const Operand& x, const Operand& y);
[[nodiscard]] Array less(const Operand& x, const Operand& y);
[[nodiscard]] Array less_equal(const Operand& x, const Operand& y);
[[nodiscard]] Array greater(const Operand& x, const Operand& y);
[[nodiscard]] Array greater_equal(const Operand& x, const Operand& y);

// Of any type, which counts as true unless 0; answered with bool.
[[nodiscard]] Array logical_and(const Operand& x, const Operand& y);
[[nodiscard]] Array logical_or(const Operand& x, const Operand& y);
[[nodiscard]] Array logical_xor(const Operand& x, const Operand& y);

}  // namespace berth
