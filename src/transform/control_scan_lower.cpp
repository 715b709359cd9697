#include <limits>
#include <utility>

#include "core/scalar.h"
#include "lower/emitter.h"
#include "ops/derivatives.h"
#include "ops/rules.h"
#include "transform/control_scan.h"

/// A scan as a loop with a counter, which takes each element out of `xs` and writes it into `ys`.
namespace berth::transform {
namespace {

using lower::Emitter;
using lower::Value;
using lower::Values;

Values joined(std::span<const Value> a, std::span<const Value> b) {
  Values all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

/// `Fixed` values are the same in every step: constants, then `xs`. The state is the carry, then
/// `ys`.
class ScanWriter {
 public:
  explicit ScanWriter(const ScanParams& params)
      : params_(params),
        counter_{Shape(),
                 params.steps.length <= std::numeric_limits<std::int32_t>::max() ? int32 : int64} {}

  Values write(Emitter& out, std::span<const Value> fixed, Values state) const {
    const std::int64_t length = params_.steps.length;
    const std::int64_t in_turn = params_.steps.unroll;
    const std::int64_t turns = length / in_turn;
    std::int64_t done = 0;
    if (turns > 1) {
      state = loop(out, fixed, state, turns);
      done = turns * in_turn;
    }
    for (; done < length; ++done) state = step(out, fixed, state, number(out, place(done)));
    return state;
  }

 private:
  std::int64_t place(std::int64_t done) const {
    return params_.steps.reverse ? params_.steps.length - 1 - done : done;
  }

  Value number(Emitter& out, std::int64_t value) const {
    return out.splat(convert(ScalarValue::of(value), counter_.dtype, "scan", {}), Shape());
  }

  // What is fixed goes around too, since not every compiler takes values from outside a region.
  Values loop(Emitter& out, std::span<const Value> fixed, std::span<const Value> state,
              std::int64_t turns) const {
    const Values operands = joined(Values{number(out, 0)}, joined(fixed, state));
    Avals types;
    for (const Value& operand : operands) types.push_back(operand.aval);

    const auto goes_on = [&](Emitter& region, std::span<const Value> now) {
      return Values{ops::emit_compare(region, "LT", now[0], number(region, turns))};
    };
    const auto turn = [&](Emitter& region, std::span<const Value> now) {
      const auto unchanged = now.subspan(1, fixed.size());
      const auto before = now.subspan(1 + fixed.size());
      Values next(before.begin(), before.end());
      for (int k = 0; k < params_.steps.unroll; ++k) {
        next = step(region, unchanged, next, position(region, now[0], k));
      }
      const Value count = region.op("add", {now[0], number(region, 1)}, counter_);
      return joined(Values{count}, joined(unchanged, next));
    };
    const std::vector<Avals> blocks = {types, types};
    const std::vector<Emitter::Region> regions = {goes_on, turn};
    const Values all = out.op_with_regions("while", operands, types, "", blocks, regions);
    return {all.end() - static_cast<std::ptrdiff_t>(state.size()), all.end()};
  }

  // Where step `k` of a turn finds its elements.
  Value position(Emitter& out, Value turn, int k) const {
    const int in_turn = params_.steps.unroll;
    if (in_turn > 1) turn = out.op("multiply", {turn, number(out, in_turn)}, counter_);
    if (params_.steps.reverse) return out.op("subtract", {number(out, place(k)), turn}, counter_);
    return k == 0 ? turn : out.op("add", {turn, number(out, k)}, counter_);
  }

  Values step(Emitter& out, std::span<const Value> fixed, std::span<const Value> state,
              const Value& at) const {
    Values inputs = joined(fixed.first(params_.constants), state.first(params_.carried));
    for (const Value& x : fixed.subspan(params_.constants)) inputs.push_back(element(out, x, at));
    Values next = out.graph(*params_.body, inputs);
    for (std::size_t i = params_.carried; i < next.size(); ++i) {
      next[i] = with_element(out, state[i], next[i], at);
    }
    return next;
  }

  Value element(Emitter& out, const Value& all, const Value& at) const {
    const Aval type{Shape(all.aval.shape.dims().subspan(1)), all.aval.dtype};
    const Aval block{ops::with_batch(type.shape, 1), type.dtype};
    const Value found = out.op("dynamic_slice", with_starts(out, {all}, at), block,
                               "slice_sizes = " + lower::i64_array(block.shape.dims()));
    return out.op("reshape", {found}, type);
  }

  Value with_element(Emitter& out, const Value& all, const Value& element, const Value& at) const {
    const Aval block{ops::with_batch(element.aval.shape, 1), element.aval.dtype};
    const Value update = out.op("reshape", {element}, block);
    return out.op("dynamic_update_slice", with_starts(out, {all, update}, at), all.aval);
  }

  // `at` along the first axis of the first operand, and 0 along the others.
  Values with_starts(Emitter& out, Values operands, const Value& at) const {
    const int rank = operands[0].aval.shape.rank();
    operands.push_back(at);
    for (int axis = 1; axis < rank; ++axis) operands.push_back(number(out, 0));
    return operands;
  }

  const ScanParams& params_;
  const Aval counter_;
};

}  // namespace

Values scan_lower(Emitter& out, std::span<const Value> operands, std::span<const Aval> results,
                  const ScanParams& params) {
  const std::size_t before_xs = params.constants + params.carried;
  const auto carry = operands.subspan(params.constants, params.carried);
  Values state(carry.begin(), carry.end());
  for (const Aval& ys : results.subspan(params.carried)) {
    state.push_back(out.splat(convert(ScalarValue::of(0), ys.dtype, "scan", {}), ys.shape));
  }
  return ScanWriter(params).write(
      out, joined(operands.first(params.constants), operands.subspan(before_xs)), std::move(state));
}

}  // namespace berth::transform
