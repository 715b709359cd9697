#pragma once

#include <cstdint>
#include <initializer_list>
#include <span>

#include "berth/array.h"

/// Order. All of it is stable: equal elements stay in the order that they have.
///
/// Numbers ascend; NaN comes behind all others, and 0 and -0 are equal; false before true; complex
/// numbers by real part, then imaginary part.
/// An axis that is not there throws `Error(out_of_range)`.
namespace berth {

/// Options of `sort` and `argsort`.
struct Sort {
  bool descending = false;  ///< NaN first then. Equal elements of `argsort` keep their order.
};

/// The elements of each line along `axis` in order. JAX: `jnp.sort`.
[[nodiscard]] Array sort(const Operand& x, int axis = -1, Sort options = {});

/// The indices along `axis` that `sort` would take elements from: int32, or int64 for an axis that
/// it cannot index. JAX: `jnp.argsort`.
[[nodiscard]] Array argsort(const Operand& x, int axis = -1, Sort options = {});

/// Several arrays of one shape, rearranged together: by the first `num_keys` of them, of which a
/// later one decides between what is equal in those before. JAX: `lax.sort` of a tuple.
///
///     const Arrays sorted = sort({ids, rows}, 0);  // the rows in the order of their ids
///
/// Throws `Error(invalid_argument)` for shapes that differ, and unless 1 <= num_keys <= arrays.
[[nodiscard]] Arrays sort(std::span<const Array> arrays, int axis = -1, int num_keys = 1,
                          Here here = Here::current());
[[nodiscard]] Arrays sort(std::initializer_list<Array> arrays, int axis = -1, int num_keys = 1,
                          Here here = Here::current());

/// What `top_k` answers.
struct TopK {
  Array values;   ///< The largest first.
  Array indices;  ///< Of those along the axis: int32.
};

/// The `k` largest elements of each line along `axis`; of equal ones that with the lower index
/// first. NaN is larger than all others. Real numbers only.
///
///     const auto [values, indices] = top_k(logits, 5);
///
/// Throws `Error(invalid_argument)` unless 0 <= k <= size. JAX: `lax.top_k`.
[[nodiscard]] TopK top_k(const Operand& x, std::int64_t k, int axis = -1);

}  // namespace berth
