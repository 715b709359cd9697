#include "berth/shape.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include "berth/error.h"
#include "core/axes.h"

namespace berth {
namespace {

std::string to_text(std::span<const std::int64_t> dims) {
  return fmt::format("[{}]", fmt::join(dims, ", "));
}

// The product of the dimensions. Zeros decide before overflow does: [2^40, 2^40, 0] has no element.
std::int64_t checked_size(std::span<const std::int64_t> dims) {
  const auto negative = std::ranges::find_if(dims, [](std::int64_t dim) { return dim < 0; });
  if (negative != dims.end()) {
    throw Error(ErrorCode::invalid_argument, fmt::format("[Shape] dimension {} of {} is negative",
                                                         negative - dims.begin(), to_text(dims)));
  }
  if (std::ranges::find(dims, 0) != dims.end()) return 0;
  std::int64_t size = 1;
  for (const std::int64_t dim : dims) {
    if (size > std::numeric_limits<std::int64_t>::max() / dim) {
      throw Error(
          ErrorCode::invalid_argument,
          fmt::format("[Shape] {} has more elements than 63 bits can count", to_text(dims)));
    }
    size *= dim;
  }
  return size;
}

}  // namespace

Shape::Shape(std::initializer_list<Dim> dims) {
  const std::vector<std::int64_t> values(dims.begin(), dims.end());
  assign(values);
}

Shape::Shape(std::span<const std::int64_t> dims) { assign(dims); }

Shape::Shape(const Shape& other) { *this = other; }

Shape::Shape(Shape&& other) noexcept { *this = std::move(other); }

Shape& Shape::operator=(const Shape& other) {
  if (this == &other) return *this;
  if (other.heap_) {
    heap_ = std::make_unique<std::int64_t[]>(static_cast<std::size_t>(other.rank_));
    std::ranges::copy(other, heap_.get());
  } else {
    heap_.reset();
    std::ranges::copy(other.inline_, inline_);
  }
  rank_ = other.rank_;
  size_ = other.size_;
  return *this;
}

Shape& Shape::operator=(Shape&& other) noexcept {
  if (this == &other) return *this;
  heap_ = std::move(other.heap_);
  std::ranges::copy(other.inline_, inline_);
  rank_ = std::exchange(other.rank_, 0);
  size_ = std::exchange(other.size_, 1);
  return *this;
}

void Shape::assign(std::span<const std::int64_t> dims) {
  size_ = checked_size(dims);
  rank_ = static_cast<int>(dims.size());
  if (rank_ > inline_rank) heap_ = std::make_unique<std::int64_t[]>(dims.size());
  std::ranges::copy(dims, heap_ ? heap_.get() : inline_);
}

std::int64_t Shape::operator[](int axis) const {
  return data()[normalized_axis(axis, rank_, "Shape", {})];
}

bool operator==(const Shape& a, const Shape& b) { return std::ranges::equal(a, b); }

std::string to_string(const Shape& shape) { return to_text(shape.dims()); }

std::string to_string(DType dtype, const Shape& shape) {
  return std::string(short_name(dtype)) + to_string(shape);
}

Shape broadcast_shapes(const Shape& a, const Shape& b) {
  const Shape& longer = a.rank() >= b.rank() ? a : b;
  const Shape& shorter = a.rank() >= b.rank() ? b : a;
  std::vector<std::int64_t> dims(longer.begin(), longer.end());
  for (int axis = 0; axis < shorter.rank(); ++axis) {
    const std::int64_t other = shorter[axis];
    std::int64_t& dim = *(dims.end() - shorter.rank() + axis);
    if (dim != other && dim != 1 && other != 1) {
      throw Error(ErrorCode::invalid_argument,
                  fmt::format("[broadcast_shapes] {} and {} do not broadcast: counted from the "
                              "last, axis {} is {} and {}; they must be equal, or one of them 1",
                              to_string(a), to_string(b), axis - shorter.rank(),
                              a[axis - shorter.rank()], b[axis - shorter.rank()]));
    }
    if (dim == 1) dim = other;
  }
  return Shape(dims);
}

}  // namespace berth
