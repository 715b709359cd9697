#include "transform/control_while.h"

#include <fmt/format.h>

#include "berth/control.h"
#include "core/array_state.h"
#include "lower/emitter.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/control_loop.h"

/// `while_loop`: as long as a condition holds.
namespace berth {
namespace transform {
namespace {

Avals while_infer(std::span<const Aval> /*operands*/, const WhileParams& params) {
  return params.body->output_avals();
}

// Constants go around unchanged, since not every compiler takes values from outside a region.
lower::Values while_lower(lower::Emitter& out, std::span<const lower::Value> operands,
                          std::span<const Aval> /*results*/, const WhileParams& params) {
  Avals types;
  for (const lower::Value& operand : operands) types.push_back(operand.aval);
  const auto test = [&](lower::Emitter& region, std::span<const lower::Value> state) {
    return region.graph(*params.condition, state);
  };
  const auto step = [&](lower::Emitter& region, std::span<const lower::Value> state) {
    const auto constants = state.first(params.constants);
    lower::Values next(constants.begin(), constants.end());
    const lower::Values carry = region.graph(*params.body, state);
    next.insert(next.end(), carry.begin(), carry.end());
    return next;
  };
  const std::vector<Avals> blocks = {types, types};
  const std::vector<lower::Emitter::Region> regions = {test, step};
  const lower::Values all = out.op_with_regions("while", operands, types, "", blocks, regions);
  return {all.begin() + static_cast<std::ptrdiff_t>(params.constants), all.end()};
}

void check_condition(const Loop& loop, const Aval& condition) {
  if (condition.dtype == bool_ && condition.shape.rank() == 0) return;
  refuse(
      loop.who,
      fmt::format("the condition returns {}: a bool scalar is needed; all and any make one of many",
                  type_text(condition)),
      loop.here);
}

}  // namespace

constinit const trace::Primitive<WhileParams> while_p{
    .name = "while",
    .infer = while_infer,
    .lower = while_lower,
    .transpose = while_transpose,
    .batch = while_batch,
    .jvp_with_results = while_jvp,
};

Arrays run_while(Loop loop) {
  Parts parts = trace_loop(loop);
  check_condition(loop, parts.graphs[0].output_avals()[0]);
  const detail::Origin origin(loop.here);
  return trace::bind_all(while_p,
                         {.condition = std::move(parts.graphs[0]),
                          .body = std::move(parts.graphs[1]),
                          .constants = parts.captures.size()},
                         joined(parts.captures, loop.init));
}

}  // namespace transform

Arrays detail::while_leaves(LeafFunction& condition, LeafFunction& body, const Arrays& init,
                            const TreeStructure& carry, Here here) {
  return transform::run_while({.who = "while_loop",
                               .here = user_line(here),
                               .functions = {&condition, &body},
                               .init = init,
                               .names = transform::leaf_names("carry", carry),
                               .carry = carry});
}

}  // namespace berth
