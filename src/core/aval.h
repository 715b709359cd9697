#pragma once

#include <string>
#include <vector>

#include "berth/dtype.h"
#include "berth/shape.h"

namespace berth {

/// What is known of a value before it is computed. JAX: `ShapedArray`.
struct Aval {
  Shape shape;
  DType dtype = DType::float32;
  bool weak_type = false;

  friend bool operator==(const Aval&, const Aval&) = default;
};

using Avals = std::vector<Aval>;

/// "f32[2, 3]", with a "*" behind the type of a weakly typed value.
std::string to_string(const Aval& aval);

}  // namespace berth
