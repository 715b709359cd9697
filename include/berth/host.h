#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <initializer_list>
#include <iosfwd>
#include <memory>
#include <span>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include "berth/dtype.h"
#include "berth/shape.h"

namespace berth {

namespace detail {

template <class R>
using HostElement = std::remove_cv_t<std::remove_pointer_t<decltype(std::declval<R&>().data())>>;

// A vector, array or span of elements; vector<bool> has no data() and gets its own message.
template <class R>
concept HostRange = requires(const R& r) {
  { r.size() } -> std::convertible_to<std::size_t>;
  requires Element<HostElement<const R>>;
};

}  // namespace detail

/// Host data to be read during a call: pointer, type, shape and strides. Owns nothing.
class HostRef {
 public:
  /// A vector, array or span, as one dimension.
  template <detail::HostRange R>
  HostRef(const R& data)  // NOLINT(google-explicit-constructor): host data goes where arrays go
      : HostRef(data, Shape{data.size()}) {}

  /// The same, row-major in `shape`. Throws `Error(invalid_argument)` if the sizes differ.
  template <detail::HostRange R>
  HostRef(const R& data, Shape shape)
      : HostRef(data.data(), data.size(), dtype_of<detail::HostElement<const R>>,
                std::move(shape)) {}

  HostRef(const std::vector<bool>& data, Shape shape = {}) = delete;  // packed bits: use
                                                                      // vector<char> or bool[]

  /// Elements at `data` plus multiples of `byte_strides`, one for each axis: any values, also
  /// 0 and negative ones. Throws `Error(invalid_argument)` if their number is not the rank.
  template <Element T>
  HostRef(const T* data, Shape shape, std::vector<std::int64_t> byte_strides)
      : HostRef(static_cast<const void*>(data), dtype_of<T>, std::move(shape),
                std::move(byte_strides)) {}

  /// Data whose type is known at run time only; no strides means row-major.
  HostRef(const void* data, DType dtype, Shape shape, std::vector<std::int64_t> byte_strides = {});

  const void* data() const { return data_; }
  DType dtype() const { return dtype_; }
  const Shape& shape() const { return shape_; }
  /// Bytes of the elements, in host memory.
  std::int64_t nbytes() const { return shape_.size() * itemsize(dtype_); }
  /// Empty for row-major data.
  std::span<const std::int64_t> byte_strides() const { return byte_strides_; }

 private:
  HostRef(const void* data, std::size_t count, DType dtype, Shape shape);

  const void* data_;
  DType dtype_;
  Shape shape_;
  std::vector<std::int64_t> byte_strides_;
};

/// A typed, row-major, read-only view that keeps its memory alive, so it may outlive everything.
template <Element T>
class HostView {
 public:
  using value_type = T;

  HostView(std::shared_ptr<const void> block, const T* data, Shape shape)
      : block_(std::move(block)), data_(data), shape_(std::move(shape)) {}

  const Shape& shape() const { return shape_; }
  std::size_t size() const { return static_cast<std::size_t>(shape_.size()); }
  bool empty() const { return size() == 0; }
  const T* data() const { return data_; }
  const T* begin() const { return data_; }
  const T* end() const { return data_ + size(); }

  /// The element at a flat, row-major position. Not checked.
  const T& operator[](std::size_t i) const { return data_[i]; }
  /// The element at one index for each axis. Throws `Error(out_of_range)`.
  const T& at(std::initializer_list<std::int64_t> index) const;

  /// Valid as long as this view; not to be had from a temporary one.
  std::span<const T> span() const& { return {data_, size()}; }
  std::span<const T> span() && = delete;

 private:
  std::shared_ptr<const void> block_;
  const T* data_;
  Shape shape_;
};

/// An array's value in host memory: immutable, row-major, shared by its copies and views.
class HostArray {
 public:
  /// An empty array of shape [0].
  HostArray();
  HostArray(std::shared_ptr<const void> block, const void* data, DType dtype, Shape shape);

  const Shape& shape() const { return shape_; }
  DType dtype() const { return dtype_; }
  std::int64_t nbytes() const { return shape_.size() * itemsize(dtype_); }
  const void* data() const { return data_; }

  /// A view that owns the memory. `T` must be the array's element type; int8_t also reads the
  /// smaller signed integers, uint8_t the smaller unsigned ones and the bits of 8-bit floats.
  /// Throws `Error(invalid_argument)` that names both types.
  template <Element T>
  HostView<T> view() const {
    check_view(dtype_of<T>);
    return {block_, static_cast<const T*>(data_), shape_};
  }

  /// The single element, as `T`. Throws as `view`, and if there is not exactly one element.
  template <Element T>
  T item() const {
    check_item();
    return view<T>()[0];
  }

  operator HostRef() const { return {data_, dtype_, shape_}; }  // NOLINT

 private:
  void check_view(DType requested) const;
  void check_item() const;

  std::shared_ptr<const void> block_;
  const void* data_;
  DType dtype_;
  Shape shape_;
};

/// As NumPy prints arrays: "[[1. 2.]\n [3. 4.]]".
std::string to_string(const HostArray& array);
std::ostream& operator<<(std::ostream& out, const HostArray& array);

namespace detail {
std::size_t flat_index(const Shape& shape, std::initializer_list<std::int64_t> index);
}

template <Element T>
const T& HostView<T>::at(std::initializer_list<std::int64_t> index) const {
  return data_[detail::flat_index(shape_, index)];
}

}  // namespace berth
