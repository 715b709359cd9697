#pragma once

#include "berth/array.h"
#include "core/scalar.h"
#include "trace/primitive.h"

namespace berth::trace {

struct ConstantParams {
  ScalarBits value;
  Shape shape;
  bool weak_type = false;

  bool operator==(const ConstantParams&) const = default;
};

/// An array of `shape`, every element `value`. Part of the program's text.
extern const Primitive<ConstantParams> constant_p;

/// `value` as a constant of this thread's trace: a weakly typed scalar of type `dtype`.
Array constant(const ScalarValue& value, DType dtype, const char* who, Here here);

}  // namespace berth::trace
