#include "berth/vjp.h"

#include <fmt/format.h>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "core/array_state.h"
#include "transform/forward.h"
#include "transform/linear_map.h"
#include "transform/trace_function.h"

namespace berth {

/// The map, and the types of both of its sides.
struct detail::LinearMapRef::State {
  const char* who;
  transform::LinearMap map;
  Avals inputs;
  Avals outputs;
};

namespace {

bool is_zero(const Array& array) { return array.state() == nullptr; }

void check_like(const char* who, const char* what, const Arrays& given, const Avals& wanted,
                Here here) {
  if (given.size() != wanted.size()) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] {} leaves of {} for {}: the trees must be alike", who,
                            given.size(), what, wanted.size()),
                here);
  }
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (is_zero(given[i]) || !transform::is_differentiable(wanted[i].dtype)) continue;
    const Aval& aval = given[i].state()->aval;
    if (aval.shape == wanted[i].shape && aval.dtype == wanted[i].dtype) continue;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("[{}] {} {} is {}, and the value {}: they must have one type", who, what, i,
                    to_string(aval.dtype, aval.shape), to_string(wanted[i].dtype, wanted[i].shape)),
        here);
  }
}

// Only values that have tangents; the others' entries mean nothing.
Arrays differentiable_only(const Arrays& arrays, const Avals& of) {
  Arrays result;
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    result.push_back(transform::is_differentiable(of[i].dtype) ? arrays[i] : Array());
  }
  return result;
}

Arrays instantiated(Arrays arrays, const Avals& of, Here here) {
  for (std::size_t i = 0; i < arrays.size(); ++i) {
    if (is_zero(arrays[i]) && transform::is_differentiable(of[i].dtype)) {
      arrays[i] = zeros(of[i].shape, of[i].dtype, here);
    }
  }
  return arrays;
}

Avals avals_of(const Arrays& arrays) {
  Avals avals;
  for (const Array& array : arrays) avals.push_back(array.state()->aval);
  return avals;
}

}  // namespace

detail::LeafLinearization detail::linearize_leaves(const char* who, LeafFunction& f,
                                                   const Arrays& leaves, Here here) {
  here = user_line(here);
  const transform::TracedFunction function = transform::trace_function(who, f, leaves, here);
  std::vector<bool> wanted(leaves.size(), true);
  wanted.resize(function.graph.inputs().size());
  transform::Linearized all = transform::linearize(
      function.graph, transform::all_inputs(leaves, function), wanted, who, here);
  LinearMapRef::State state{who, std::move(all.map), avals_of(leaves),
                            function.graph.output_avals()};
  return {std::move(all.outputs),
          LinearMapRef(std::make_shared<const LinearMapRef::State>(std::move(state)))};
}

Arrays detail::LinearMapRef::push(const Arrays& tangents, Here here) const {
  here = user_line(here);
  check_like(state_->who, "tangent", tangents, state_->inputs, here);
  Arrays of_differentiable;
  for (std::size_t i = 0; i < tangents.size(); ++i) {
    if (transform::is_differentiable(state_->inputs[i].dtype)) {
      of_differentiable.push_back(tangents[i]);
    }
  }
  return instantiated(state_->map.push(of_differentiable), state_->outputs, here);
}

Arrays detail::LinearMapRef::pull(const Arrays& cotangents, Here here) const {
  here = user_line(here);
  check_like(state_->who, "cotangent", cotangents, state_->outputs, here);
  Arrays pulled = state_->map.pull(differentiable_only(cotangents, state_->outputs));
  Arrays result;
  std::size_t next = 0;
  for (const Aval& input : state_->inputs) {
    result.push_back(transform::is_differentiable(input.dtype) ? pulled[next++] : Array());
  }
  return instantiated(std::move(result), state_->inputs, here);
}

detail::LeafDuals detail::jvp_leaves(LeafFunction& f, const Arrays& leaves, const Arrays& tangents,
                                     Here here) {
  here = user_line(here);
  const Avals avals = avals_of(leaves);
  check_like("jvp", "tangent", tangents, avals, here);
  const transform::TracedFunction function = transform::trace_function("jvp", f, leaves, here);
  transform::Duals inputs{transform::all_inputs(leaves, function),
                          differentiable_only(tangents, avals)};
  inputs.tangents.resize(inputs.primals.size());
  transform::Duals outputs = transform::jvp(function.graph, inputs, "jvp");
  return {outputs.primals,
          instantiated(std::move(outputs.tangents), function.graph.output_avals(), here)};
}

}  // namespace berth
