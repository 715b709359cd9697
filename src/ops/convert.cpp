#include "berth/error.h"
#include "berth/ops/elementwise.h"
#include "core/array_state.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct ConvertParams {
  DType dtype;
  bool weak_type;

  bool operator==(const ConvertParams&) const = default;
};

Avals convert_infer(std::span<const Aval> operands, const ConvertParams& params) {
  return {{operands[0].shape, params.dtype, params.weak_type}};
}

// The engine's own conversion to bool looks at the lowest bit of integers.
lower::Value to_bool(lower::Emitter& out, const lower::Value& x) {
  return ops::emit_compare(out, "NE", x, out.splat({.dtype = x.aval.dtype}, x.aval.shape));
}

lower::Values convert_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                            std::span<const Aval> results, const ConvertParams& params) {
  lower::Value x = operands[0];
  if (x.aval.dtype == params.dtype) return {{x.id, results[0]}};
  if (params.dtype == bool_) return {to_bool(out, x)};
  if (is_complex(x.aval.dtype) && !is_complex(params.dtype)) {
    x = out.op("real", {x}, {x.aval.shape, ops::real_dtype(x.aval.dtype)});
    if (x.aval.dtype == params.dtype) return {x};
  }
  return {out.op("convert", {x}, results[0])};
}

Arrays convert_transpose(const trace::Backward& at, const ConvertParams& /*params*/) {
  return {ops::convert(at.ct[0], {at.of[0].dtype, at.of[0].weak_type})};
}

constinit const trace::Primitive<ConvertParams> convert_element_type_p{
    .name = "convert_element_type",
    .infer = convert_infer,
    .lower = convert_lower,
    .transpose = convert_transpose,
    .batch = ops::batch_each<ConvertParams>,
};

struct AstypeParams {
  DType dtype;

  bool operator==(const AstypeParams&) const = default;
};

Arrays astype_body(std::span<const Array> operands, const AstypeParams& params) {
  return {trace::bind(convert_element_type_p, {params.dtype, false}, {operands[0]})};
}

constinit const trace::Routine<AstypeParams> astype_r{.name = "astype", .body = astype_body};

}  // namespace

Array ops::convert(const Array& x, ResultType type) {
  const bool strong_enough = !x.weak_type() || type.weak_type;
  if (x.dtype() == type.dtype && strong_enough) return x;
  return trace::bind(convert_element_type_p, {type.dtype, type.weak_type}, {x});
}

Array astype(const Operand& x, DType dtype) {
  if (x.array() != nullptr) {
    const Aval& aval = detail::state_of(*x.array(), "astype", x.here()).aval;
    if (aval.dtype == dtype && !aval.weak_type) return *x.array();
  }
  return trace::call(astype_r, {dtype}, {x});
}

Array Array::astype(DType dtype, Here here) const { return berth::astype({*this, here}, dtype); }

}  // namespace berth
