#include <cmath>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "ops/elementwise.h"

/// Inexact functions made of others, by JAX's formulas.
namespace berth {

using ops::of_inexact;
using trace::call;
using trace::Routine;

// A complex number times a real factor, or divided by it, part by part: no products with zeros.
template <Array (*apply)(const Operand& part, const Operand& factor)>
static Array by_parts(const Array& x, const Array& factor) {
  if (!is_complex(x.dtype())) return apply(x, factor);
  return ops::make_complex(apply(real(x), factor), apply(imag(x), factor));
}

static Array reciprocal_body(const Array& x) { return 1 / x; }
constinit const Routine<> reciprocal_r{"reciprocal", of_inexact<reciprocal_body>};
Array reciprocal(const Operand& x) { return call(reciprocal_r, {x}); }

static Array exp2_body(const Array& x) { return exp(x * std::log(2.0)); }
constinit const Routine<> exp2_r{"exp2", of_inexact<exp2_body>};
Array exp2(const Operand& x) { return call(exp2_r, {x}); }

static Array log2_body(const Array& x) {
  return by_parts<divide>(log(x), log(ops::scalar_like(x, 2)));
}
constinit const Routine<> log2_r{"log2", of_inexact<log2_body>};
Array log2(const Operand& x) { return call(log2_r, {x}); }

static Array log10_body(const Array& x) {
  return by_parts<multiply>(log(x), ops::scalar_like(x, 1 / std::log(10.0)));
}
constinit const Routine<> log10_r{"log10", of_inexact<log10_body>};
Array log10(const Operand& x) { return call(log10_r, {x}); }

}  // namespace berth
