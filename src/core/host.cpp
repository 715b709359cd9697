#include "berth/host.h"

#include <fmt/core.h>

#include <utility>

#include "berth/error.h"

namespace berth {
namespace {

void check_pointer(const void* data, DType dtype, const Shape& shape) {
  if (data == nullptr && shape.size() > 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[HostRef] {} at a null pointer", to_string(dtype, shape)));
  }
}

// The C++ type to ask a view for, where there is one.
std::string_view view_type(DType dtype) {
  switch (dtype) {
    case DType::bool_:
      return "bool";
    case DType::int16:
      return "std::int16_t";
    case DType::int32:
      return "std::int32_t";
    case DType::int64:
      return "std::int64_t";
    case DType::uint16:
      return "std::uint16_t";
    case DType::uint32:
      return "std::uint32_t";
    case DType::uint64:
      return "std::uint64_t";
    case DType::float16:
      return "berth::float16_t";
    case DType::bfloat16:
      return "berth::bfloat16_t";
    case DType::float32:
      return "float";
    case DType::float64:
      return "double";
    case DType::complex64:
      return "std::complex<float>";
    case DType::complex128:
      return "std::complex<double>";
    default:
      return is_integer(dtype) && is_signed(dtype) ? "std::int8_t" : "std::uint8_t";
  }
}

}  // namespace

HostRef::HostRef(const void* data, std::size_t count, DType dtype, Shape shape)
    : data_(data), dtype_(dtype), shape_(std::move(shape)) {
  if (count != static_cast<std::size_t>(shape_.size())) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[HostRef] {} element{} cannot fill {}, which has {}", count,
                            count == 1 ? "" : "s", to_string(dtype_, shape_), shape_.size()));
  }
  check_pointer(data_, dtype_, shape_);
}

HostRef::HostRef(const void* data, DType dtype, Shape shape, std::vector<std::int64_t> byte_strides)
    : data_(data), dtype_(dtype), shape_(std::move(shape)), byte_strides_(std::move(byte_strides)) {
  if (!byte_strides_.empty() && byte_strides_.size() != static_cast<std::size_t>(shape_.rank())) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[HostRef] {} stride{} for {}: give one for each axis, in bytes",
                            byte_strides_.size(), byte_strides_.size() == 1 ? "" : "s",
                            to_string(dtype_, shape_)));
  }
  check_pointer(data_, dtype_, shape_);
}

HostArray::HostArray() : HostArray(nullptr, nullptr, DType::float32, Shape{0}) {}

HostArray::HostArray(std::shared_ptr<const void> block, const void* data, DType dtype, Shape shape)
    : block_(std::move(block)), data_(data), dtype_(dtype), shape_(std::move(shape)) {}

void HostArray::check_view(DType requested) const {
  if (requested == dtype_) return;
  const bool stored_in_a_byte = itemsize(dtype_) == 1 && dtype_ != DType::bool_;
  if (stored_in_a_byte && view_type(requested) == view_type(dtype_)) return;
  throw Error(
      ErrorCode::invalid_argument,
      fmt::format("[HostArray::view] the elements of {} are {}, not {}: use view<{}>()",
                  to_string(dtype_, shape_), name(dtype_), name(requested), view_type(dtype_)));
}

void HostArray::check_item() const {
  if (shape_.size() == 1) return;
  throw Error(ErrorCode::invalid_argument,
              fmt::format("[HostArray::item] {} has {} elements: only the element of an array that "
                          "has one can be taken without an index",
                          to_string(dtype_, shape_), shape_.size()));
}

std::size_t detail::flat_index(const Shape& shape, std::initializer_list<std::int64_t> index) {
  if (index.size() != static_cast<std::size_t>(shape.rank())) {
    throw Error(ErrorCode::out_of_range,
                fmt::format("[HostView::at] {} ind{} for {}: give one for each axis", index.size(),
                            index.size() == 1 ? "ex" : "ices", to_string(shape)));
  }
  std::int64_t flat = 0;
  int axis = 0;
  for (const std::int64_t i : index) {
    const std::int64_t dim = shape[axis];
    if (i < 0 || i >= dim) {
      throw Error(ErrorCode::out_of_range,
                  fmt::format("[HostView::at] index {} on axis {} of {}: it has {} element{}", i,
                              axis, to_string(shape), dim, dim == 1 ? "" : "s"));
    }
    flat = flat * dim + i;
    ++axis;
  }
  return static_cast<std::size_t>(flat);
}

}  // namespace berth
