#include "berth/grad.h"

#include <fmt/format.h>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "core/array_state.h"
#include "transform/forward.h"
#include "transform/linear_map.h"
#include "transform/trace_function.h"

namespace berth {
namespace {

void check_wanted(const char* who, const Arrays& leaves, const std::vector<bool>& wanted,
                  detail::TreeRef arguments, Here here) {
  for (std::size_t i = 0; i < leaves.size(); ++i) {
    if (!wanted[i] || transform::is_differentiable(leaves[i].dtype())) continue;
    throw Error(
        ErrorCode::invalid_argument,
        fmt::format("[{}] argument {} is {}: only floating-point and complex numbers have "
                    "gradients; leave it out of what is differentiated, or pass it as "
                    "another argument",
                    who, structure_of(arguments).paths()[i], to_string(leaves[i].state()->aval)),
        here);
  }
}

void check_loss(const char* who, const Array& loss, Here here) {
  if (loss.ndim() == 0 && is_floating(loss.dtype())) return;
  const Aval& aval = loss.state()->aval;
  throw Error(
      ErrorCode::invalid_argument,
      loss.ndim() > 0
          ? fmt::format("[{}] the function returns {}: gradients are of scalars; sum it, or use "
                        "jacrev or vjp",
                        who, to_string(aval))
          : fmt::format("[{}] the function returns {}: gradients are of floating-point numbers",
                        who, to_string(aval)),
      here);
}

}  // namespace

detail::LeafGradients detail::value_and_grad(const char* who, LeafFunction& f, const Arrays& leaves,
                                             std::span<const int> argnums, TreeRef arguments,
                                             Here here) {
  here = user_line(here);
  const std::vector<bool> wanted = transform::leaves_of(f, argnums);
  check_wanted(who, leaves, wanted, arguments, here);
  const transform::TracedFunction function = transform::trace_function(who, f, leaves, here);
  std::vector<bool> all_wanted = wanted;
  all_wanted.resize(function.graph.inputs().size());
  transform::Linearized linearized = transform::linearize(
      function.graph, transform::all_inputs(leaves, function), all_wanted, who, here);
  check_loss(who, linearized.outputs[0], here);

  Arrays cotangents(linearized.outputs.size());
  cotangents[0] = ones_like({linearized.outputs[0], here});
  Arrays pulled = linearized.map.pull(cotangents);  // on the lines of what it transposes
  Arrays gradients;
  for (std::size_t i = 0, next = 0; i < leaves.size(); ++i) {
    if (!wanted[i]) continue;
    Array& gradient = pulled[next++];
    gradients.push_back(gradient.state() != nullptr ? gradient : zeros_like({leaves[i], here}));
  }
  return {std::move(linearized.outputs), std::move(gradients)};
}

}  // namespace berth
