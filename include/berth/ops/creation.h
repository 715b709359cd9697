#pragma once

#include <concepts>
#include <cstdint>
#include <initializer_list>
#include <optional>
#include <utility>

#include "berth/array.h"
#include "berth/detail/nested_list.h"
#include "berth/host.h"
#include "berth/sharding.h"

namespace berth {

/// What a creation function makes, beside its shape: `ones({2, 3}, bfloat16)`,
/// `ones({2, 3}, device("gpu:1"))`, `ones({2, 3}, {bfloat16, sharding})`.
///
/// A place commits the array there; without one it is uncommitted on the default device.
/// JAX: the arguments `dtype` and `device`.
class Create {
 public:
  Create() = default;
  Create(DType dtype) : dtype_(dtype) {}       // NOLINT(google-explicit-constructor): an option
  Create(Device where) : where_(where) {}      // NOLINT(google-explicit-constructor)
  Create(MemoryKind where) : where_(where) {}  // NOLINT(google-explicit-constructor)
  template <std::derived_from<Sharding> S>
  Create(const S& where) : where_(where) {}  // NOLINT(google-explicit-constructor)
  Create(DType dtype, Target where) : dtype_(dtype), where_(std::move(where)) {}

  std::optional<DType> dtype() const { return dtype_; }
  DType dtype_or(DType usual) const { return dtype_.value_or(usual); }
  /// Null without a place.
  const Target* where() const { return where_ ? &*where_ : nullptr; }

 private:
  std::optional<DType> dtype_;
  std::optional<Target> where_;
};

/// Every element `value`, which broadcasts to `shape` if it is an array. The type of `value`, if
/// no other is asked for: `full({2}, 3)` is int32, weakly. JAX: `jnp.full`.
[[nodiscard]] Array full(const Shape& shape, const Operand& value, Create create = {});
/// float32, if no other type is asked for. No element is uploaded: the device makes them.
/// JAX: `jnp.zeros`, `jnp.ones`, `jnp.empty`; `empty` too is zeros.
[[nodiscard]] Array zeros(const Shape& shape, Create create = {}, Here here = Here::current());
[[nodiscard]] Array ones(const Shape& shape, Create create = {}, Here here = Here::current());
[[nodiscard]] Array empty(const Shape& shape, Create create = {}, Here here = Here::current());

/// Of the shape of `x`, and of its type if no other is asked for; where `x` is, if it is
/// committed. JAX: `jnp.full_like` and so on.
[[nodiscard]] Array full_like(const Operand& x, const Operand& value, Create create = {});
[[nodiscard]] Array zeros_like(const Operand& x, Create create = {});
[[nodiscard]] Array ones_like(const Operand& x, Create create = {});
[[nodiscard]] Array empty_like(const Operand& x, Create create = {});

/// f32[n, m] with ones where column - row is `k`, else zeros. JAX: `jnp.eye`.
[[nodiscard]] Array eye(Dim n, Create create = {}, Here here = Here::current());
[[nodiscard]] Array eye(Dim n, Dim m, int k = 0, Create create = {}, Here here = Here::current());

/// Of `shape`, the index along `axis`: int32 if no other type is asked for.
/// Throws `Error(out_of_range)` for an axis that is not there. JAX: `lax.broadcasted_iota`.
[[nodiscard]] Array iota(const Shape& shape, int axis, Create create = {},
                         Here here = Here::current());

namespace detail {

Array arange(const ScalarValue& start, const ScalarValue& stop, const ScalarValue& step,
             const Create& create, Here here);
/// Host data that a creation function was given; copied before it returns. Defined in part
/// `placement`, as all transfers.
Array create_from_host(const HostRef& data, const char* who, const Target* where, Here here);
Array create_from_list(const NestedList& list, const Create& create, Here here);
Array create_from_scalar(const ScalarValue& value, const Create& create, Here here);

}  // namespace detail

/// start, start + step, ... before `stop`: int32 if all are integers, else float32, if no other
/// type is asked for. Number i is start + i step, not a sum of many.
/// Throws `Error(invalid_argument)` for a step of 0. JAX: `jnp.arange`.
template <Scalar S>
[[nodiscard]] Array arange(S stop, Create create = {}, Here here = Here::current()) {
  return detail::arange(ScalarValue::of(0), ScalarValue::of(stop), ScalarValue::of(1), create,
                        here);
}
template <Scalar S, Scalar T>
[[nodiscard]] Array arange(S start, T stop, Create create = {}, Here here = Here::current()) {
  return detail::arange(ScalarValue::of(start), ScalarValue::of(stop), ScalarValue::of(1), create,
                        here);
}
template <Scalar S, Scalar T, Scalar U>
[[nodiscard]] Array arange(S start, T stop, U step, Create create = {},
                           Here here = Here::current()) {
  return detail::arange(ScalarValue::of(start), ScalarValue::of(stop), ScalarValue::of(step),
                        create, here);
}

/// How `linspace` divides, in JAX's order.
struct Linspace {
  bool endpoint = true;  ///< Whether `stop` is the last number.
};

/// `num` evenly spaced numbers along a new first axis: f32[d], f32[d] -> f32[num, d]. In an
/// inexact type; rounded down if an integer type is asked for. JAX: `jnp.linspace`.
[[nodiscard]] Array linspace(const Operand& start, const Operand& stop, Dim num = 50,
                             Linspace options = {}, Create create = {});

/// Host data as an array: vectors, spans and `HostRef` keep their type, if no other is asked for.
/// The bytes are taken before it returns. JAX: `jnp.array`.
[[nodiscard]] Array array(const HostRef& data, Create create = {}, Here here = Here::current());

/// A scalar as an array of no axes: int32, float32, bool or complex64, and not weak.
template <Scalar S>
[[nodiscard]] Array array(S value, Create create = {}, Here here = Here::current()) {
  return detail::create_from_scalar(ScalarValue::of(value), create, here);
}

/// Braces: int32, float32, bool or complex64 whatever C++ type they hold, if no other is asked
/// for. `array({{1.0, 2.0}, {3.0, 4.0}})` is f32[2, 2]. Throws `Error(invalid_argument)` for rows
/// that differ in length, `Error(out_of_range)` for integers that the type does not hold.
template <Scalar S>
[[nodiscard]] Array array(std::initializer_list<S> list, Create create = {},
                          Here here = Here::current()) {
  return detail::create_from_list({list, "array", here, create.dtype()}, create, here);
}
template <Scalar S>
[[nodiscard]] Array array(std::initializer_list<std::initializer_list<S>> rows, Create create = {},
                          Here here = Here::current()) {
  return detail::create_from_list({rows, "array", here, create.dtype()}, create, here);
}
template <Scalar S>
[[nodiscard]] Array array(
    std::initializer_list<std::initializer_list<std::initializer_list<S>>> planes,
    Create create = {}, Here here = Here::current()) {
  return detail::create_from_list({planes, "array", here, create.dtype()}, create, here);
}

}  // namespace berth
