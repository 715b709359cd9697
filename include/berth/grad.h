#pragma once

#include <array>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/traced_call.h"
#include "berth/tree_flatten.h"

namespace berth {

template <class Grad, class Aux>
struct GradAux {
  Grad grad;
  Aux aux;
};
template <class Value, class Grad>
struct ValueGrad {
  Value value;
  Grad grad;
};
template <class Value, class Aux, class Grad>
struct ValueAuxGrad {
  Value value;
  Aux aux;
  Grad grad;
};

namespace detail {

/// Outputs of a function, and the gradient of the first with respect to leaves of arguments.
struct LeafGradients {
  Arrays outputs;
  Arrays gradients;
};
/// Those of the arguments `argnums` are wanted; `arguments` is asked how leaves are called only if
/// something is wrong with them.
LeafGradients value_and_grad(const char* who, LeafFunction& f, const Arrays& leaves,
                             std::span<const int> argnums, TreeRef arguments, Here here);

template <class R>
struct LossAndAux {
  static_assert(std::same_as<R, Array>,
                "grad needs a function that returns one Array, or a pair of it and what else it "
                "computes");
  static constexpr bool has_aux = false;
};
template <class Aux>
struct LossAndAux<std::pair<Array, Aux>> {
  static constexpr bool has_aux = true;
};

/// The arguments themselves, one or a tuple, with other leaves.
template <int... argnums, class... A>
auto arguments_with(Arrays leaves, const A&... args) {
  const auto all = std::tie(args...);
  if constexpr (sizeof...(argnums) == 1) {
    auto one = std::get<(argnums, ...)>(all);
    replace_leaves(TreeRef(one), leaves);
    return one;
  } else {
    auto some = std::make_tuple(std::get<argnums>(all)...);
    replace_leaves(TreeRef(some), leaves);
    return some;
  }
}

/// What `value_and_grad` and `grad` return: a function that shares `f` with its copies.
template <class F, bool with_value, int... argnums>
class Gradient : public Callable<Gradient<F, with_value, argnums...>, Signature<F>> {
 public:
  explicit Gradient(F f) : f_(std::make_shared<F>(std::move(f))) {}

  template <class... A>
  auto call(Here here, const A&... args) const {
    using R = ResultOf<F, A...>;
    TreeCall<F, A...> f(here, *f_, args...);
    static_assert(((argnums >= 0 && argnums < static_cast<int>(sizeof...(A))) && ...),
                  "grad<n>: there is no such argument");
    static constexpr std::array wanted = {argnums...};
    const std::tuple<A...> all(args...);
    LeafGradients result = value_and_grad(with_value ? "value_and_grad" : "grad", f, f.leaves(),
                                          wanted, TreeRef(all), here);
    auto gradients = arguments_with<argnums...>(std::move(result.gradients), args...);
    if constexpr (LossAndAux<R>::has_aux) {
      R outputs = tree_unflatten(f.result(), std::move(result.outputs));
      using Aux = decltype(outputs.second);
      if constexpr (with_value) {
        return ValueAuxGrad<Array, Aux, decltype(gradients)>{
            std::move(outputs.first), std::move(outputs.second), std::move(gradients)};
      } else {
        return GradAux<decltype(gradients), Aux>{std::move(gradients), std::move(outputs.second)};
      }
    } else if constexpr (with_value) {
      return ValueGrad<Array, decltype(gradients)>{std::move(result.outputs[0]),
                                                   std::move(gradients)};
    } else {
      return gradients;
    }
  }

 private:
  std::shared_ptr<F> f_;
};

template <class F, bool with_value, int... argnums>
struct SignatureOf<Gradient<F, with_value, argnums...>>
    : SignatureOfCall<Gradient<F, with_value, argnums...>, Signature<F>> {};

}  // namespace detail

/// A function that computes `f` and its gradient with respect to the arguments `argnums`, by
/// default the first.
///
/// `f` returns a scalar Array, or a pair of it and more ("aux"). The result is a struct: `{value,
/// grad}` or `{value, aux, grad}`; `grad` has the type of the argument, or is a tuple for several.
/// Each gradient lives where its argument lives. Outside `jit`, `f` is traced and then run
/// operation by operation; C++ control flow on values inside it throws `TracerError`.
///
///     const auto step = value_and_grad(loss);
///     const auto vg = step(params, batch);
///
/// The call throws `Error(invalid_argument)` if the first result is not a floating-point scalar,
/// or a leaf of a wanted argument is no floating-point or complex number; `Error(unimplemented)`
/// for an operation that has no derivative. JAX: `jax.value_and_grad`.
template <int... argnums, class F>
[[nodiscard]] auto value_and_grad(F f) {
  if constexpr (sizeof...(argnums) == 0) {
    return detail::Gradient<F, true, 0>(std::move(f));
  } else {
    return detail::Gradient<F, true, argnums...>(std::move(f));
  }
}

/// As `value_and_grad`, without the value: the gradient alone, or `{grad, aux}`. JAX: `jax.grad`.
template <int... argnums, class F>
[[nodiscard]] auto grad(F f) {
  if constexpr (sizeof...(argnums) == 0) {
    return detail::Gradient<F, false, 0>(std::move(f));
  } else {
    return detail::Gradient<F, false, argnums...>(std::move(f));
  }
}

}  // namespace berth
