#include <fmt/format.h>

#include <limits>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "berth/ops/indexing.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/index_type.h"
#include "ops/rules.h"
#include "ops/sort.h"
#include "trace/tracing.h"

/// The engine's sort, and the order in which it puts elements: JAX's.
namespace berth::ops {
namespace {

using lower::Emitter;
using lower::Value;
using lower::Values;

// f32[n, m], s32[n, m], 1 -> f32[n, m], s32[n, m]
Avals sort_infer(std::span<const Aval> operands, const SortParams& params) {
  BERTH_ASSERT(0 < params.num_keys && params.num_keys <= static_cast<int>(operands.size()));
  for (const Aval& operand : operands) BERTH_ASSERT(operand.shape == operands[0].shape);
  return {operands.begin(), operands.end()};
}

// A total order, which the engine has of floats: -NaN < -inf < ... < -0 < 0 < ... < inf < NaN.
Value compare(Emitter& out, std::string_view direction, const Value& x, const Value& y) {
  if (!is_floating(x.aval.dtype)) return emit_compare(out, direction, x, y);
  return out.op("compare", {x, y}, {Shape(), bool_},
                fmt::format("comparison_direction = #stablehlo<comparison_direction {}>, "
                            "compare_type = #stablehlo<comparison_type TOTALORDER>",
                            direction));
}

// One zero and one NaN for all, so that they are equal in the total order.
Value canonical(Emitter& out, const Value& x) {
  const DType dtype = x.aval.dtype;
  const Aval scalar = {Shape(), dtype};
  const double quiet = std::numeric_limits<double>::quiet_NaN();
  const Value zero = out.splat({.dtype = dtype}, Shape());
  const Value nan = out.splat(berth::convert(ScalarValue::of(quiet), dtype, "sort", {}), Shape());
  const Value number = out.op("select", {emit_compare(out, "EQ", x, zero), zero, x}, scalar);
  return out.op("select", {emit_compare(out, "NE", x, x), nan, number}, scalar);
}

// What is compared of an element, the first first.
Values keys_of(Emitter& out, const Value& x) {
  const DType dtype = x.aval.dtype;
  if (is_floating(dtype)) return {canonical(out, x)};
  if (!is_complex(dtype)) return {x};
  const Aval part = {Shape(), real_dtype(dtype)};
  const Value real = out.op("real", {x}, part);
  const Value imag = out.op("imag", {x}, part);
  return {canonical(out, real), canonical(out, imag)};
}

// Whether the left of each pair comes before the right; the pairs are the operands' elements.
Value comes_first(Emitter& out, std::span<const Value> pairs, int num_keys) {
  Values left, right;
  for (std::size_t i = 0; i < static_cast<std::size_t>(num_keys); ++i) {
    for (const Value& key : keys_of(out, pairs[2 * i])) left.push_back(key);
    for (const Value& key : keys_of(out, pairs[2 * i + 1])) right.push_back(key);
  }
  const Aval answer = {Shape(), bool_};
  Value before = compare(out, "LT", left.back(), right.back());
  for (std::size_t i = left.size() - 1; i-- > 0;) {
    const Value less = compare(out, "LT", left[i], right[i]);
    const Value equal = compare(out, "EQ", left[i], right[i]);
    before = out.op("or", {less, out.op("and", {equal, before}, answer)}, answer);
  }
  return before;
}

Values sort_lower(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                  const SortParams& params) {
  Avals pairs;
  for (const Value& operand : operands) {
    pairs.insert(pairs.end(), 2, {Shape(), operand.aval.dtype});
  }
  const Emitter::Region comparator[] = {[&](Emitter& inner, std::span<const Value> arguments) {
    return Values{comes_first(inner, arguments, params.num_keys)};
  }};
  return out.op_with_regions("sort", operands, results,
                             fmt::format("dimension = {} : i64, is_stable = true", params.axis),
                             {&pairs, 1}, comparator);
}

// Tangents move as their elements do: where those come from is sorted along.
Arrays sort_jvp(const trace::Forward& at, const SortParams& params) {
  const Shape& shape = at.x[0].shape();
  Arrays operands(at.x.begin(), at.x.end());
  operands.push_back(iota(shape, params.axis, index_type(shape)));
  Arrays results = trace::bind_all(sort_p, params, operands);
  const Array from = results.back();
  results.pop_back();
  for (const Array& tangent : at.dx) {
    results.push_back(absent(tangent) ? Array() : take_along_axis(tangent, from, params.axis));
  }
  return results;
}

Arrays sort_batch(const trace::Batch& at, const SortParams& params) {
  Arrays operands;
  for (std::size_t i = 0; i < at.x.size(); ++i) {
    operands.push_back(with_batch(at.x[i], at.batched[i], at.size));
  }
  return trace::bind_all(sort_p, {params.axis + 1, params.num_keys}, operands);
}

}  // namespace

constinit const trace::Primitive<SortParams> sort_p{
    .name = "sort",
    .infer = sort_infer,
    .lower = sort_lower,
    .batch = sort_batch,
    .jvp_with_results = sort_jvp,
};

}  // namespace berth::ops
