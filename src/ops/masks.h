#pragma once

#include <span>
#include <vector>

#include "berth/array.h"
#include "core/aval.h"

namespace berth::ops {

bool has_mask(std::span<const Index> indices);

/// `indices` of `x` with each mask replaced by the coordinates of its true elements. Waits for
/// the masks. Throws `Error(invalid_argument)` for a mask of another shape than the axes it is for,
/// in the name of `who`.
std::vector<Index> without_masks(const Aval& x, std::span<const Index> indices, const char* who,
                                 Here here);
/// Throws that if `mask` does not cover the axes of `x` from `axis` on.
void check_mask(const Aval& x, const Array& mask, int axis, const char* who, Here here);

}  // namespace berth::ops
