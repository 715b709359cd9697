#include "transform/elementwise_functions.h"

#include <complex>
#include <cstdlib>
#include <utility>

#include "berth/ops.h"
#include "berth/placement.h"

namespace berth {
namespace {

using Numbers = std::vector<double>;

const Numbers any = {-2.3, -0.7, 0.2, 0.9, 3.1};
const Numbers positive_numbers = {0.3, 0.8, 1.7, 4.2, 9.5};
const Numbers above_one = {1.2, 1.9, 2.5, 4.0, 7.1};
const Numbers within_one = {-0.9, -0.4, 0.1, 0.5, 0.8};
const Numbers low = {-1.9, -0.4, -2.1, 0.6, -1.3};
const Numbers other = {1.9, -0.4, -2.1, 0.6, -1.3};

void add_unary(std::vector<ElementwiseFunction>& all) {
  const auto add = [&](std::string name, const Numbers& numbers,
                       Array (*function)(const Operand&)) {
    all.push_back({std::move(name), {numbers}, [=](const Arrays& x) { return function(x[0]); }});
  };
  add("abs", any, abs);
  add("acos", within_one, acos);
  add("acosh", above_one, acosh);
  add("asin", within_one, asin);
  add("asinh", any, asinh);
  add("atan", any, atan);
  add("atanh", within_one, atanh);
  add("cbrt", any, cbrt);
  add("ceil", any, ceil);
  add("cos", any, cos);
  add("cosh", any, cosh);
  add("erf", any, erf);
  add("erfc", any, erfc);
  add("exp", any, exp);
  add("exp2", any, exp2);
  add("expm1", any, expm1);
  add("floor", any, floor);
  add("log", positive_numbers, log);
  add("log10", positive_numbers, log10);
  add("log1p", positive_numbers, log1p);
  add("log2", positive_numbers, log2);
  add("negative", any, negative);
  add("positive", any, positive);
  add("reciprocal", any, reciprocal);
  add("relu", any, relu);
  add("round", any, round);
  add("rsqrt", positive_numbers, rsqrt);
  add("sigmoid", any, sigmoid);
  add("sign", any, sign);
  add("silu", any, silu);
  add("sin", any, sin);
  add("sinh", any, sinh);
  add("softplus", any, softplus);
  add("sqrt", positive_numbers, sqrt);
  add("square", any, square);
  add("tan", any, tan);
  add("tanh", any, tanh);
  add("trunc", any, trunc);
}

void add_binary(std::vector<ElementwiseFunction>& all) {
  const auto add = [&](std::string name, const Numbers& numbers,
                       Array (*function)(const Operand&, const Operand&)) {
    all.push_back(
        {std::move(name), {numbers, other}, [=](const Arrays& x) { return function(x[0], x[1]); }});
  };
  add("add", any, berth::add);
  add("atan2", any, atan2);
  add("divide", any, divide);
  add("floor_divide", any, floor_divide);
  add("fmod", any, fmod);
  add("hypot", any, hypot);
  add("logaddexp", any, logaddexp);
  add("maximum", any, maximum);
  add("minimum", any, minimum);
  add("multiply", any, multiply);
  add("power", positive_numbers, power);
  add("remainder", any, remainder);
  add("subtract", any, subtract);
}

void add_with_constants(std::vector<ElementwiseFunction>& all) {
  const auto add = [&](std::string name, std::vector<Numbers> numbers, auto call) {
    all.push_back({std::move(name), std::move(numbers), call});
  };
  add("gelu_exact", {any}, [](const Arrays& x) { return gelu(x[0], {.approximate = false}); });
  add("gelu_approximate", {any}, [](const Arrays& x) { return gelu(x[0]); });
  for (const int exponent : {-3, -1, 0, 1, 2, 5}) {
    add((exponent < 0 ? "power_minus_" : "power_") + std::to_string(std::abs(exponent)), {any},
        [=](const Arrays& x) { return power(x[0], exponent); });
  }
  add("power_of_a_scalar", {any}, [](const Arrays& x) { return power(1.7, x[0]); });
  add("power_to_an_integer_array", {any},
      [](const Arrays& x) { return power(x[0], astype(round(stop_gradient(x[0])), int32)); });
  add("astype", {any}, [](const Arrays& x) { return astype(astype(x[0], complex128), float64); });
}

void add_choices(std::vector<ElementwiseFunction>& all) {
  const auto add = [&](std::string name, std::vector<Numbers> numbers, auto call) {
    all.push_back({std::move(name), std::move(numbers), call});
  };
  add("where", {any, other}, [](const Arrays& x) { return where(x[0] > x[1], x[0] * x[1], x[1]); });
  add("where_of_one_condition", {any, other},
      [](const Arrays& x) { return where(x[0][0] < 0, x[0] * x[0], x[1]); });
  add("select", {any, other}, [](const Arrays& x) { return select(x[0] < 0, sin(x[0]), x[1]); });
  add("select_by_one_condition", {any, other},
      [](const Arrays& x) { return select(x[0][0] < 0, sin(x[0]), x[1]); });
  add("clip", {any, other, positive_numbers},
      [](const Arrays& x) { return clip(x[0], x[1], x[2]); });
  add("clamp", {any, low, positive_numbers},
      [](const Arrays& x) { return clamp(x[1], x[0], x[2]); });
  add("clamp_between_scalars", {any}, [](const Arrays& x) { return clamp(-1.0, x[0], 1.0); });
}

// Real functions of the two parts of a complex number.
void add_complex(std::vector<ElementwiseFunction>& all) {
  const auto add = [&](std::string name, auto call) {
    all.push_back({"complex_" + std::move(name), {any, other}, [=](const Arrays& x) {
                     const Array w = call(x[0] + std::complex<double>(0, 1) * x[1]);
                     return is_complex(w.dtype()) ? real(w) + 2 * imag(w) : w;
                   }});
  };
  using Unary = Array (*)(const Operand&);
  const std::vector<std::pair<const char*, Unary>> functions = {
      {"abs", abs},
      {"acos", acos},
      {"asinh", asinh},
      {"atan", atan},
      {"conj", conj},
      {"cos", cos},
      {"cosh", cosh},
      {"exp", exp},
      {"expm1", expm1},
      {"imag", imag},
      {"log", log},
      {"log10", log10},
      {"log1p", log1p},
      {"log2", log2},
      {"negative", negative},
      {"real", real},
      {"reciprocal", reciprocal},
      {"rsqrt", rsqrt},
      {"sigmoid", sigmoid},
      {"sin", sin},
      {"sinh", sinh},
      {"sqrt", sqrt},
      {"square", square},
      {"tan", tan},
      {"tanh", tanh},
  };
  for (const auto& [name, function] : functions) {
    add(name, [f = function](const Array& z) { return f(z); });
  }
  add("power", [](const Array& z) { return power(z, conj(z)); });
  add("power_3", [](const Array& z) { return power(z, 3); });
  add("divide", [](const Array& z) { return (z * z + 1) / conj(z); });
  add("maximum", [](const Array& z) { return maximum(z * z, conj(z)); });
}

}  // namespace

std::vector<ElementwiseFunction> elementwise_functions() {
  std::vector<ElementwiseFunction> all;
  add_unary(all);
  add_binary(all);
  add_with_constants(all);
  add_choices(all);
  add_complex(all);
  return all;
}

Arrays operands_of(const ElementwiseFunction& function) {
  Arrays operands;
  for (const Numbers& numbers : function.operands) operands.push_back(device_put(numbers));
  return operands;
}

}  // namespace berth
