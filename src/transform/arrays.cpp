#include "transform/arrays.h"

namespace berth::transform {
namespace {

constexpr int nowhere = -1;

bool is_there(const Array& array) { return array.state() != nullptr; }

}  // namespace

std::vector<bool> present(std::span<const Array> arrays) {
  std::vector<bool> result;
  for (const Array& array : arrays) result.push_back(is_there(array));
  return result;
}

Compact compact(std::span<const Array> arrays) {
  Compact result;
  for (const Array& array : arrays) {
    result.numbers.push_back(is_there(array) ? static_cast<int>(result.arrays.size()) : nowhere);
    if (is_there(array)) result.arrays.push_back(array);
  }
  return result;
}

Arrays spread(std::span<const Array> arrays, std::span<const int> numbers) {
  Arrays result;
  for (const int number : numbers) {
    result.push_back(number == nowhere ? Array() : arrays[static_cast<std::size_t>(number)]);
  }
  return result;
}

Arrays joined(std::span<const Array> a, std::span<const Array> b) {
  Arrays all(a.begin(), a.end());
  all.insert(all.end(), b.begin(), b.end());
  return all;
}

}  // namespace berth::transform
