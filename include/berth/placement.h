#pragma once

#include <cstdint>
#include <functional>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/array.h"
#include "berth/detail/nested_list.h"
#include "berth/sharding.h"

namespace berth {

/// Options of `device_put`, in JAX's order.
struct DevicePutOptions {
  /// The source is consumed: using it afterwards throws `DeletedArrayError` that names this
  /// line. Where source and result are in one place, the result takes the source's memory.
  bool donate = false;
  /// False: a copy even where the value is already there. For host data, true shares the
  /// caller's memory where the plugin can (64-byte aligned, row-major): the caller then keeps
  /// it alive and unchanged as long as the array lives. Absent: arrays share, host data never.
  std::optional<bool> may_alias = std::nullopt;
};

/// Copies `x` to `where` and commits it there.
///
/// Returns at once; reading the result waits for the copy. No byte moves when `x` already lives
/// there: the result then shares its buffer, and deleting either deletes both.
///
///     Array w = device_put(weights, device("gpu:1"));
///
/// Throws `Error(invalid_argument)` for a target without that memory, and for `donate` together
/// with `may_alias = true`; `TransferGuardError`; `OutOfMemoryError`. JAX: `jax.device_put`.
[[nodiscard]] Array device_put(const Array& x, const Target& where, DevicePutOptions options = {},
                               Here here = Here::current());
/// `x` itself: an array stays where it is.
[[nodiscard]] Array device_put(const Array& x, Here here = Here::current());

/// Copies host data (vectors, spans, `HostRef`, `HostArray`) to `where` and commits it there.
///
/// The bytes are taken before it returns, whatever the caller does with the memory later,
/// unless `may_alias` is true.
[[nodiscard]] Array device_put(const HostRef& data, const Target& where,
                               DevicePutOptions options = {}, Here here = Here::current());
/// Copies host data to the default device, uncommitted.
[[nodiscard]] Array device_put(const HostRef& data, Here here = Here::current());

namespace detail {

Array put_list(const NestedList& list, const Target& where, Here here);
Array put_scalar(const ScalarValue& value, const Target* where, Here here);
/// `block` owns `data`, which is given up to the array.
Array put_owned(std::shared_ptr<void> block, const HostRef& data, const Target& where, Here here);
Array put_with(DType dtype, const Shape& shape, const Target& where,
               const std::function<void(void* data)>& fill, Here here);

}  // namespace detail

/// A scalar as an array, weakly typed, committed to `where`.
template <Scalar S>
[[nodiscard]] Array device_put(S value, const Target& where, Here here = Here::current()) {
  return detail::put_scalar(ScalarValue::of(value), &where, here);
}

/// A braced list as an array: float32, int32, bool or complex64, whatever C++ type its elements
/// have, so that `{1.0, 2.0}` is float32. Throws `Error(invalid_argument)` for ragged rows.
template <Scalar S>
[[nodiscard]] Array device_put(std::initializer_list<S> list, const Target& where,
                               Here here = Here::current()) {
  return detail::put_list({list, "device_put", here}, where, here);
}
template <Scalar S>
[[nodiscard]] Array device_put(std::initializer_list<std::initializer_list<S>> rows,
                               const Target& where, Here here = Here::current()) {
  return detail::put_list({rows, "device_put", here}, where, here);
}
template <Scalar S>
[[nodiscard]] Array device_put(
    std::initializer_list<std::initializer_list<std::initializer_list<S>>> planes,
    const Target& where, Here here = Here::current()) {
  return detail::put_list({planes, "device_put", here}, where, here);
}

/// Gives the vector's memory to the array, row-major in `shape`. No byte is copied on a device
/// that shares host memory when the vector's memory is aligned to 64 bytes.
template <Element T>
requires(!std::same_as<T, bool>) [[nodiscard]] Array
    device_put(std::vector<T>&& data, const Shape& shape, const Target& where,
               Here here = Here::current()) {
  auto block = std::make_shared<std::vector<T>>(std::move(data));
  const HostRef ref(*block, shape);
  return detail::put_owned(block, ref, where, here);
}

/// An array whose elements `fill` writes, in memory of berth's own: aligned, so that nothing is
/// copied where the device shares host memory. `fill` gets `std::span<T>`, unset, row-major, and
/// runs before this returns; an exception that leaves it leaves this, and no array is made.
template <Element T, class F>
[[nodiscard]] Array device_put_with(const Shape& shape, const Target& where, F&& fill,
                                    Here here = Here::current()) {
  return detail::put_with(
      dtype_of<T>, shape, where,
      [&](void* data) {
        fill(std::span<T>(static_cast<T*>(data), static_cast<std::size_t>(shape.size())));
      },
      here);
}

/// The value in host memory. Blocks until it is there; throws the error of the work that makes it.
///
/// No copy where the plugin shares its memory: the result then pins the buffer, which stays
/// readable also when the array is deleted. JAX: `jax.device_get`.
[[nodiscard]] HostArray device_get(const Array& x, Here here = Here::current());

/// Undoes a change of this thread's settings when it ends. Neither copied nor moved.
class [[nodiscard]] Scope {
 public:
  ~Scope();
  Scope(const Scope&) = delete;
  Scope& operator=(const Scope&) = delete;

 private:
  friend struct ScopeMaker;
  explicit Scope(std::function<void()> leave) : leave_(std::move(leave)) {}
  std::function<void()> leave_;
};

/// Makes `device` this thread's default until the returned scope ends.
///
/// Only uncommitted arrays follow it: a committed operand still decides. JAX: `jax.default_device`.
[[nodiscard]] Scope default_device(Device device, Here here = Here::current());
/// The device that uncommitted values of this thread live on now.
Device current_default_device();

/// Every operation of this thread runs at `where` until the returned scope ends.
///
/// Operands are brought there, each copy on the ledger with the operation's line and the reason
/// `run_on`; results are committed there. Of nested scopes the innermost decides.
[[nodiscard]] Scope run_on(const Target& where, Here here = Here::current());

/// Adds a name to what this thread records: nested names join with '/'. JAX: `jax.named_scope`.
[[nodiscard]] Scope named_scope(std::string name);

/// What happens to a transfer: JAX's five levels. Explicit transfers (`device_put`,
/// `device_get`) are touched by the `_explicit` levels only.
enum class Guard : std::uint8_t { allow, log, disallow, log_explicit, disallow_explicit };

/// One level for each direction; those not given stay as they are.
struct GuardOptions {
  std::optional<Guard> host_to_device = std::nullopt;
  std::optional<Guard> device_to_device = std::nullopt;
  std::optional<Guard> device_to_host = std::nullopt;
};

/// Sets what happens to transfers of this thread until the returned scope ends. It fires the
/// same on every call, cold or warm, and on the CPU. C++ scalars and static indices never count.
/// JAX: `jax.transfer_guard`.
[[nodiscard]] Scope transfer_guard(Guard level);
[[nodiscard]] Scope transfer_guard(GuardOptions levels);

/// Where the lines go that berth writes by itself: transfers under `Guard::log`, and donations
/// that had to copy. Standard error by default, and again for an empty function. `sink` is called
/// from any thread, one line at a time; it must not throw.
void set_log(std::function<void(std::string_view line)> sink);

/// All scopes of a thread, to be entered on another.
class ScopeSet {
 public:
  /// The calling thread has these scopes until the returned one ends.
  [[nodiscard]] Scope enter() const;

 private:
  friend ScopeSet current_scopes();
  std::shared_ptr<const void> state_;
};
[[nodiscard]] ScopeSet current_scopes();

/// The value of `f()`, called in `scope`: `with(default_device(d), [&] { return f(x); })`.
template <class F>
decltype(auto) with(const Scope& /*scope*/, F&& f) {
  return std::forward<F>(f)();
}

/// Waits for `x`; throws the error of the work that makes it. JAX: `jax.block_until_ready`.
inline const Array& block_until_ready(const Array& x) { return x.block_until_ready(); }

}  // namespace berth
