#pragma once

#include <span>

#include "berth/array.h"
#include "ops/shape_primitives.h"

namespace berth::ops {

/// The elements of `x` at points of some of its axes: `indices` has an array for each of `axes`,
/// all of one shape and integer type, not negative. The axes of the indices stand at
/// `result_axis` among the axes of `x` that are kept. Recorded in this thread's trace.
Array gather_points(const Array& x, std::span<const int> axes, std::span<const Array> indices,
                    int result_axis);

/// The batch rule of `gather_p`, for what becomes one in a batch.
Arrays gather_batch(const trace::Batch& at, const GatherParams& params);
/// `indices` whose axis 0 is a batch, with the number of the example as their first coordinate.
Array with_example_number(const Array& indices);

}  // namespace berth::ops
