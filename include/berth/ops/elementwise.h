#pragma once

#include "berth/array.h"

/// Functions of each element by itself: any shape in, the same shape out.
///
/// The type stays as it is, where nothing else is said. "Inexact" functions answer floating and
/// complex operands in their own type, 64-bit integers in float64, other integers and bool in
/// float32. A type that a function does not take throws `Error(invalid_argument)`.
/// JAX: `jax.numpy`'s functions of these names.
namespace berth {

/// Any type but bool.
[[nodiscard]] Array negative(const Operand& x);
/// The same values.
[[nodiscard]] Array positive(const Operand& x);
/// Of complex numbers the modulus, in the type of their parts.
[[nodiscard]] Array abs(const Operand& x);
/// -1, 0 or 1; z / |z| of a complex number; NaN of NaN. Any type but bool.
[[nodiscard]] Array sign(const Operand& x);
/// x * x; bool counts as int32.
[[nodiscard]] Array square(const Operand& x);

// Inexact functions.
[[nodiscard]] Array reciprocal(const Operand& x);
[[nodiscard]] Array sqrt(const Operand& x);
/// 1 / sqrt(x). JAX: `lax.rsqrt`.
[[nodiscard]] Array rsqrt(const Operand& x);
/// Real numbers only.
[[nodiscard]] Array cbrt(const Operand& x);
[[nodiscard]] Array exp(const Operand& x);
[[nodiscard]] Array exp2(const Operand& x);
/// exp(x) - 1, exact near 0.
[[nodiscard]] Array expm1(const Operand& x);
[[nodiscard]] Array log(const Operand& x);
[[nodiscard]] Array log2(const Operand& x);
[[nodiscard]] Array log10(const Operand& x);
/// log(1 + x), exact near 0.
[[nodiscard]] Array log1p(const Operand& x);
[[nodiscard]] Array sin(const Operand& x);
[[nodiscard]] Array cos(const Operand& x);
[[nodiscard]] Array tan(const Operand& x);
[[nodiscard]] Array asin(const Operand& x);
[[nodiscard]] Array acos(const Operand& x);
[[nodiscard]] Array atan(const Operand& x);
[[nodiscard]] Array sinh(const Operand& x);
[[nodiscard]] Array cosh(const Operand& x);
[[nodiscard]] Array tanh(const Operand& x);
[[nodiscard]] Array asinh(const Operand& x);
[[nodiscard]] Array acosh(const Operand& x);
[[nodiscard]] Array atanh(const Operand& x);
/// The error function. Real numbers only. JAX: `jax.scipy.special.erf`.
[[nodiscard]] Array erf(const Operand& x);
/// 1 - erf(x), exact where erf(x) is near 1. JAX: `jax.scipy.special.erfc`.
[[nodiscard]] Array erfc(const Operand& x);
/// The inverse of `erf`: NaN outside [-1, 1]. Real numbers only. JAX: `lax.erf_inv`.
[[nodiscard]] Array erf_inv(const Operand& x);

// NumPy's older names of the inverse functions.
[[nodiscard]] inline Array arcsin(const Operand& x) { return asin(x); }
[[nodiscard]] inline Array arccos(const Operand& x) { return acos(x); }
[[nodiscard]] inline Array arctan(const Operand& x) { return atan(x); }
[[nodiscard]] inline Array arcsinh(const Operand& x) { return asinh(x); }
[[nodiscard]] inline Array arccosh(const Operand& x) { return acosh(x); }
[[nodiscard]] inline Array arctanh(const Operand& x) { return atanh(x); }

// Rounding; integers and bool as they are. `round` goes to the nearest even number at a tie, and
// takes complex numbers but not bool; the others take real numbers only.
[[nodiscard]] Array floor(const Operand& x);
[[nodiscard]] Array ceil(const Operand& x);
[[nodiscard]] Array round(const Operand& x);
[[nodiscard]] Array trunc(const Operand& x);

// Questions, answered with bool. A complex number is NaN or infinite if one part is.
[[nodiscard]] Array isnan(const Operand& x);
[[nodiscard]] Array isinf(const Operand& x);
[[nodiscard]] Array isfinite(const Operand& x);

/// Complex numbers' parts, in their type; of real numbers the same values, and zeros.
[[nodiscard]] Array real(const Operand& x);
[[nodiscard]] Array imag(const Operand& x);
/// The complex conjugate; real numbers as they are.
[[nodiscard]] Array conj(const Operand& x);

/// Whether `x` is zero: bool.
[[nodiscard]] Array logical_not(const Operand& x);
/// All bits of an integer inverted; of bool the other value.
[[nodiscard]] Array bitwise_not(const Operand& x);

/// The same values, for which derivatives take them as constants: their gradient is zero.
/// JAX: `lax.stop_gradient`.
[[nodiscard]] Array stop_gradient(const Operand& x);

/// The elements as `dtype`: the same object if they are that already and not weakly typed.
///
/// As the engine converts: floating-point to nearest even; towards zero to integers, which a
/// number too large takes to the least or largest, and NaN to 0; integers wrap around; 0 is false.
/// Complex numbers lose their imaginary part. JAX: `x.astype`.
[[nodiscard]] Array astype(const Operand& x, DType dtype);

/// The bits of the elements as `dtype`: i32[n] -> f32[n]. Of a narrower type there is a last axis
/// more, u64[n] -> u32[n, 2], the low bits first; of a wider one a last axis less. Real numbers
/// only. JAX: `lax.bitcast_convert_type`.
[[nodiscard]] Array bitcast_convert_type(const Operand& x, DType dtype);

}  // namespace berth
