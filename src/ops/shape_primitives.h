#pragma once

#include <cstdint>
#include <vector>

#include "core/aval.h"
#include "trace/primitive.h"

/// The primitives that move elements without computing, for the routines made of them. Each is
/// defined with its rules beside the public function of its name.
namespace berth::ops {

struct ReshapeParams {
  Shape shape;  // of as many elements
  bool operator==(const ReshapeParams&) const = default;
};
extern const trace::Primitive<ReshapeParams> reshape_p;

struct TransposeParams {
  std::vector<int> axes;  // a permutation: result axis i is operand axis axes[i]
  bool operator==(const TransposeParams&) const = default;
};
extern const trace::Primitive<TransposeParams> transpose_p;

struct ReverseParams {
  std::vector<int> axes;  // in [0, rank)
  bool operator==(const ReverseParams&) const = default;
};
extern const trace::Primitive<ReverseParams> reverse_p;

struct ConcatenateParams {
  int axis = 0;  // in [0, rank)
  bool operator==(const ConcatenateParams&) const = default;
};
extern const trace::Primitive<ConcatenateParams> concatenate_p;

/// Operands: the array and the scalar that fills.
struct PadParams {
  std::vector<std::int64_t> low;       // an entry for each axis, not negative
  std::vector<std::int64_t> high;      // likewise
  std::vector<std::int64_t> interior;  // likewise: between every two elements
  bool operator==(const PadParams&) const = default;
};
extern const trace::Primitive<PadParams> pad_p;

struct SliceParams {
  std::vector<std::int64_t> starts;   // an entry for each axis, 0 <= start <= limit <= size
  std::vector<std::int64_t> limits;   // likewise
  std::vector<std::int64_t> strides;  // likewise, at least 1
  bool operator==(const SliceParams&) const = default;
};
extern const trace::Primitive<SliceParams> slice_p;

/// Operands: the array, then a scalar start for each axis, all of one integer type.
struct DynamicSliceParams {
  Shape sizes;  // within the operand's
  bool operator==(const DynamicSliceParams&) const = default;
};
extern const trace::Primitive<DynamicSliceParams> dynamic_slice_p;

/// Operands: the array, the update, then a scalar start for each axis.
extern const trace::Primitive<> dynamic_update_slice_p;

/// Operands: the array and indices whose last axis holds one coordinate for each of `index_map`.
/// The engine moves a block inside that would leave the array.
struct GatherParams {
  std::vector<int> offset_dims;     // result axes that come from the block, ascending
  std::vector<int> collapsed_dims;  // operand axes of block size 1 that are dropped, ascending
  std::vector<int> index_map;       // the operand axis of each coordinate
  std::vector<std::int64_t> block;  // the block's size along each operand axis
  bool operator==(const GatherParams&) const = default;
};
extern const trace::Primitive<GatherParams> gather_p;

}  // namespace berth::ops
