#pragma once

#include <concepts>
#include <cstddef>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/traced_call.h"
#include "berth/tree_flatten.h"

namespace berth {

struct ScanOptions;
struct AssociativeScanOptions;

/// The calls of control flow, from trees to leaves.
namespace detail {

/// What a carry is: a C++ scalar is an Array of no axes, weakly typed.
template <class T>
using CarryOf = std::conditional_t<Scalar<T>, Array, T>;

template <class T>
CarryOf<T> carry_value(const T& init) {
  if constexpr (Scalar<T>) {
    return scalar_argument(ScalarValue::of(init), {});
  } else {
    return init;
  }
}

Arrays cond_leaves(const Operand& pred, LeafFunction& on_true, LeafFunction& on_false,
                   const Arrays& operands);
Arrays switch_leaves(const Operand& index, std::span<LeafFunction* const> branches,
                     const Arrays& operands);
/// Throws `Error(invalid_argument)` for none.
void check_has_branches(std::size_t count, Here here);
Arrays while_leaves(LeafFunction& condition, LeafFunction& body, const Arrays& init,
                    const TreeStructure& carry, Here here);
Arrays fori_leaves(const Operand& lower, const Operand& upper, LeafFunction& body,
                   const Arrays& init, const TreeStructure& carry);

/// What a scan goes over. Without structure: no carry, or no `xs`.
struct ScanTrees {
  const char* who;
  TreeStructure carry;
  TreeStructure xs;
};
/// `leaves` are those of the carry, then of `xs`; so are the results, with `ys`.
Arrays scan_leaves(const ScanTrees& trees, LeafFunction& f, const Arrays& leaves,
                   const ScanOptions& options, Here here);
Arrays map_leaves(LeafFunction& f, const Arrays& xs, const TreeStructure& structure, Here here);
Arrays associative_scan_leaves(LeafFunction& op, const Arrays& xs, const TreeStructure& structure,
                               const AssociativeScanOptions& options, Here here);

template <class T, class Returned>
constexpr void check_carry() {
  static_assert(std::same_as<T, Returned>,
                "a loop's function must return a carry of the type that it gets");
}

template <class True, class False, class... A>
auto call_cond(const Operand& pred, True& on_true, False& on_false, const A&... operands) {
  static_assert(std::same_as<ResultOf<True, A...>, ResultOf<False, A...>>,
                "the two functions of a cond must return the same type");
  TreeCall<True, A...> if_true(pred.here(), on_true, operands...);
  TreeCall<False, A...> if_false(pred.here(), on_false, operands...);
  Arrays results = cond_leaves(pred, if_true, if_false, if_true.leaves());
  return tree_unflatten(if_true.result(), std::move(results), pred.here());
}

template <class Branches, class... A>
auto call_switch(const Operand& index, const Branches& branches, const A&... operands) {
  const auto choose = [&](std::span<LeafFunction* const> all, const auto& first) {
    Arrays results = switch_leaves(index, all, first.leaves());
    return tree_unflatten(first.result(), std::move(results), index.here());
  };
  if constexpr (requires { branches.begin(); }) {
    using F = std::remove_reference_t<decltype(*branches.begin())>;
    check_has_branches(branches.size(), index.here());
    std::vector<TreeCall<F, A...>> calls;
    for (F& branch : branches) calls.emplace_back(index.here(), branch, operands...);
    std::vector<LeafFunction*> all;
    for (auto& call : calls) all.push_back(&call);
    return choose(all, calls[0]);
  } else {
    return std::apply(
        [&]<class First, class... F>(const First& first, const F&... others) {
          static_assert((std::same_as<ResultOf<const First, A...>, ResultOf<const F, A...>> && ...),
                        "the branches of a switch_case must return the same type");
          std::tuple calls(TreeCall<const First, A...>(index.here(), first, operands...),
                           TreeCall<const F, A...>(index.here(), others, operands...)...);
          return std::apply(
              [&](auto& call, auto&... rest) {
                LeafFunction* const all[] = {&call, &rest...};
                return choose(all, call);
              },
              calls);
        },
        branches);
  }
}

template <class Condition, class Body, class T>
T call_while(Here here, Condition& condition, Body& body, const T& init) {
  static_assert(std::same_as<ResultOf<Condition, T>, Array>,
                "the condition of a while_loop returns an Array");
  check_carry<T, ResultOf<Body, T>>();
  TreeCall<Condition, T> test(here, condition, init);
  TreeCall<Body, T> step(here, body, init);
  Arrays results = while_leaves(test, step, tree_leaves(init), tree_structure(init), here);
  return tree_unflatten(step.result(), std::move(results), here);
}

template <class Body, class T>
T call_fori(const Operand& lower, const Operand& upper, Body& body, const T& init) {
  check_carry<T, ResultOf<Body, Array, T>>();
  const Array i;
  TreeCall<Body, Array, T> step(lower.here(), body, i, init);
  Arrays results = fori_leaves(lower, upper, step, tree_leaves(init), tree_structure(init));
  return tree_unflatten(step.result(), std::move(results), lower.here());
}

/// `X` is one tree, or none.
template <class F, class T, class... X>
auto call_scan(Here here, F& f, const ScanOptions& options, const T& init, const X&... xs) {
  using Result = ResultOf<F, T, X...>;
  constexpr TreeRole role = special_role<Result>;
  static_assert(role == TreeRole::pair || role == TreeRole::tuple,
                "the function of a scan returns a pair: the next carry, and y");
  static_assert(std::tuple_size_v<Result> == 2,
                "the function of a scan returns a pair: the next carry, and y");
  check_carry<T, std::tuple_element_t<0, Result>>();
  TreeCall<F, T, X...> step(here, f, init, xs...);
  TreeStructure structure;
  ((structure = tree_structure(xs)), ...);
  Arrays results =
      scan_leaves({"scan", tree_structure(init), structure}, step, step.leaves(), options, here);
  return tree_unflatten(step.result(), std::move(results), here);
}

template <class F, class X>
auto call_map(Here here, F& f, const X& xs) {
  TreeCall<F, X> call(here, f, xs);
  Arrays results = map_leaves(call, call.leaves(), tree_structure(xs), here);
  return tree_unflatten(call.result(), std::move(results), here);
}

template <class F, class X>
X call_associative_scan(Here here, F& op, const AssociativeScanOptions& options, const X& xs) {
  static_assert(std::same_as<ResultOf<F, X, X>, X>,
                "the function of an associative_scan returns the type that it gets");
  TreeCall<F, X, X> call(here, op, xs, xs);
  Arrays results =
      associative_scan_leaves(call, tree_leaves(xs), tree_structure(xs), options, here);
  return tree_unflatten(TreeDef<X>(xs), std::move(results), here);
}

}  // namespace detail
}  // namespace berth
