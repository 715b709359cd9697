#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "berth/array.h"

namespace berth {

/// A function of float64 arrays of these shapes that moves, reduces or contracts elements: for
/// tests that hold of each.
struct StructureFunction {
  std::string name;
  std::vector<Shape> shapes;
  std::function<Array(const Arrays& x)> call;
};

inline void PrintTo(const StructureFunction& function, std::ostream* out) { *out << function.name; }

std::vector<StructureFunction> structure_functions();

/// Numbers between -1 and 1, no two alike, other ones for each `salt`.
Array varied(const Shape& shape, double salt);

}  // namespace berth
