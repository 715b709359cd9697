#pragma once

#include <concepts>
#include <cstdint>
#include <functional>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "berth/detail/operators.h"
#include "berth/device.h"
#include "berth/dtype.h"
#include "berth/host.h"
#include "berth/shape.h"
#include "berth/sharding.h"
#include "berth/source_location.h"

namespace berth {

class AtRef;
class Index;

namespace detail {
struct ArrayState;
}

/// A shared handle to an immutable value that lives on a device.
///
/// It is its own future: operations and transfers return at once, and whoever needs the value
/// waits for it; an error of the work that makes it is thrown there. Copies share the value.
/// An array is *committed* when the user said where it lives; an uncommitted one follows.
///
/// `==` is elementwise, as all operators are, and there is no conversion to bool.
/// A default-constructed Array is empty: accessors throw `Error(invalid_argument)`.
/// On a deleted array everything but shape, dtype, nbytes, sharding and committed throws
/// `DeletedArrayError`.
class Array : detail::Operators<Array, Operand> {
 public:
  Array() = default;
  Array(const Array&) = default;
  Array(Array&&) noexcept = default;
  // On lvalues only: `x[0] = y` would assign to a temporary and do nothing.
  Array& operator=(const Array&) & = default;
  Array& operator=(Array&&) & noexcept = default;
  ~Array() = default;

  const Shape& shape() const;
  std::int64_t shape(int axis) const;
  int ndim() const;
  std::int64_t size() const;
  DType dtype() const;
  /// Whether it came from C++ scalars alone, so that its type yields to typed operands.
  bool weak_type() const;
  /// Bytes of the elements, one byte for each element of fewer than eight bits.
  std::int64_t nbytes() const;
  /// Bytes it takes in device memory.
  std::int64_t on_device_size() const;

  /// The device of an array on one device. Throws if it is on several.
  Device device() const;
  std::vector<Device> devices() const;
  Sharding sharding() const;
  MemoryKind memory_kind() const;
  /// Whether the user said where it lives, or a committed array flowed into it.
  bool committed() const;

  /// Whether reading it would not wait. True for one that failed. Never blocks.
  bool is_ready() const;
  /// Waits until the value is there; throws the error of the work that makes it.
  const Array& block_until_ready() const&;
  Array block_until_ready() &&;
  /// Calls `done` once the value is there or has failed: with an empty string, or the error's
  /// text. On an engine thread, or at once on this one; an exception that leaves it is thrown
  /// by the next that waits for this array.
  void on_ready(std::function<void(const std::string& error)> done) const;

  /// Starts the copy that `device_get` will need; returns at once. A hint, never an error.
  void copy_to_host_async(Here here = Here::current()) const;
  /// The only element, converted to `T` if no value is lost. Blocks, and counts as an implicit
  /// transfer to the host. Throws `Error(invalid_argument)` unless there is exactly one.
  template <Element T>
  T item(Here here = Here::current()) const;

  bool is_deleted() const;
  /// Frees the memory now, for all that share it. Operations already issued finish. Later uses
  /// throw `DeletedArrayError` that names this line.
  void delete_(Here here = Here::current()) const;

  /// NumPy's indexing: `x[0]`, `x[-1]`, `x[ids]`, `x[{Slice(1, 3), ellipsis, newaxis, 0}]`.
  Array operator[](const Index& index) const;
  Array operator[](std::initializer_list<Index> indices) const;
  /// New arrays that differ in the elements of an index: `x = x.at(0).set(5)`; see berth/ops/at.h.
  [[nodiscard]] AtRef at(const Index& index) const;
  [[nodiscard]] AtRef at(std::initializer_list<Index> indices) const;

  Array astype(DType dtype, Here here = Here::current()) const;
  /// At most one dimension may be -1. The free functions of these names say more.
  Array reshape(const Dims& shape, Here here = Here::current()) const;
  /// With the axes reversed.
  Array T(Here here = Here::current()) const;

  /// For berth's own parts.
  explicit Array(std::shared_ptr<const detail::ArrayState> state) : state_(std::move(state)) {}
  const std::shared_ptr<const detail::ArrayState>& state() const { return state_; }

 private:
  std::shared_ptr<const detail::ArrayState> state_;
};

using Arrays = std::vector<Array>;

/// "Array([1., 2.], dtype=float32, cpu:0)"; long ones shortened as NumPy does. Blocks.
std::string to_string(const Array& array);
std::ostream& operator<<(std::ostream& out, const Array& array);

/// A C++ scalar on its way into an operation: its value and kind, not yet a type.
struct ScalarValue {
  enum class Kind : std::uint8_t { boolean, integer, unsigned_integer, floating, complex };
  Kind kind = Kind::floating;
  std::uint64_t integer = 0;  ///< Of the first three kinds; two's complement for `integer`.
  double real = 0;
  double imag = 0;

  template <Scalar S>
  static constexpr ScalarValue of(S value) {
    if constexpr (std::same_as<S, bool>) {
      return {.kind = Kind::boolean, .integer = value};
    } else if constexpr (std::signed_integral<S>) {
      return {.kind = Kind::integer, .integer = static_cast<std::uint64_t>(value)};
    } else if constexpr (std::unsigned_integral<S>) {
      return {.kind = Kind::unsigned_integer, .integer = value};
    } else if constexpr (detail::ComplexLike<S>) {
      return {.kind = Kind::complex, .real = value.real(), .imag = value.imag()};
    } else {
      return {.kind = Kind::floating, .real = static_cast<double>(value)};
    }
  }
};

/// What operations take: an array or a C++ scalar, and the line that passed it.
///
/// Lives during the call only: it points to the array it was made from.
class Operand {
 public:
  Operand(const Array& array, Here here = Here::current())  // NOLINT(google-explicit-constructor)
      : value_(&array), here_(here) {}
  template <Scalar S>
  Operand(S scalar, Here here = Here::current())  // NOLINT(google-explicit-constructor)
      : value_(ScalarValue::of(scalar)), here_(here) {}

  /// Null for a scalar.
  const Array* array() const {
    const auto* array = std::get_if<const Array*>(&value_);
    return array != nullptr ? *array : nullptr;
  }
  const ScalarValue& scalar() const { return std::get<ScalarValue>(value_); }
  Here here() const { return here_; }

 private:
  std::variant<const Array*, ScalarValue> value_;
  Here here_;
};

/// `Slice(1, 3)`, `Slice(0, none, 2)`: a range of an axis, as Python's `start:stop:step`.
inline constexpr std::nullopt_t none = std::nullopt;

struct Slice {
  std::optional<std::int64_t> start;
  std::optional<std::int64_t> stop;
  std::int64_t step = 1;

  Slice() = default;
  Slice(std::optional<std::int64_t> from, std::optional<std::int64_t> to, std::int64_t by = 1)
      : start(from), stop(to), step(by) {}
};

struct Ellipsis {};
struct NewAxis {};
inline constexpr Ellipsis ellipsis;  ///< All the axes that no other index names.
inline constexpr NewAxis newaxis;    ///< A new axis of size 1.

/// One part of an index. Integers are never bool; an array of integers selects, of bools masks.
class Index {
 public:
  template <std::integral I>
  requires(!std::same_as<I, bool> && !detail::CharacterType<I>)
      Index(I i, Here here = Here::current())  // NOLINT(google-explicit-constructor)
      : value_(static_cast<std::int64_t>(i)), here_(here) {}
  Index(Slice slice, Here here = Here::current()) : value_(slice), here_(here) {}     // NOLINT
  Index(Ellipsis all, Here here = Here::current()) : value_(all), here_(here) {}      // NOLINT
  Index(NewAxis axis, Here here = Here::current()) : value_(axis), here_(here) {}     // NOLINT
  Index(const Array& ids, Here here = Here::current()) : value_(ids), here_(here) {}  // NOLINT

  const auto& value() const { return value_; }
  Here here() const { return here_; }

 private:
  std::variant<std::int64_t, Slice, Ellipsis, NewAxis, Array> value_;
  Here here_;
};

}  // namespace berth
