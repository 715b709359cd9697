#include "ops/index_type.h"

#include <algorithm>
#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "ops/broadcast.h"
#include "trace/tracing.h"

namespace berth::ops {

DType index_type(const Shape& shape) {
  const bool narrow = std::ranges::all_of(
      shape, [](std::int64_t dim) { return dim <= std::numeric_limits<std::int32_t>::max(); });
  return narrow ? DType::int32 : DType::int64;
}

Array widened(const Array& index, DType type) {
  if (!is_integer(index.dtype())) {
    trace::fail("an index of " + type_text(index) + " selects nothing: integers are needed");
  }
  const bool wide =
      itemsize(index.dtype()) == 8 || (itemsize(index.dtype()) == 4 && !is_signed(index.dtype()));
  return astype(index, wide ? DType::int64 : type);
}

Array from_start(const Array& index, std::int64_t size, DType type) {
  const Array given = widened(index, type);
  const Array whole = is_signed(index.dtype()) ? where(given < 0, given + size, given) : given;
  // Narrowed only once it is known to fit: -1 and `size` stand for all that is beyond.
  return whole.dtype() == type ? whole : astype(clip(whole, -1, size), type);
}

}  // namespace berth::ops
