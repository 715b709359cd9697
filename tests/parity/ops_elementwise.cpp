#include "berth/ops.h"
#include "parity/params.h"
#include "parity/table.h"

namespace berth::parity {

void add_elementwise(Table& table) {
  using Unary = Array (*)(const Operand&);
  const std::map<std::string, Unary> unary = {
      {"abs", abs},
      {"acos", acos},
      {"acosh", acosh},
      {"asin", asin},
      {"asinh", asinh},
      {"atan", atan},
      {"atanh", atanh},
      {"cbrt", cbrt},
      {"bitwise_not", bitwise_not},
      {"ceil", ceil},
      {"conj", conj},
      {"cos", cos},
      {"cosh", cosh},
      {"erf", erf},
      {"erfc", erfc},
      {"exp", exp},
      {"exp2", exp2},
      {"expm1", expm1},
      {"floor", floor},
      {"imag", imag},
      {"isfinite", isfinite},
      {"isinf", isinf},
      {"isnan", isnan},
      {"log", log},
      {"log10", log10},
      {"log1p", log1p},
      {"log2", log2},
      {"negative", negative},
      {"positive", positive},
      {"logical_not", logical_not},
      {"real", real},
      {"reciprocal", reciprocal},
      {"round", round},
      {"rsqrt", rsqrt},
      {"sign", sign},
      {"sin", sin},
      {"sinh", sinh},
      {"sqrt", sqrt},
      {"square", square},
      {"tan", tan},
      {"tanh", tanh},
      {"trunc", trunc},
  };
  for (const auto& [name, function] : unary) {
    table[name] = [f = function](Operands x, const Params&) { return Arrays{f(x[0])}; };
  }

  using Binary = Array (*)(const Operand&, const Operand&);
  const std::map<std::string, Binary> binary = {
      {"add", add},
      {"atan2", atan2},
      {"bitwise_and", bitwise_and},
      {"bitwise_or", bitwise_or},
      {"bitwise_xor", bitwise_xor},
      {"divide", divide},
      {"equal", equal},
      {"floor_divide", floor_divide},
      {"fmod", fmod},
      {"greater", greater},
      {"greater_equal", greater_equal},
      {"hypot", hypot},
      {"left_shift", left_shift},
      {"less", less},
      {"less_equal", less_equal},
      {"logaddexp", logaddexp},
      {"logical_and", logical_and},
      {"logical_or", logical_or},
      {"logical_xor", logical_xor},
      {"maximum", maximum},
      {"minimum", minimum},
      {"multiply", multiply},
      {"nextafter", nextafter},
      {"not_equal", not_equal},
      {"power", power},
      {"remainder", remainder},
      {"right_shift", right_shift},
      {"subtract", subtract},
  };
  for (const auto& [name, function] : binary) {
    table[name] = [f = function](Operands x, const Params&) { return Arrays{f(x[0], x[1])}; };
  }

  using Ternary = Array (*)(const Operand&, const Operand&, const Operand&);
  const std::map<std::string, Ternary> ternary = {
      {"where", where}, {"clip", clip}, {"select", select}, {"clamp", clamp}};
  for (const auto& [name, function] : ternary) {
    table[name] = [f = function](Operands x, const Params&) { return Arrays{f(x[0], x[1], x[2])}; };
  }

  table["astype"] = [](Operands x, const Params& params) {
    return Arrays{astype(x[0], *dtype_of(params))};
  };
}

}  // namespace berth::parity
