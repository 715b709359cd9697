#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "berth/dtype.h"

namespace berth {

/// One dimension: any integer but bool, so that `ones({v.size(), 4})` needs no cast.
class Dim {
 public:
  // NOLINTBEGIN(google-explicit-constructor): written in braces, and used as a number
  template <std::integral T>
  requires(!std::same_as<T, bool>) constexpr Dim(T value)
      : value_(static_cast<std::int64_t>(value)) {}

  constexpr operator std::int64_t() const { return value_; }
  // NOLINTEND(google-explicit-constructor)

 private:
  std::int64_t value_;
};

/// The dimensions of an array, slowest first. Empty for a scalar.
///
/// Every constructor throws `Error(invalid_argument)` for a negative dimension and for a number
/// of elements that 63 bits cannot hold. Dimensions of zero are fine.
class Shape {
 public:
  Shape() = default;
  Shape(std::initializer_list<Dim> dims);  // NOLINT(google-explicit-constructor): written in braces
  explicit Shape(std::span<const std::int64_t> dims);
  Shape(const Shape& other);
  Shape(Shape&& other) noexcept;
  Shape& operator=(const Shape& other);
  Shape& operator=(Shape&& other) noexcept;
  ~Shape() = default;

  int rank() const { return rank_; }
  /// The dimension of `axis`, which may be negative. Throws `Error(out_of_range)`.
  std::int64_t operator[](int axis) const;
  /// The number of elements: 1 for a scalar.
  std::int64_t size() const { return size_; }

  const std::int64_t* begin() const { return data(); }
  const std::int64_t* end() const { return data() + rank_; }
  std::span<const std::int64_t> dims() const { return {data(), static_cast<std::size_t>(rank_)}; }

  friend bool operator==(const Shape& a, const Shape& b);

 private:
  static constexpr int inline_rank = 6;

  const std::int64_t* data() const { return heap_ ? heap_.get() : inline_; }
  void assign(std::span<const std::int64_t> dims);

  std::int64_t inline_[inline_rank] = {};
  std::unique_ptr<std::int64_t[]> heap_;  // dimensions of a rank above `inline_rank`
  int rank_ = 0;
  std::int64_t size_ = 1;
};

/// "[2, 3]", "[]".
std::string to_string(const Shape& shape);
/// "f32[2, 3]".
std::string to_string(DType dtype, const Shape& shape);

/// The shape that NumPy's rules give two operands. Throws `Error(invalid_argument)` if they clash.
Shape broadcast_shapes(const Shape& a, const Shape& b);

/// Dimensions that a shape is asked for by: at most one may be -1, which takes what is left.
class Dims {
 public:
  Dims(std::initializer_list<Dim> dims)  // NOLINT(google-explicit-constructor): written in braces
      : values_(dims.begin(), dims.end()) {}
  Dims(const Shape& shape)  // NOLINT(google-explicit-constructor)
      : values_(shape.begin(), shape.end()) {}

  std::span<const std::int64_t> values() const { return values_; }

 private:
  std::vector<std::int64_t> values_;
};

/// One axis or several: `sum(x, 0)`, `sum(x, {0, -1})`. Never "all": that is an overload.
class Axes {
 public:
  Axes(int axis) : Axes({axis}) {}       // NOLINT(google-explicit-constructor): written as a number
  Axes(std::initializer_list<int> axes)  // NOLINT(google-explicit-constructor): written in braces
      : Axes(std::span<const int>(axes.begin(), axes.size())) {}
  explicit Axes(std::span<const int> axes) : values_(axes.begin(), axes.end()) {}

  /// As given; negative ones count from the end.
  std::span<const int> values() const { return values_; }

 private:
  std::vector<int> values_;
};

}  // namespace berth
