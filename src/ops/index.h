#pragma once

#include <span>
#include <vector>

#include "berth/array.h"
#include "ops/index_plan.h"

/// What reading and writing the elements of an index have in common.
namespace berth::ops {

/// `x[indices]`.
Array read_index(const Array& x, std::span<const Index> indices);

/// An index of one array, as operands of a routine. Keeps what the operands point to.
class IndexOperands {
 public:
  /// Waits for masks. Throws what `plan_index` and `without_masks` throw.
  IndexOperands(const Array& x, std::span<const Index> indices, const char* who, Here here);
  IndexOperands(const IndexOperands&) = delete;
  IndexOperands& operator=(const IndexOperands&) = delete;

  const IndexParams& params() const { return plan_.params; }
  /// A start for each axis that has one, then an array or integer for each axis of `select`.
  void append_to(std::vector<Operand>& operands) const;

 private:
  std::vector<Index> unmasked_;
  IndexPlan plan_;
  Here here_;
};

// The rest is of traced values.

/// The same, as the routine's body gets them.
struct IndexInputs {
  std::span<const Array> starts;
  std::span<const Array> selections;
};
IndexInputs index_inputs(std::span<const Array> operands, const IndexParams& params);

/// Where the block that all slices and points read starts along each axis; empty if that is all of
/// the array.
Arrays block_starts(const Array& x, const IndexParams& params, std::span<const Array> starts);
/// That block.
Array read_block(const Array& x, const IndexParams& params, std::span<const Array> starts);

/// The coordinates of the selected elements along the axes of `select`, of one shape, counted from
/// the start; what is out of range stays so. Fails for a choice from no element.
Arrays selected_points(const Array& x, const IndexParams& params,
                       std::span<const Array> selections);

}  // namespace berth::ops
