#include "berth/vmap.h"

#include <fmt/format.h>

#include "berth/error.h"
#include "berth/ops/shape.h"
#include "core/array_state.h"
#include "core/axes.h"
#include "ops/derivatives.h"
#include "transform/batching.h"
#include "transform/trace_function.h"

namespace berth {
namespace {

constexpr const char* who = "vmap";

[[noreturn]] void refuse(const std::string& text, Here here) {
  throw Error(ErrorCode::invalid_argument, fmt::format("[{}] {}", who, text), here);
}

// An axis for each leaf, from one for each argument.
BatchAxes axes_of_leaves(const BatchAxes& axes, const std::vector<std::size_t>& leaves, Here here) {
  if (!axes.empty() && axes.size() != leaves.size()) {
    refuse(fmt::format("in_axes has {} entries, and the function {} arguments: it needs one for "
                       "each, or none at all",
                       axes.size(), leaves.size()),
           here);
  }
  BatchAxes result;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    result.insert(result.end(), leaves[i], axes.empty() ? 0 : axes[i]);
  }
  return result;
}

// The arguments with the batch in front.
transform::BatchedValues batched_arguments(const Arrays& leaves, const BatchAxes& axes, Here here) {
  transform::BatchedValues result;
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    const Array& leaf = leaves[i];
    result.batched.push_back(axes[i].has_value());
    if (!axes[i]) {
      result.values.push_back(leaf);
      continue;
    }
    if (leaf.ndim() == 0) {
      refuse(fmt::format("leaf {} is {}, which has no axis to map over: pass it with in_axes none",
                         i, to_string(leaf.state()->aval)),
             here);
    }
    const int axis = normalized_axis(*axes[i], leaf.ndim(), who, here);
    result.values.push_back(axis == 0 ? leaf : moveaxis(leaf, axis, 0));
  }
  return result;
}

std::int64_t batch_size(const transform::BatchedValues& arguments, Here here) {
  std::optional<std::int64_t> size;
  for (std::size_t i = 0; i < arguments.values.size(); ++i) {
    if (!arguments.batched[i]) continue;
    const std::int64_t own = arguments.values[i].shape(0);
    if (size && *size != own) {
      refuse(fmt::format("leaf {} has a batch of {}, and one before it {}: they must be equal", i,
                         own, *size),
             here);
    }
    size = own;
  }
  if (!size) refuse("no argument has a batch: every in_axes is none", here);
  return *size;
}

/// The function for one element of the batch: its arguments lack the batch's axis.
Arrays elements(const transform::BatchedValues& arguments) {
  Arrays result;
  for (std::size_t i = 0; i < arguments.values.size(); ++i) {
    const detail::ArrayState& state = *arguments.values[i].state();
    Aval aval = state.aval;
    if (arguments.batched[i]) aval.shape = Shape(aval.shape.dims().subspan(1));
    result.push_back(transform::abstract_array(std::move(aval), state));
  }
  return result;
}

}  // namespace

Arrays detail::vmap_leaves(LeafFunction& f, const Arrays& leaves, const VmapOptions& options,
                           Here here) {
  here = user_line(here);
  for (const Array& leaf : leaves) state_of(leaf, who, here);
  transform::BatchedValues inputs = batched_arguments(
      leaves, axes_of_leaves(options.in_axes, f.leaves_of_arguments(), here), here);
  const std::int64_t size = batch_size(inputs, here);
  const transform::TracedFunction function =
      transform::trace_function(who, f, elements(inputs), here);
  for (const Array& capture : function.captures) {
    inputs.values.push_back(capture);
    inputs.batched.push_back(false);
  }
  const transform::BatchedValues outputs = transform::batch(function.graph, inputs, size, who);

  const Origin origin(here);
  if (options.out_axes.size() > 1 && options.out_axes.size() != outputs.values.size()) {
    refuse(fmt::format("out_axes has {} entries, and the result {} leaves: it needs one for each, "
                       "one for all, or none at all",
                       options.out_axes.size(), outputs.values.size()),
           here);
  }
  Arrays results;
  for (std::size_t i = 0; i < outputs.values.size(); ++i) {
    const Array& value = outputs.values[i];
    const std::optional<int> axis =
        options.out_axes.empty() ? 0 : options.out_axes[options.out_axes.size() > 1 ? i : 0];
    if (!axis) {
      if (outputs.batched[i]) {
        refuse(fmt::format("result {} depends on the batch, so that out_axes cannot be none", i),
               here);
      }
      results.push_back(value);
      continue;
    }
    const Array whole = ops::with_batch(value, outputs.batched[i], size);
    const int place = normalized_axis(*axis, whole.ndim(), who, here);
    results.push_back(place == 0 ? whole : moveaxis(whole, 0, place));
  }
  return results;
}

}  // namespace berth
