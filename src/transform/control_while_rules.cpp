#include <algorithm>

#include "berth/error.h"
#include "berth/ops/reduce.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "ops/derivatives.h"
#include "trace/replay.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/control_loop.h"
#include "transform/control_while.h"
#include "transform/derived_graph.h"

/// Derivatives and batches of a loop whose number of steps nobody knows.
namespace berth::transform {
namespace {

using trace::Graph;

constexpr const char* who = "while_loop";

using Group = LoopPlan::Group;

// Results and tangents from one loop.
Arrays loop_with_tangents(const trace::Forward& at, const WhileParams& params) {
  const CarrySlots carry{params.constants, at.x.size() - params.constants};
  std::vector<bool> wanted = present(at.dx);
  JointDerivative derivative = until_stable(wanted, carry, [&](const std::vector<bool>& inputs) {
    return differentiate(*params.body, inputs, who, detail::user_line({}));
  });

  const auto group = [&](std::size_t i) {
    return i < carry.first ? Group::constants : Group::carry;
  };
  LoopPlan plan;
  for (std::size_t i = 0; i < at.x.size(); ++i) plan.add_input(group(i), i, at.x[i]);
  for (std::size_t i = 0, next = at.x.size(); i < at.x.size(); ++i) {
    if (wanted[i]) plan.add_input(group(i), next++, ops::or_zeros(at.dx[i], at.x[i]));
  }
  const Avals types = params.body->output_avals();
  for (std::size_t i = 0; i < carry.count; ++i) {
    plan.add_output(Group::carry, static_cast<int>(i), types[i], i);
  }
  for (std::size_t i = 0; i < carry.count; ++i) {
    if (!wanted[carry.first + i]) continue;
    const int number = derivative.outputs[i];
    plan.add_output(Group::carry, number < 0 ? number : static_cast<int>(carry.count) + number,
                    types[i], carry.count + i);
  }
  const Arrays results =
      trace::bind_all(while_p,
                      {.condition = plan.taking_inputs(*params.condition, at.x.size()),
                       .body = plan.body(std::move(derivative.graph)),
                       .constants = plan.size(Group::constants)},
                      plan.operands());
  return plan.results(results, 2 * carry.count);
}

}  // namespace

// Apart from the tangents the loop runs once without them, and once more with both.
Arrays while_jvp(const trace::Forward& at, const WhileParams& params) {
  Arrays together = loop_with_tangents(at, params);
  if (at.apart) std::ranges::move(trace::perform(at.self, at.x), together.begin());
  return together;
}

Arrays while_transpose(const trace::Backward& /*at*/, const WhileParams& /*params*/) {
  throw Error(ErrorCode::unimplemented,
              "[while_loop] a derivative in reverse goes back through every step, and how many "
              "there were is not known: use scan, or fori_loop between C++ integers; jvp and "
              "jacfwd go forward",
              detail::user_line({}));
}

// A condition that differs over the batch: the loop goes on while any holds, and leaves alone those
// for which it does not.
Arrays while_batch(const trace::Batch& at, const WhileParams& params) {
  const Here here = detail::user_line({});
  const std::size_t carried = at.x.size() - params.constants;
  const CarrySlots carry{params.constants, carried};
  std::vector<bool> batched = at.batched;
  const auto batch_body = [&](const std::vector<bool>& inputs) {
    return batch_graph(*params.body, inputs, at.size, section(inputs, carry.first, carried), who,
                       here);
  };
  Graph body = until_stable(batched, carry, batch_body).graph;
  BatchedGraph condition = batch_graph(*params.condition, batched, at.size, {}, who, here);
  const bool differs = condition.batched[0];
  if (differs) {
    std::fill(batched.begin() + static_cast<std::ptrdiff_t>(carry.first), batched.end(), true);
    body = batch_body(batched).graph;
    condition = batch_graph(*params.condition, batched, at.size, {}, who, here);
  }

  Arrays operands(at.x.begin(), at.x.end());
  for (std::size_t i = carry.first; i < operands.size(); ++i) {
    if (batched[i]) operands[i] = ops::with_batch(operands[i], at.batched[i], at.size);
  }
  if (differs) {
    const Avals types = avals_of(operands, who, here);
    const Graph one_step = std::move(body);
    const Graph holds = std::move(condition.graph);
    body = record(who, one_step, types, [&](std::span<const Array> state) {
      const Array go_on = trace::replay(holds, state)[0];
      Arrays next = trace::replay(one_step, state);
      for (std::size_t i = 0; i < next.size(); ++i) {
        std::vector<std::int64_t> dims(static_cast<std::size_t>(next[i].ndim()), 1);
        dims[0] = at.size;
        next[i] = where(reshape(go_on, Shape(dims)), next[i], state[carry.first + i]);
      }
      return next;
    });
    condition.graph = record(who, holds, types, [&](std::span<const Array> state) {
      return Arrays{any(trace::replay(holds, state)[0])};
    });
  }
  Arrays results = trace::bind_all(while_p,
                                   {.condition = std::move(condition.graph),
                                    .body = std::move(body),
                                    .constants = params.constants},
                                   operands);
  for (std::size_t i = 0; i < carried; ++i) {
    results[i] = ops::with_batch(results[i], batched[carry.first + i], at.size);
  }
  return results;
}

}  // namespace berth::transform
