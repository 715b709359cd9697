#pragma once

#include <memory>
#include <tuple>
#include <utility>

#include "berth/array.h"
#include "berth/detail/traced_call.h"
#include "berth/tree_flatten.h"

namespace berth {

namespace detail {

/// The derivative of a function at a point. Copies share what it has kept.
class LinearMapRef {
 public:
  /// Both take empty Arrays for zeros and give none back: a zero is an array of zeros there, but
  /// for leaves that are no floating-point or complex numbers, which have no tangent.
  Arrays push(const Arrays& tangents, Here here) const;
  Arrays pull(const Arrays& cotangents, Here here) const;

  struct State;
  explicit LinearMapRef(std::shared_ptr<const State> state) : state_(std::move(state)) {}

 private:
  std::shared_ptr<const State> state_;
};

struct LeafLinearization {
  Arrays outputs;
  LinearMapRef map;
};
LeafLinearization linearize_leaves(const char* who, LeafFunction& f, const Arrays& leaves,
                                   Here here);

struct LeafDuals {
  Arrays outputs;
  Arrays tangents;
};
LeafDuals jvp_leaves(LeafFunction& f, const Arrays& leaves, const Arrays& tangents, Here here);

/// From tangents of the arguments to that of the result.
template <class R, class... A>
class Pushforward {
 public:
  Pushforward(LinearMapRef map, TreeDef<R> result)
      : map_(std::move(map)), result_(std::move(result)) {}

  R operator()(const A&... tangents, Here here = Here::current()) const {
    return tree_unflatten(result_, map_.push(tree_leaves(std::tuple<A...>(tangents...)), here),
                          here);
  }

 private:
  LinearMapRef map_;
  TreeDef<R> result_;
};

/// From the cotangent of the result to those of the arguments: one, or a tuple.
template <class R, class... A>
class Pullback {
 public:
  Pullback(LinearMapRef map, TreeDef<std::tuple<A...>> arguments)
      : map_(std::move(map)), arguments_(std::move(arguments)) {}

  auto operator()(const R& cotangent, Here here = Here::current()) const {
    auto all = tree_unflatten(arguments_, map_.pull(tree_leaves(cotangent), here), here);
    if constexpr (sizeof...(A) == 1) {
      return std::get<0>(std::move(all));
    } else {
      return all;
    }
  }

 private:
  LinearMapRef map_;
  TreeDef<std::tuple<A...>> arguments_;
};

}  // namespace detail

template <class Value, class Tangent = Value>
struct ValueTangent {
  Value value;
  Tangent tangent;
};
template <class Value, class Pullback>
struct ValuePullback {
  Value value;
  Pullback pullback;
};
template <class Value, class Pushforward>
struct ValuePushforward {
  Value value;
  Pushforward pushforward;
};

/// `f(x...)`, and a function from a cotangent of it, a tree like it, to those of the arguments:
/// one of the argument's type, or a tuple. Integer leaves have an empty Array for a cotangent.
///
///     const auto y = vjp(layer, params, x);
///     const auto [d_params, d_x] = y.pullback(d_y);
///
/// Throws as the call of `value_and_grad` does. JAX: `jax.vjp`.
template <class F, class... A>
[[nodiscard]] auto vjp(F&& f, const A&... x) {
  using R = detail::ResultOf<F, A...>;
  detail::TreeCall<std::remove_reference_t<F>, A...> call({}, f, x...);
  detail::LeafLinearization all = detail::linearize_leaves("vjp", call, call.leaves(), {});
  using Pullback = detail::Pullback<R, A...>;
  return ValuePullback<R, Pullback>{
      tree_unflatten(call.result(), std::move(all.outputs)),
      Pullback(std::move(all.map), TreeDef<std::tuple<A...>>(std::tuple<A...>(x...)))};
}

/// `f(x...)`, and a function from tangents of the arguments to that of the result. Nothing that
/// does not depend on tangents is computed again. JAX: `jax.linearize`.
template <class F, class... A>
[[nodiscard]] auto linearize(F&& f, const A&... x) {
  using R = detail::ResultOf<F, A...>;
  detail::TreeCall<std::remove_reference_t<F>, A...> call({}, f, x...);
  detail::LeafLinearization all = detail::linearize_leaves("linearize", call, call.leaves(), {});
  using Pushforward = detail::Pushforward<R, A...>;
  return ValuePushforward<R, Pushforward>{tree_unflatten(call.result(), std::move(all.outputs)),
                                          Pushforward(std::move(all.map), call.result())};
}

/// `f(x...)` and its derivative in the direction of the tangents, trees like the arguments in which
/// an empty Array is a zero. Integer leaves have no tangent: theirs are ignored, and empty in the
/// result.
///
///     const auto y = jvp(f, std::tuple(x, w), std::tuple(dx, dw));
///
/// JAX: `jax.jvp`.
template <class F, class... A>
[[nodiscard]] auto jvp(F&& f, const std::tuple<A...>& x, const std::tuple<A...>& tangents,
                       Here here = Here::current()) {
  return std::apply(
      [&](const A&... args) {
        using R = detail::ResultOf<F, A...>;
        detail::TreeCall<std::remove_reference_t<F>, A...> call(here, f, args...);
        detail::LeafDuals all =
            detail::jvp_leaves(call, call.leaves(), tree_leaves(tangents), here);
        return ValueTangent<R>{tree_unflatten(call.result(), std::move(all.outputs), here),
                               tree_unflatten(call.result(), std::move(all.tangents), here)};
      },
      x);
}
template <class F, ArrayTree A>
[[nodiscard]] auto jvp(F&& f, const A& x, const A& tangent, Here here = Here::current()) {
  return jvp(std::forward<F>(f), std::tuple<A>(x), std::tuple<A>(tangent), here);
}

}  // namespace berth
