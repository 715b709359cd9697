#pragma once

#include <span>
#include <vector>

#include "berth/array.h"

namespace berth {

/// Elements of an array, to make a new array of that differs in them: `x.at(index)`. Arrays are
/// immutable; `x` itself stays as it is.
///
///     x = x.at(0).set(5);
///     counts = counts.at({ids, Slice(0, 2)}).add(1);
///
/// It takes what `x[index]` takes, and `value` broadcasts to the shape of that. The result has the
/// type of `x`, which C++ scalars take. An element that index arrays name twice takes all of its
/// values, `set` one of them; what they name out of range is left out.
///
/// Throws what `x[index]` throws, in the name of "at", and `Error(invalid_argument)` for a value of
/// another shape, or of a type that `x` does not hold. A mask of the whole array with one value
/// needs no transfer; others wait, as they do for `x[mask]`. JAX: `x.at[index]`.
class [[nodiscard]] AtRef {
 public:
  AtRef(Array x, std::span<const Index> indices);

  /// `x[index]`.
  [[nodiscard]] Array get() const;
  [[nodiscard]] Array set(const Operand& value) const;
  /// Numbers only.
  [[nodiscard]] Array add(const Operand& value) const;
  [[nodiscard]] Array mul(const Operand& value) const;
  /// Real numbers and bool.
  [[nodiscard]] Array min(const Operand& value) const;
  [[nodiscard]] Array max(const Operand& value) const;

 private:
  Array x_;
  std::vector<Index> indices_;
};

}  // namespace berth
