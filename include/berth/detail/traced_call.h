#pragma once

#include <concepts>
#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <tuple>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/source_location.h"
#include "berth/tree_flatten.h"

/// How transformations call users' functions: with trees on the outside, leaves on the inside.
namespace berth::detail {

/// R(A...) of a callable with one signature, decayed; void for generic and overloaded ones.
template <class F>
struct SignatureOf {
  using type = void;
};
template <class R, class... A>
struct SignatureOf<R (*)(A...)> {
  static_assert((!(std::is_lvalue_reference_v<A> &&
                   !std::is_const_v<std::remove_reference_t<A>>)&&...),
                "a traced function cannot take a parameter by reference to write to it: return the "
                "new value");
  using type = std::decay_t<R>(std::decay_t<A>...);
};
template <class R, class... A>
struct SignatureOf<R (*)(A...) noexcept> : SignatureOf<R (*)(A...)> {};
template <class F, class R, class... A>
struct SignatureOf<R (F::*)(A...)> : SignatureOf<R (*)(A...)> {};
template <class F, class R, class... A>
struct SignatureOf<R (F::*)(A...) const> : SignatureOf<R (*)(A...)> {};
template <class F, class R, class... A>
struct SignatureOf<R (F::*)(A...) noexcept> : SignatureOf<R (*)(A...)> {};
template <class F, class R, class... A>
struct SignatureOf<R (F::*)(A...) const noexcept> : SignatureOf<R (*)(A...)> {};
template <class F>
requires requires { &F::operator(); }
struct SignatureOf<F> : SignatureOf<decltype(&F::operator())> {};

/// Of berth's own callables, whose `call` has the arguments of the function they were made of.
template <class Made, class S>
struct SignatureOfCall {
  using type = void;
};
template <class Made, class R, class... A>
struct SignatureOfCall<Made, R(A...)> {
  using type = decltype(std::declval<const Made&>().call(Here(),
                                                         std::declval<const A&>()...))(A...);
};

template <class F>
using Signature = typename SignatureOf<std::decay_t<F>>::type;

/// A weakly typed scalar on the default device, uncommitted.
Array scalar_argument(const ScalarValue& value, Here here);

/// What a parameter that is an Array is called with: it also takes a C++ scalar, as a weak one.
class ArrayArgument {
 public:
  ArrayArgument(const Array& value) : value_(value) {}  // NOLINT(google-explicit-constructor)
  template <Scalar S>
  ArrayArgument(S scalar)  // NOLINT(google-explicit-constructor)
      : value_(scalar_argument(ScalarValue::of(scalar), {})) {}
  const Array& value() const { return value_; }

 private:
  Array value_;
};
/// Other parameters are called as the function itself is, in braces too.
template <class T>
using Argument = std::conditional_t<std::same_as<T, Array>, ArrayArgument, T>;

inline const Array& argument_value(const ArrayArgument& argument) { return argument.value(); }
template <class T>
const T& argument_value(const T& argument) {
  return argument;
}

/// What a generic function is called with: a floating scalar is an Array, all else is itself.
template <class T>
using GenericArgument = std::conditional_t<Scalar<T> && !std::integral<T>, Array, T>;

template <class T>
GenericArgument<T> generic_value(const T& argument) {
  if constexpr (std::same_as<GenericArgument<T>, T>) {
    return argument;
  } else {
    return scalar_argument(ScalarValue::of(argument), {});
  }
}

/// Gives `Derived`, which has `call(here, args...)`, a call operator that knows its caller's line.
template <class Derived, class Signature>
class Callable;

template <class Derived, class R, class... A>
class Callable<Derived, R(A...)> {
 public:
  auto operator()(const Argument<A>&... args, Here here = Here::current()) const {
    return static_cast<const Derived&>(*this).call(here, argument_value(args)...);
  }
};

template <class Derived>
class Callable<Derived, void> {
 public:
  template <class A>
  auto operator()(const A& a, Here here = Here::current()) const {
    return invoke(here, a);
  }
  template <class A, class B>
  requires(!std::same_as<B, Here>) auto operator()(const A& a, const B& b,
                                                   Here here = Here::current()) const {
    return invoke(here, a, b);
  }
  template <class A, class B, class C>
  requires(!std::same_as<C, Here>) auto operator()(const A& a, const B& b, const C& c,
                                                   Here here = Here::current()) const {
    return invoke(here, a, b, c);
  }
  template <class A, class B, class C, class D>
  requires(!std::same_as<D, Here>) auto operator()(const A& a, const B& b, const C& c, const D& d,
                                                   Here here = Here::current()) const {
    return invoke(here, a, b, c, d);
  }
  template <class A, class B, class C, class D, class E>
  requires(!std::same_as<E, Here>) auto operator()(const A& a, const B& b, const C& c, const D& d,
                                                   const E& e, Here here = Here::current()) const {
    return invoke(here, a, b, c, d, e);
  }
  template <class A, class B, class C, class D, class E, class F>
  requires(!std::same_as<F, Here>) auto operator()(const A& a, const B& b, const C& c, const D& d,
                                                   const E& e, const F& f,
                                                   Here here = Here::current()) const {
    return invoke(here, a, b, c, d, e, f);
  }

 private:
  template <class... A>
  auto invoke(Here here, const A&... args) const {
    return static_cast<const Derived&>(*this).call(here, generic_value(args)...);
  }
};

/// The result type of a function called with such arguments.
template <class F, class... A>
using ResultOf = std::decay_t<std::invoke_result_t<F&, const A&...>>;

template <class F, class... A>
constexpr void check_traceable() {
  static_assert(std::is_invocable_v<F&, const A&...>,
                "the function cannot be called with these arguments");
  static_assert((!has_floating_static<A> && ...),
                "a floating-point parameter or field that is not an Array would be frozen at its "
                "first value: take an Array (a float argument still works), or Static<float>");
}

/// A function from leaves to leaves: what transformations without templates work on.
class LeafFunction {
 public:
  virtual Arrays operator()(std::span<const Array> leaves) = 0;
  /// How many leaves each argument has.
  virtual std::vector<std::size_t> leaves_of_arguments() const = 0;
  /// How the result of the last call was nested: a `TreeDef` of its type.
  virtual std::shared_ptr<const void> result_tree() const = 0;
  virtual TreeStructure result_structure() const { return {}; }

 protected:
  ~LeafFunction() = default;
};

/// None in a static value.
template <class T>
std::size_t count_leaves(const T& argument) {
  if constexpr (ArrayTree<T>) {
    return tree_structure(argument).num_leaves();
  } else {
    return 0;
  }
}

/// A call of `f` with trees, as a function of their leaves. Lives during the call.
template <class F, class... A>
class TreeCall final : public LeafFunction {
 public:
  using Result = ResultOf<F, A...>;
  static_assert(
      ArrayTree<Result>,
      "a traced function returns Arrays, or trees of them: structs, tuples, vectors. What it "
      "does beside that happens once, while it is traced");

  /// `here` is the line of the call that is being traced.
  TreeCall(Here here, F& f, const A&... args) : here_(here), f_(f), args_(args...) {
    check_traceable<F, A...>();
  }

  Arrays leaves() const {
    const std::tuple<A...> all(args_);  // which need not be a tree: there may be no leaf in it
    return leaves_of(TreeRef(all));
  }

  Arrays operator()(std::span<const Array> leaves) override {
    std::tuple<A...> traced = args_;
    Arrays given(leaves.begin(), leaves.end());
    replace_leaves(TreeRef(traced), given);
    const Result result = std::apply([&](const A&... args) { return invoke(args...); }, traced);
    result_ = std::make_shared<const TreeDef<Result>>(result);
    return tree_leaves(result);
  }

  std::vector<std::size_t> leaves_of_arguments() const override {
    return std::apply(
        [](const A&... args) { return std::vector<std::size_t>{count_leaves(args)...}; }, args_);
  }
  std::shared_ptr<const void> result_tree() const override { return result_; }
  TreeStructure result_structure() const override { return result_->structure(); }
  const TreeDef<Result>& result() const { return *result_; }

 private:
  // One of berth's own callables would take the line that calls it, which is here.
  Result invoke(const A&... args) {
    if constexpr (requires { f_.call(here_, args...); }) {
      return f_.call(here_, args...);
    } else {
      return std::invoke(f_, args...);
    }
  }

  const Here here_;
  F& f_;
  std::tuple<const A&...> args_;
  std::shared_ptr<const TreeDef<Result>> result_;
};

}  // namespace berth::detail
