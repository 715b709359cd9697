#pragma once

#include <span>
#include <vector>

#include "berth/array.h"

/// Lists of arrays in which an empty one stands for a zero, or for what is not wanted.
namespace berth::transform {

/// Which are there.
std::vector<bool> present(std::span<const Array> arrays);

/// Those that are there, and which number each has among them; -1 for the others.
struct Compact {
  Arrays arrays;
  std::vector<int> numbers;
};
Compact compact(std::span<const Array> arrays);

/// Entry i is the array of that number, or empty for -1: the contrary of `compact`.
Arrays spread(std::span<const Array> arrays, std::span<const int> numbers);

Arrays joined(std::span<const Array> a, std::span<const Array> b);

}  // namespace berth::transform
