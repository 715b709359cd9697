#pragma once

#include "berth/array.h"

/// Integers that name elements: wide enough, and counted from the start of an axis.
namespace berth::ops {

/// int32, or int64 for a shape with an axis that int32 cannot index.
DType index_type(const Shape& shape);

/// The shape of an operand; a C++ scalar has none, so `[]`. Throws for an empty array.
Shape shape_of(const Operand& operand, const char* who);

/// Integers `index` in a signed type that holds both them and `type`: 128 as uint8 stays 128.
/// Recorded in this thread's trace. Throws for an index that is not of an integer type.
Array widened(const Array& index, DType type);

/// `index` as `type`, negative ones counted from the end of an axis of `size`; what is out of
/// range stays so. Recorded in this thread's trace. Throws as `widened`.
Array from_start(const Array& index, std::int64_t size, DType type);

}  // namespace berth::ops
