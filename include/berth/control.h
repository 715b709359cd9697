#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <tuple>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

#include "berth/array.h"
#include "berth/detail/control_call.h"

/// Control flow that depends on values, as operations: compiled, differentiated and mapped as all
/// others. The functions are traced once, whatever happens; arrays that they take from outside are
/// operands. Everywhere a carry and an operand are any trees; C++ floats count as weak scalars.
namespace berth {

/// `on_true(operands...)` if `pred` holds, else `on_false(operands...)`: one of them runs.
///
/// `pred` is a scalar; a number is true unless 0. Both functions return the same type: trees alike
/// in structure, leaves alike in shape and element type. In a `vmap` over `pred` both run, and each
/// element is selected.
///
///     Array y = cond(x.sum() > 0, [](const Array& x) { return log(x); },
///                    [](const Array& x) { return zeros_like(x); }, x);
///
/// Throws `Error(invalid_argument)` for results that are not alike, and for a `pred` that is no
/// scalar. JAX: `lax.cond`.
template <class True, class False, class... A>
[[nodiscard]] auto cond(const Operand& pred, True&& on_true, False&& on_false,
                        const A&... operands) {
  return detail::call_cond(pred, on_true, on_false, detail::generic_value(operands)...);
}

/// Branch number `index` of `branches`, called with `operands`; an index out of range counts as the
/// nearest that is in range.
///
/// `branches` is a tuple of functions, or a range of functions of one type, such as a
/// `std::vector<std::function<Array(const Array&)>>`. All return the same type, as for `cond`.
///
///     Array y = switch_case(which, std::make_tuple(relu, square, identity), x);
///
/// Throws `Error(invalid_argument)` for results that are not alike, an index that is no integer
/// scalar, and no branches. JAX: `lax.switch`.
template <class Branches, class... A>
[[nodiscard]] auto switch_case(const Operand& index, const Branches& branches,
                               const A&... operands) {
  return detail::call_switch(index, branches, detail::generic_value(operands)...);
}

/// `init`, replaced by `body(carry)` as long as `condition(carry)` holds.
///
/// `condition` returns a bool scalar, `body` a carry of the same type. Has forward-mode derivatives
/// (`jvp`, `jacfwd`); a reverse-mode one throws `Error(unimplemented)`, since nobody knows the
/// number of steps: use `scan`, or `fori_loop` between C++ integers. In a `vmap` it runs until no
/// element's condition holds, and those that are done stay as they are.
///
/// Throws `Error(invalid_argument)` for a carry that does not keep its type, and a condition that
/// is no bool scalar. JAX: `lax.while_loop`.
template <class Condition, class Body, class T>
[[nodiscard]] detail::CarryOf<T> while_loop(Condition&& condition, Body&& body, const T& init,
                                            Here here = Here::current()) {
  return detail::call_while(here, condition, body, detail::carry_value(init));
}

/// `carry = body(i, carry)` for i from `lower` to before `upper`; `i` is an integer scalar Array.
///
/// Between C++ integers it is a `scan`, with derivatives of both modes; if a bound is an Array, a
/// `while_loop`.
///
///     Array power = fori_loop(0, 5, [&](const Array&, const Array& y) { return y * x; }, 1.0);
///
/// Throws `Error(invalid_argument)` for a carry that does not keep its type, and for bounds that
/// are no integer scalars. JAX: `lax.fori_loop`.
template <class Body, class T>
[[nodiscard]] detail::CarryOf<T> fori_loop(const Operand& lower, const Operand& upper, Body&& body,
                                           const T& init) {
  return detail::call_fori(lower, upper, body, detail::carry_value(init));
}

/// Options of `scan`, in JAX's order.
struct ScanOptions {
  /// How many steps; needed if there is nothing to take it from, else it must agree.
  std::optional<std::int64_t> length = {};
  /// Whether it goes from the last element of `xs` to the first. `ys` has the order of `xs`.
  bool reverse = false;
  /// How many steps stand in one turn of the compiled loop.
  int unroll = 1;
};

template <class Carry, class Ys>
struct ScanResult {
  Carry carry;
  Ys ys;
};

/// Calls `f(carry, x)` for each element `x` of `xs` along the leading axis of its leaves; `f`
/// returns a pair of the next carry and of `y`. Returns the last carry, and every `y`, stacked.
///
///     auto [total, sums] = scan(
///         [](const Array& total, const Array& x) {
///           const Array next = total + x;
///           return std::pair(next, next);
///         },
///         0.0, xs);  // sums is cumsum(xs)
///
/// One compiled loop, whatever the length. A carry keeps its type; `std::monostate()` stands for no
/// carry and no `y`. Its gradient is a loop backwards over what the loop forwards kept.
/// Throws `Error(invalid_argument)` for a carry that does not keep its type, and leaves of `xs`
/// that differ in length. JAX: `lax.scan`.
template <class F, class T, class X>
requires(!std::same_as<X, ScanOptions>)  //
    [[nodiscard]] auto scan(F&& f, const T& init, const X& xs, const ScanOptions& options = {},
                            Here here = Here::current()) {
  auto [carry, ys] = detail::call_scan(here, f, options, detail::carry_value(init), xs);
  return ScanResult<decltype(carry), decltype(ys)>{std::move(carry), std::move(ys)};
}

/// The same without `xs`: `f(carry)`, `options.length` times.
template <class F, class T>
[[nodiscard]] auto scan(F&& f, const T& init, const ScanOptions& options,
                        Here here = Here::current()) {
  auto [carry, ys] = detail::call_scan(here, f, options, detail::carry_value(init));
  return ScanResult<decltype(carry), decltype(ys)>{std::move(carry), std::move(ys)};
}

/// `f(x)` of each element of `xs` along the leading axis of its leaves, stacked: one after the
/// other, where `vmap` is all at once. Throws as `scan`. JAX: `lax.map`.
template <class F, ArrayTree X>
[[nodiscard]] auto map(F&& f, const X& xs, Here here = Here::current()) {
  return detail::call_map(here, f, xs);
}

/// Options of `associative_scan`, in JAX's order.
struct AssociativeScanOptions {
  bool reverse = false;
  int axis = 0;
};

/// All partial results of `op` along an axis: x0, op(x0, x1), op(op(x0, x1), x2) and so on, in
/// about log2(n) rounds, each of which calls `op` for many elements at once.
///
/// `op` takes two trees like `xs` and is associative and elementwise along the axis.
///
///     Array sums = associative_scan([](const Array& a, const Array& b) { return a + b; }, xs);
///
/// Throws `Error(invalid_argument)` for leaves of different lengths, and an `op` that returns other
/// types than it gets. JAX: `lax.associative_scan`.
template <class F, ArrayTree X>
[[nodiscard]] X associative_scan(F&& op, const X& xs, AssociativeScanOptions options = {},
                                 Here here = Here::current()) {
  return detail::call_associative_scan(here, op, options, xs);
}

}  // namespace berth
