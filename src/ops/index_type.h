#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "berth/array.h"
#include "ops/axes.h"

/// Integers that name elements: wide enough, and counted from the start of an axis.
namespace berth::ops {

/// int32, or int64 for a shape with an axis that int32 cannot index.
DType index_type(const Shape& shape);

/// C++ scalars index the first operand: of the width that it needs, whatever its own type.
template <class Params>
void index_scalars(const char* who, std::span<const Operand> operands, const Params& /*params*/,
                   std::span<DType> types) {
  std::ranges::fill(types, index_type(shape_of(operands[0], who)));
}

/// Integers `index` in a signed type that holds both them and `type`: 128 as uint8 stays 128.
/// Recorded in this thread's trace. Throws for an index that is not of an integer type.
Array widened(const Array& index, DType type);

/// `index` as `type`, negative ones counted from the end of an axis of `size`; what is out of
/// range stays so. Recorded in this thread's trace. Throws as `widened`.
Array from_start(const Array& index, std::int64_t size, DType type);

}  // namespace berth::ops
