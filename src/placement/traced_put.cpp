#include "placement/traced_put.h"

#include <utility>

#include "berth/error.h"
#include "lower/emitter.h"
#include "placement/place.h"
#include "runtime/transfer.h"
#include "trace/tracing.h"

namespace berth::placement {
namespace {

Array put(const Array& x, const DevicePutParams& params, Here here) {
  const detail::Residence there = {
      .sharding = params.to, .committed = params.to_committed, .placed_at = here};
  const Array operands[] = {x};
  return trace::perform(
      std::make_shared<const trace::ApplicationOf<DevicePutParams>>(device_put_p, params), operands,
      here, {&there, 1})[0];
}

// A copy that follows from one asked for by name was asked for as well.
Reason derived(Reason reason) { return runtime::is_explicit(reason) ? Reason::autodiff : reason; }

Avals same(std::span<const Aval> operands, const DevicePutParams& /*params*/) {
  return {operands[0]};
}

lower::Values nothing(lower::Emitter& /*out*/, std::span<const lower::Value> operands,
                      std::span<const Aval> /*results*/, const DevicePutParams& /*params*/) {
  return {operands[0]};
}

Arrays device_put_jvp(const trace::Forward& at, const DevicePutParams& params) {
  DevicePutParams of_tangent = params;
  of_tangent.reason = derived(params.reason);
  return {put(at.dx[0], of_tangent, detail::user_line({}))};
}

// The cotangent goes back where the value came from.
Arrays device_put_transpose(const trace::Backward& at, const DevicePutParams& params) {
  const DevicePutParams back = {.from = params.to,
                                .from_committed = params.to_committed,
                                .to = params.from,
                                .to_committed = params.from_committed,
                                .reason = derived(params.reason)};
  return {put(at.ct[0], back, detail::user_line({}))};
}

Arrays device_put_batch(const trace::Batch& at, const DevicePutParams& params) {
  return {put(at.x[0], params, detail::user_line({}))};
}

Arrays device_put_run(std::span<const Array> operands, const DevicePutParams& params, Here here) {
  const detail::ArrayState& source = detail::concrete_state_of(operands[0], "device_put", here);
  runtime::BufferRef buffer = source.buffer;
  if (*source.sharding != params.to) {
    buffer = runtime::copy(*buffer, params.to, {"device_put", params.reason, here});
  }
  return {make_array(std::move(buffer), params.to_committed, here)};
}

}  // namespace

constinit const trace::Primitive<DevicePutParams> device_put_p{
    .name = "device_put",
    .infer = same,
    .lower = nothing,
    .jvp = device_put_jvp,
    .transpose = device_put_transpose,
    .batch = device_put_batch,
    .run = device_put_run,
};

Array traced_put(const Array& x, const Target& where, DevicePutOptions options, Here here) {
  if (options.donate) {
    throw Error(ErrorCode::invalid_argument,
                "[device_put] donate inside a traced function: its values are temporary already; "
                "donate the arguments of jit instead",
                here);
  }
  const Array value = trace::Tracing::current()->lifted(x, "device_put", here);
  const detail::ArrayState& source = *value.state();
  const Sharding to = where.resolve(*source.sharding);
  return put(value,
             {.from = *source.sharding,
              .from_committed = source.committed,
              .to = to,
              .to_committed = true,
              .reason = Reason::put},
             here);
}

}  // namespace berth::placement

namespace berth {

detail::Residence trace::settle_operands(const char* who, std::span<Array> operands,
                                         const Target* where, Here here) {
  std::vector<Operand> present;
  for (const Array& operand : operands) {
    if (operand.state() != nullptr) present.emplace_back(operand, here);
  }
  const placement::Place place = placement::place(who, present, where, here);
  for (Array& operand : operands) {
    const detail::ArrayState* state = operand.state().get();
    if (state == nullptr || *state->sharding == place.sharding) continue;
    operand = placement::put(operand,
                             {.from = *state->sharding,
                              .from_committed = state->committed,
                              .to = place.sharding,
                              .to_committed = place.committed,
                              .reason = place.reason},
                             here);
  }
  return {.sharding = place.sharding, .committed = place.committed, .placed_at = place.placed_at};
}

}  // namespace berth
