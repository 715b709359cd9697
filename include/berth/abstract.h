#pragma once

#include <string>

#include "berth/array.h"
#include "berth/detail/traced_call.h"
#include "berth/ops/creation.h"
#include "berth/tree_flatten.h"

namespace berth {

/// A stand-in for an array of this shape: it has a type and a place, and no value. For
/// `jit(f).lower`, `jit(f).compile` and `eval_shape`; anything that needs the value throws
/// `Error(invalid_argument)`. JAX: `jax.ShapeDtypeStruct`.
///
///     step.compile(params, abstract({32, 784}));
[[nodiscard]] Array abstract(const Shape& shape, const Create& create = {},
                             Here here = Here::current());

namespace detail {

Arrays abstract_results(LeafFunction& f, const Arrays& leaves, Here here);
std::string jaxpr_text(LeafFunction& f, const Arrays& leaves, Here here);

}  // namespace detail

/// What `f` would return for these arguments, as abstract arrays: nothing is computed.
/// JAX: `jax.eval_shape`.
template <class F, class... A>
[[nodiscard]] auto eval_shape(F&& f, const A&... args) {
  detail::TreeCall<std::remove_reference_t<F>, A...> call({}, f, args...);
  Arrays results = detail::abstract_results(call, call.leaves(), {});
  return tree_unflatten(call.result(), std::move(results));
}

/// A function whose results are the graphs of `f` for its arguments, as text: one operation a
/// line, each value with its type and, if it is committed, its place. JAX: `jax.make_jaxpr`.
///
///     std::cout << make_jaxpr(loss)(params, batch);
template <class F>
[[nodiscard]] auto make_jaxpr(F f) {
  return [f = std::move(f)](const auto&... args) {
    detail::TreeCall<const F, std::decay_t<decltype(args)>...> call({}, f, args...);
    return detail::jaxpr_text(call, call.leaves(), {});
  };
}

}  // namespace berth
