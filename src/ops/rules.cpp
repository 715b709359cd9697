#include "ops/rules.h"

#include <fmt/format.h>

#include <string>
#include <vector>

#include "berth/error.h"
#include "trace/tracing.h"

namespace berth::ops {
namespace {

Types types_of(DType dtype) {
  if (dtype == bool_) return boolean;
  if (is_integer(dtype)) return integer;
  return is_complex(dtype) ? complex : floating;
}

bool contains(Types set, Types element) { return (set & element) != 0; }

std::string describe(Types set) {
  std::vector<std::string_view> words;
  if (contains(set, boolean)) words.push_back("bool");
  if (contains(set, integer)) words.push_back("integers");
  if (contains(set, floating)) words.push_back("floating-point numbers");
  if (contains(set, complex)) words.push_back("complex numbers");
  if (words.size() == 1) return std::string(words[0]);
  const std::string_view last = words.back();
  words.pop_back();
  return fmt::format("{} and {}", fmt::join(words, ", "), last);
}

std::string_view compare_type(DType dtype) {
  if (is_floating(dtype) || is_complex(dtype)) return "FLOAT";
  return is_signed(dtype) ? "SIGNED" : "UNSIGNED";
}

}  // namespace

void check_type(DType dtype, Types accepted) {
  if (contains(accepted, types_of(dtype))) return;
  trace::fail(fmt::format("{} is not taken, only {}: convert with astype", name(dtype),
                          describe(accepted)));
}

const Aval& check_alike(std::span<const Aval> operands, Types accepted) {
  const Aval& first = operands[0];
  for (const Aval& operand : operands) {
    BERTH_ASSERT(operand.shape == first.shape && operand.dtype == first.dtype);
  }
  check_type(first.dtype, accepted);
  return first;
}

bool all_weak(std::span<const Aval> operands) {
  return std::ranges::all_of(operands, &Aval::weak_type);
}

DType real_dtype(DType dtype) {
  if (dtype == complex64) return float32;
  return dtype == complex128 ? float64 : dtype;
}

lower::Values lower_recorded(lower::Emitter& out, std::span<const lower::Value> operands,
                             std::span<const Aval> results,
                             const std::function<Arrays(std::span<const Array>)>& body) {
  const std::string who(out.primitive());
  trace::Tracing tracing(trace::Tracing::Of::program, who.c_str(), {});
  Arrays inputs;
  for (const lower::Value& operand : operands) inputs.push_back(tracing.input(operand.aval));
  lower::Values values = out.graph(tracing.finish(body(inputs)), operands);
  for (std::size_t i = 0; i < values.size(); ++i) values[i].aval = results[i];
  return values;
}

lower::Value emit_compare(lower::Emitter& out, std::string_view direction, const lower::Value& x,
                          const lower::Value& y) {
  return out.op("compare", {x, y}, {x.aval.shape, bool_},
                fmt::format("comparison_direction = #stablehlo<comparison_direction {}>, "
                            "compare_type = #stablehlo<comparison_type {}>",
                            direction, compare_type(x.aval.dtype)));
}

}  // namespace berth::ops
