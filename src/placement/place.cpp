#include "placement/place.h"

#include <fmt/format.h>

#include <cstddef>
#include <memory>
#include <string>
#include <utility>

#include "berth/device.h"
#include "berth/error.h"
#include "core/array_state.h"
#include "placement/scope.h"
#include "trace/tracing.h"

namespace berth::placement {
namespace {

using detail::ArrayState;
using runtime::Scopes;

// The first operand that the user placed.
struct Anchor {
  std::size_t position = 0;
  const ArrayState* state = nullptr;
};

std::string describe(std::size_t position, const ArrayState& state) {
  return fmt::format("operand {}, {}, to {} at {}", position,
                     to_string(state.aval.dtype, state.aval.shape), to_string(*state.sharding),
                     to_string(state.placed_at));
}

[[noreturn]] void throw_mismatch(const char* who, const Anchor& first, std::size_t position,
                                 const ArrayState& second, Here here) {
  const std::string cure = as_code(*first.state->sharding);
  throw DeviceMismatchError(
      fmt::format("[{}] operands are committed to different places:\n  {}\n  {}\n"
                  "move one to the other with device_put(x, {}), or bring all to one place with "
                  "run_on({})",
                  who, describe(first.position, *first.state), describe(position, second), cure,
                  cure),
      here);
}

// The operand is not where `device=` of the call wants the result.
[[noreturn]] void throw_mismatch(const char* who, const Anchor& anchor, const Sharding& where,
                                 Here here) {
  throw DeviceMismatchError(
      fmt::format("[{}] the result is asked for on {}, but an operand is committed elsewhere:\n"
                  "  {}\nmove it with device_put(x, {})",
                  who, to_string(where), describe(anchor.position, *anchor.state), as_code(where)),
      here);
}

// Traced values have places too, but only while they are being traced.
const ArrayState& state_of_operand(const Array& array, const char* who, Here here) {
  const ArrayState& state = detail::state_of(array, who, here);
  const bool usable = state.trace == nullptr || (trace::Tracing::current() && !state.trace->ended);
  return usable ? state : detail::concrete_state_of(array, who, here);
}

// The first committed operand; the others must be where it is. `run_on` may bring them together.
Anchor find_anchor(const char* who, std::span<const Operand> operands, const Target* run_on,
                   Here here) {
  const auto goes_to = [&](const ArrayState& state) {
    return run_on != nullptr ? run_on->resolve(*state.sharding) : *state.sharding;
  };
  Anchor anchor;
  for (std::size_t i = 0; i < operands.size(); ++i) {
    const Array* array = operands[i].array();
    if (array == nullptr) continue;
    const ArrayState& state = state_of_operand(*array, who, here);
    if (!state.committed) continue;
    if (anchor.state == nullptr) {
      anchor = {i, &state};
    } else if (goes_to(state) != goes_to(*anchor.state)) {
      throw_mismatch(who, anchor, i, state, here);
    }
  }
  return anchor;
}

}  // namespace

Sharding default_place(Here here) {
  if (const auto& device = live_scopes(here).default_device) return SingleDeviceSharding(*device);
  static const SingleDeviceSharding first(local_devices().front());
  return first;
}

Place place(const char* who, std::span<const Operand> operands, const Target* where, Here here) {
  const auto& run_on = live_scopes(here).run_on;
  const bool brings = run_on && where == nullptr;
  const Anchor anchor = find_anchor(who, operands, brings ? &run_on->target : nullptr, here);
  const Sharding there = anchor.state != nullptr ? *anchor.state->sharding : default_place(here);
  if (where != nullptr) {
    const Sharding asked = where->resolve(there);
    if (anchor.state != nullptr && asked != there) throw_mismatch(who, anchor, asked, here);
    return {.sharding = asked, .committed = true, .placed_at = here};
  }
  if (run_on) {
    return {.sharding = run_on->target.resolve(there),
            .committed = true,
            .placed_at = run_on->where,
            .reason = Reason::run_on};
  }
  if (anchor.state == nullptr) return {.sharding = there};
  return {.sharding = there, .committed = true, .placed_at = anchor.state->placed_at};
}

void check_addressable(Device device, const char* who, Here here) {
  if (!device) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] no device: a default-constructed Device names none, "
                            "device(\"cpu:0\") and devices() do",
                            who),
                here);
  }
  if (!device.is_addressable()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} belongs to process {}: this process places values on "
                            "local_devices() only",
                            who, to_string(device), device.process_index()),
                here);
  }
}

Array make_array(runtime::BufferRef buffer, bool committed, Here placed_at) {
  auto state = std::make_shared<ArrayState>();
  state->aval = buffer->aval();
  state->committed = committed;
  state->placed_at = placed_at;
  state->sharding = buffer->sharding();
  state->buffer = std::move(buffer);
  return Array(std::move(state));
}

std::string as_code(const Sharding& sharding) {
  const std::string device = fmt::format("device(\"{}\")", to_string(sharding.single_device()));
  if (sharding.memory_kind() == MemoryKind::device) return device;
  return fmt::format("SingleDeviceSharding({}, {})", device, to_string(sharding.memory_kind()));
}

}  // namespace berth::placement
