#pragma once

#include <vector>

#include "berth/array.h"
#include "ops/shape_primitives.h"
#include "trace/primitive.h"

namespace berth::ops {

/// Operands: the array, indices whose last axis holds one coordinate for each of `index_map`, and
/// the updates, a block for each index. A block that does not lie inside the array is left out.
struct ScatterParams {
  std::vector<int> window_dims;    // axes of the updates that are the block's, ascending
  std::vector<int> inserted_dims;  // array axes that blocks have not: of size 1, ascending
  std::vector<int> index_map;      // the array axis of each coordinate
  bool operator==(const ScatterParams&) const = default;
};

/// Overwrites: of updates of one element one remains, undefined which.
extern const trace::Primitive<ScatterParams> scatter_p;
extern const trace::Primitive<ScatterParams> scatter_add_p;
extern const trace::Primitive<ScatterParams> scatter_mul_p;
extern const trace::Primitive<ScatterParams> scatter_min_p;
extern const trace::Primitive<ScatterParams> scatter_max_p;

/// Writes what `gather` reads.
ScatterParams scatter_into(const GatherParams& gather);
/// Reads what a scatter of `updates` into `x` writes; from the nearest block for one left out.
GatherParams gather_from(const ScatterParams& scatter, const Shape& x, const Shape& updates);

/// The batch rule of `primitive`, for what becomes one in a batch.
Arrays batched_scatter(const trace::Primitive<ScatterParams>& primitive,
                       const ScatterParams& params, const trace::Batch& at);

// The derivatives, in scatter_derivatives.cpp.
Arrays scatter_jvp(const trace::Forward& at, const ScatterParams& params);
Arrays scatter_add_jvp(const trace::Forward& at, const ScatterParams& params);
Arrays scatter_add_transpose(const trace::Backward& at, const ScatterParams& params);
Arrays scatter_mul_jvp(const trace::Forward& at, const ScatterParams& params);
Arrays scatter_mul_transpose(const trace::Backward& at, const ScatterParams& params);
Arrays scatter_extreme_jvp(const trace::Forward& at, const ScatterParams& params);

}  // namespace berth::ops
