#include <algorithm>

#include "berth/ops/arithmetic.h"
#include "berth/ops/shape.h"
#include "ops/derivatives.h"
#include "trace/extract.h"
#include "trace/replay.h"
#include "trace/tracing.h"
#include "transform/arrays.h"
#include "transform/control_loop.h"
#include "transform/control_scan.h"
#include "transform/derived_graph.h"

/// Derivatives and batches of a loop whose number of steps is known.
namespace berth::transform {
namespace {

using trace::Graph;
using trace::ValueId;
using Group = LoopPlan::Group;

constexpr const char* who = "scan";

/// How the operands and results of a scan are grouped, and what its body takes and returns.
struct Groups {
  explicit Groups(const ScanParams& params)
      : constants(params.constants), carried(params.carried) {}

  CarrySlots carry() const { return {constants, carried}; }
  Group of_operand(std::size_t i) const {
    if (i < constants) return Group::constants;
    return i < constants + carried ? Group::carry : Group::elements;
  }
  Group of_result(std::size_t i) const { return i < carried ? Group::carry : Group::elements; }

  std::size_t constants;
  std::size_t carried;
};

Arrays run(const LoopPlan& plan, Graph graph, const ScanParams& like, std::size_t results) {
  return plan.results(trace::bind_all(scan_p,
                                      {.body = plan.body(std::move(graph)),
                                       .constants = plan.size(Group::constants),
                                       .carried = plan.size(Group::carry),
                                       .steps = like.steps},
                                      plan.operands()),
                      results);
}

// The tangents of operands as inputs from `first` on; zeros where a carry gets its tangent later.
void add_tangents(LoopPlan& plan, const Groups& groups, const trace::Forward& at,
                  const std::vector<bool>& wanted, std::size_t first) {
  for (std::size_t i = 0; i < at.x.size(); ++i) {
    if (wanted[i]) {
      plan.add_input(groups.of_operand(i), first++, ops::or_zeros(at.dx[i], at.x[i]));
    }
  }
}

// The tangents of results, which `numbers` finds among the outputs from `first` on: those of the
// carry where it is wanted, though it may be zero, and those of `ys` that are not zero.
void add_tangents_of_results(LoopPlan& plan, const Groups& groups, const ScanParams& params,
                             const std::vector<bool>& wanted, const std::vector<int>& numbers,
                             std::size_t first, std::size_t destination) {
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const bool is_carry = groups.of_result(i) == Group::carry;
    if (is_carry ? !wanted[groups.constants + i] : numbers[i] < 0) continue;
    plan.add_output(groups.of_result(i), numbers[i] < 0 ? -1 : static_cast<int>(first) + numbers[i],
                    params.body->aval(params.body->outputs()[i]), destination + i);
  }
}

// The scan itself, of a graph that takes and returns the same first.
LoopPlan same_plan(const Groups& groups, const ScanParams& params, std::span<const Array> x) {
  LoopPlan plan;
  for (std::size_t i = 0; i < x.size(); ++i) plan.add_input(groups.of_operand(i), i, x[i]);
  for (std::size_t i = 0; i < params.body->outputs().size(); ++i) {
    plan.add_output(groups.of_result(i), static_cast<int>(i),
                    params.body->aval(params.body->outputs()[i]), i);
  }
  return plan;
}

// Results and tangents from one scan.
Arrays jvp_together(const trace::Forward& at, const ScanParams& params) {
  const Groups groups(params);
  std::vector<bool> wanted = present(at.dx);
  JointDerivative derivative =
      until_stable(wanted, groups.carry(), [&](const std::vector<bool>& inputs) {
        return differentiate(*params.body, inputs, who, detail::user_line({}));
      });
  const std::size_t results = params.body->outputs().size();
  LoopPlan plan = same_plan(groups, params, at.x);
  add_tangents(plan, groups, at, wanted, at.x.size());
  add_tangents_of_results(plan, groups, params, wanted, derivative.outputs, results, results);
  return run(plan, std::move(derivative.graph), params, 2 * results);
}

/// A residual of the linear loop: input `number` of its body.
struct Residual {
  Group group;         ///< Elements if it differs from step to step.
  std::size_t result;  ///< The result of the known loop that holds it, if it has no value before.
  Array value = {};
};

// A residual that is an operand, or among `ys`, is taken from there; one that depends on constants
// alone is computed once, before the loop.
std::vector<Residual> residuals_of(const LinearSplit& split, const Groups& groups,
                                   std::span<const Array> operands) {
  const Graph& known = split.known;
  const auto ids = known.outputs().last(split.residuals);
  const auto constants = known.inputs().first(groups.constants);
  const std::vector<bool> varies =
      trace::dependents(known, known.inputs().subspan(groups.constants));
  const auto place = [](std::span<const ValueId> all, ValueId id) {
    return static_cast<std::size_t>(std::ranges::find(all, id) - all.begin());
  };
  std::vector<Residual> residuals;
  std::vector<ValueId> hoisted;
  for (const ValueId id : ids) {
    const bool is_fixed = !varies[static_cast<std::size_t>(id)];
    if (is_fixed) hoisted.push_back(id);
    residuals.push_back(
        {.group = is_fixed ? Group::constants : Group::elements,
         .result = groups.carried + place(known.outputs().subspan(groups.carried), id)});
    const std::size_t input = place(known.inputs(), id);
    const bool is_operand = input < operands.size();
    if (is_operand && groups.of_operand(input) == Group::elements) {
      residuals.back().value = operands[input];
    }
  }
  const Arrays values =
      trace::replay(trace::extract(known, constants, hoisted), operands.first(groups.constants));
  auto next = values.begin();
  for (Residual& residual : residuals) {
    if (residual.group == Group::constants) residual.value = *next++;
  }
  return residuals;
}

// Results and residuals from one scan, and the tangents, which depend linearly on theirs, from
// another.
Arrays jvp_apart(const trace::Forward& at, const ScanParams& params) {
  const Groups groups(params);
  std::vector<bool> wanted = present(at.dx);
  LinearSplit split = until_stable(wanted, groups.carry(), [&](const std::vector<bool>& inputs) {
    return split_linear(*params.body, inputs, who, detail::user_line({}));
  });
  const std::vector<Residual> residuals = residuals_of(split, groups, at.x);

  const std::size_t results = params.body->outputs().size();
  LoopPlan known = same_plan(groups, params, at.x);
  for (const Residual& residual : residuals) {
    if (!ops::absent(residual.value) || residual.result < results) continue;
    known.add_output(Group::elements, static_cast<int>(residual.result), Aval(), residual.result);
  }
  const Arrays values = run(known, std::move(split.known), params, results + residuals.size());

  LoopPlan linear;
  for (std::size_t k = 0; k < residuals.size(); ++k) {
    const auto& [group, result, value] = residuals[k];
    linear.add_input(group, k, ops::absent(value) ? values[result] : value);
  }
  add_tangents(linear, groups, at, wanted, residuals.size());
  add_tangents_of_results(linear, groups, params, wanted, split.outputs, 0, 0);
  return joined(std::span(values).first(results),
                linear.has_outputs() ? run(linear, std::move(split.linear), params, results)
                                     : Arrays(results));
}

// What a step of the transposed scan takes: what is known and the cotangents of its results; then,
// of each linear constant that gets a cotangent, the sum so far, to which it adds.
Graph summing(const Transposed& step, const Avals& sums, const std::vector<int>& summed) {
  Avals types = step.graph.input_avals();
  const std::size_t inputs = types.size();
  types.insert(types.end(), sums.begin(), sums.end());
  return record(who, step.graph, types, [&](std::span<const Array> x) {
    Arrays cotangents = trace::replay(step.graph, x.first(inputs));
    for (std::size_t i = 0; i < summed.size(); ++i) {
      Array& cotangent = cotangents[static_cast<std::size_t>(summed[i])];
      cotangent = x[inputs + i] + cotangent;
    }
    return cotangents;
  });
}

}  // namespace

Arrays scan_jvp(const trace::Forward& at, const ScanParams& params) {
  return at.apart ? jvp_apart(at, params) : jvp_together(at, params);
}

// The linear scan backwards: it carries the cotangents of its carry and, as sums, those of its
// linear constants; elements are residuals and the cotangents of `ys`, and it makes those of `xs`.
Arrays scan_transpose(const trace::Backward& at, const ScanParams& params) {
  const Groups groups(params);
  // The carry is tangents, although those before the first step may be known zeros.
  std::vector<bool> known = present(at.x);
  const auto carry = known.begin() + static_cast<std::ptrdiff_t>(groups.constants);
  std::fill_n(carry, groups.carried, false);
  std::vector<bool> given = present(at.ct);
  std::fill(given.begin(), given.begin() + static_cast<std::ptrdiff_t>(groups.carried), true);
  const std::vector<int> known_numbers = numbers_of(known);
  const std::vector<int> linear_numbers = numbers_of(known, false);
  const Transposed step = transpose(inputs_first(*params.body, known), known_numbers.size(), given,
                                    who, detail::user_line({}));
  const auto array_of = [&](int number) { return at.x[static_cast<std::size_t>(number)]; };
  const auto type_of = [&](int number) { return at.of[static_cast<std::size_t>(number)]; };
  const auto group_of = [&](int number) {
    return groups.of_operand(static_cast<std::size_t>(number));
  };

  LoopPlan plan;
  std::size_t input = 0;
  for (const int number : known_numbers) {
    plan.add_input(group_of(number), input++, array_of(number));
  }
  for (std::size_t i = 0; i < at.ct.size(); ++i) {
    if (!given[i]) continue;
    const Aval type = params.body->aval(params.body->outputs()[i]);
    plan.add_input(groups.of_result(i), input++,
                   ops::absent(at.ct[i]) ? ops::zeros_of(type) : at.ct[i]);
  }
  Avals sums;
  std::vector<int> summed;
  // The sums are carried behind the carry.
  for (const Group group : {Group::carry, Group::constants, Group::elements}) {
    for (std::size_t k = 0; k < linear_numbers.size(); ++k) {
      const int number = linear_numbers[k];
      if (group_of(number) != group || (group != Group::carry && step.outputs[k] < 0)) continue;
      if (group == Group::constants) {
        sums.push_back(type_of(number));
        summed.push_back(step.outputs[k]);
        plan.add_input(Group::carry, input++, ops::zeros_of(type_of(number)));
      }
      plan.add_output(group == Group::elements ? group : Group::carry, step.outputs[k],
                      type_of(number), static_cast<std::size_t>(number));
    }
  }
  if (!plan.has_outputs()) return Arrays(at.x.size());
  ScanParams back = params;
  back.steps.reverse = !params.steps.reverse;
  return run(plan, summing(step, sums, summed), back, at.x.size());
}

Arrays scan_batch(const trace::Batch& at, const ScanParams& params) {
  const Groups groups(params);
  std::vector<bool> batched = at.batched;
  BatchedGraph body = until_stable(batched, groups.carry(), [&](const std::vector<bool>& inputs) {
    return batch_graph(*params.body, inputs, at.size,
                       section(inputs, groups.constants, groups.carried), who,
                       detail::user_line({}));
  });
  // In the loop the batch stands behind the axis of the steps.
  Arrays operands(at.x.begin(), at.x.end());
  for (std::size_t i = 0; i < operands.size(); ++i) {
    if (!batched[i]) continue;
    if (groups.of_operand(i) == Group::elements) operands[i] = moveaxis(operands[i], 0, 1);
    if (!at.batched[i]) operands[i] = ops::with_batch(operands[i], false, at.size);
  }
  Arrays results = trace::bind_all(scan_p,
                                   {.body = std::move(body.graph),
                                    .constants = params.constants,
                                    .carried = params.carried,
                                    .steps = params.steps},
                                   operands);
  for (std::size_t i = 0; i < results.size(); ++i) {
    const bool is_stacked = groups.of_result(i) == Group::elements;
    if (body.batched[i] && is_stacked) results[i] = moveaxis(results[i], 0, 1);
    results[i] = ops::with_batch(results[i], body.batched[i], at.size);
  }
  return results;
}

}  // namespace berth::transform
