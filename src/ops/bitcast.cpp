#include <fmt/format.h>

#include <vector>

#include "berth/ops/elementwise.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct BitcastParams {
  DType dtype;
  bool operator==(const BitcastParams&) const = default;
};

// u16[n] -> bf16[n]; u64[n] -> f32[n, 2]; u8[n, 4] -> f32[n]
Avals bitcast_infer(std::span<const Aval> operands, const BitcastParams& params) {
  const Aval& x = operands[0];
  ops::check_type(x.dtype, ops::real_number);
  ops::check_type(params.dtype, ops::real_number);
  std::vector<std::int64_t> dims(x.shape.begin(), x.shape.end());
  const int from = bitsize(x.dtype), to = bitsize(params.dtype);
  if (from > to) dims.push_back(from / to);
  if (from < to) {
    if (dims.empty() || dims.back() != to / from) {
      trace::fail(fmt::format("{} has no last axis of size {}, which is how many {} make one {}",
                              to_string(x), to / from, name(x.dtype), name(params.dtype)));
    }
    dims.pop_back();
  }
  return {{Shape(dims), params.dtype}};
}

lower::Values bitcast_lower(lower::Emitter& out, std::span<const lower::Value> x,
                            std::span<const Aval> results, const BitcastParams& /*params*/) {
  return {out.op("bitcast_convert", x, results[0])};
}

constinit const trace::Primitive<BitcastParams> bitcast_convert_type_p{
    .name = "bitcast_convert_type",
    .infer = bitcast_infer,
    .lower = bitcast_lower,
    .jvp = ops::jvp_zero<BitcastParams>,
    .batch = ops::batch_each<BitcastParams>,
};

Arrays bitcast_body(std::span<const Array> x, const BitcastParams& params) {
  return {trace::bind(bitcast_convert_type_p, params, {x[0]})};
}

constexpr trace::Routine<BitcastParams> bitcast_convert_type_r{.name = "bitcast_convert_type",
                                                               .body = bitcast_body};

}  // namespace

Array bitcast_convert_type(const Operand& x, DType dtype) {
  return trace::call(bitcast_convert_type_r, {dtype}, {x});
}

}  // namespace berth
