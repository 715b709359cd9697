#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/traced_call.h"

namespace berth {

/// Which axis of each argument, or of each result, is the batch; none where there is no batch.
///
///     vmap(f, {.in_axes = {0, none}});
using BatchAxes = std::vector<std::optional<int>>;

/// Options of `vmap`, in JAX's order.
struct VmapOptions {
  /// One for each argument, for all its leaves; empty: axis 0 of every argument.
  BatchAxes in_axes = {};
  /// One for each leaf of the result, or one for all; empty: axis 0 of every leaf.
  BatchAxes out_axes = {};
};

namespace detail {

Arrays vmap_leaves(LeafFunction& f, const Arrays& leaves, const VmapOptions& options, Here here);

/// What `vmap` returns.
template <class F>
class Vmap : public Callable<Vmap<F>, Signature<F>> {
 public:
  Vmap(F f, VmapOptions options)
      : f_(std::make_shared<F>(std::move(f))), options_(std::move(options)) {}

  template <class... A>
  ResultOf<F, A...> call(Here here, const A&... args) const {
    TreeCall<F, A...> f(here, *f_, args...);
    Arrays results = vmap_leaves(f, f.leaves(), options_, here);
    return tree_unflatten(f.result(), std::move(results), here);
  }

 private:
  std::shared_ptr<F> f_;
  VmapOptions options_;
};

template <class F>
struct SignatureOf<Vmap<F>> : SignatureOfCall<Vmap<F>, Signature<F>> {};

}  // namespace detail

/// A function that maps `f` over a batch: over axis `in_axes` of its arguments, whose sizes must be
/// equal; the results have the batch as axis `out_axes`.
///
/// `f` sees arrays without that axis. It is traced once, and each operation of it becomes one for
/// the whole batch. Arguments without a batch (`none`) are the same for all.
///
///     const auto norms = vmap([](const Array& x) { return sqrt(sum(x * x)); });
///
/// The call throws `Error(invalid_argument)` for sizes that differ, no batch at all, and a number
/// of axes that is not that of the arguments or results; `Error(unimplemented)` for an operation
/// that takes no batch. JAX: `jax.vmap`.
template <class F>
[[nodiscard]] detail::Vmap<std::decay_t<F>> vmap(F&& f, VmapOptions options = {}) {
  return {std::forward<F>(f), std::move(options)};
}

}  // namespace berth
