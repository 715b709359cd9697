#pragma once

#include <memory>
#include <utility>

#include "berth/array.h"
#include "berth/detail/traced_call.h"

namespace berth {

namespace detail {

enum class JacobianMode : std::uint8_t { forward, reverse };
Array jacobian(LeafFunction& f, const Arrays& leaves, JacobianMode mode, Here here);

/// What `jacfwd` and `jacrev` return.
template <class F, JacobianMode mode>
class Jacobian : public Callable<Jacobian<F, mode>, Signature<F>> {
 public:
  explicit Jacobian(F f) : f_(std::make_shared<F>(std::move(f))) {}

  template <class... A>
  Array call(Here here, const Array& x, const A&... rest) const {
    static_assert(std::same_as<ResultOf<F, Array, A...>, Array>,
                  "a jacobian is of a function from an Array to an Array");
    TreeCall<F, Array, A...> f(here, *f_, x, rest...);
    return jacobian(f, f.leaves(), mode, here);
  }

 private:
  std::shared_ptr<F> f_;
};

template <class F, JacobianMode mode>
struct SignatureOf<Jacobian<F, mode>> : SignatureOfCall<Jacobian<F, mode>, Signature<F>> {};

}  // namespace detail

/// A function that computes the derivatives of all elements of `f(x, ...)`, an Array, in all
/// elements of `x`, an Array: f32[m, n] for `f` from f32[n] to f32[m], and in general the shape of
/// the result followed by that of `x`. Forward mode: for results larger than `x`.
/// JAX: `jax.jacfwd`.
template <class F>
[[nodiscard]] detail::Jacobian<std::decay_t<F>, detail::JacobianMode::forward> jacfwd(F&& f) {
  return detail::Jacobian<std::decay_t<F>, detail::JacobianMode::forward>(std::forward<F>(f));
}
/// The same by reverse mode: for results smaller than `x`. JAX: `jax.jacrev`.
template <class F>
[[nodiscard]] detail::Jacobian<std::decay_t<F>, detail::JacobianMode::reverse> jacrev(F&& f) {
  return detail::Jacobian<std::decay_t<F>, detail::JacobianMode::reverse>(std::forward<F>(f));
}
/// The second derivatives: `jacfwd(jacrev(f))`. JAX: `jax.hessian`.
template <class F>
[[nodiscard]] auto hessian(F&& f) {
  return jacfwd(jacrev(std::forward<F>(f)));
}

}  // namespace berth
