#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "berth/array.h"
#include "core/aval.h"

/// NumPy's indexing rules, worked out on shapes alone.
namespace berth::ops {

/// How one axis of the array is read.
struct AxisRead {
  enum class Kind : std::uint8_t {
    whole,   ///< All of it.
    range,   ///< `count` elements from a start on.
    point,   ///< One element at a start; the axis is dropped.
    select,  ///< By an array of indices.
  };
  Kind kind = Kind::whole;
  std::int64_t count = 0;  ///< Elements read, for `whole` and `select` the axis's size.
  std::int64_t step = 1;   ///< Negative: backwards, the start is the last element read.

  bool operator==(const AxisRead&) const = default;

  bool has_start() const { return kind == Kind::range || kind == Kind::point; }
  /// How far the elements that are read reach.
  std::int64_t block() const;
};

/// What an index compiles to. Starts and indices are operands, so their values do not count.
struct IndexParams {
  std::vector<int> axes_of(AxisRead::Kind kind) const;
  /// The result's shape, where what is read has these dimensions, those of points included.
  Shape result_shape(std::span<const std::int64_t> read) const;

  std::vector<AxisRead> axes;  // an entry for each axis of the array
  int select_at = 0;           // among the axes kept, where those of the index arrays stand
  std::vector<int> dropped;    // axes of points, descending
  std::vector<int> added;      // new axes of the result, ascending

  bool operator==(const IndexParams&) const = default;
};

struct IndexPlan {
  IndexParams params;
  std::vector<std::int64_t> starts;  // of the axes that have one
  std::vector<Operand> selections;   // of the axes of `select`
};

/// The plan of `x[indices]`, masks replaced by their `nonzero` before; `who` is for errors.
///
/// Throws `Error(out_of_range)` for an integer outside its axis (JAX reads the nearest element),
/// `Error(invalid_argument)` for too many indices, two ellipses and a step of 0.
/// The plan's operands point into `indices`.
IndexPlan plan_index(const Aval& x, std::span<const Index> indices, const char* who, Here here);

}  // namespace berth::ops
