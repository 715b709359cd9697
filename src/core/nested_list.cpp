#include "berth/detail/nested_list.h"

#include <fmt/format.h>

#include "berth/error.h"
#include "core/scalar.h"

namespace berth::detail {

HostRef NestedList::data() const { return HostRef(bytes_.data(), dtype_, Shape(dims_)); }

void NestedList::enter_row(std::size_t size, std::size_t depth) {
  if (dims_.size() == depth) {
    dims_.push_back(static_cast<std::int64_t>(size));
  } else if (dims_[depth] != static_cast<std::int64_t>(size)) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] a braced list with rows of {} and of {} elements: rows of one "
                            "depth must be equally long",
                            who_, dims_[depth], size),
                here_);
  }
}

void NestedList::append(const ScalarValue& value) {
  dtype_ = requested_.value_or(default_dtype(value.kind));
  const ScalarBits scalar = convert(value, dtype_, who_, here_);
  bytes_.insert(bytes_.end(), scalar.bits.begin(), scalar.bits.begin() + itemsize(dtype_));
}

}  // namespace berth::detail
