#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

#include "berth/array.h"

namespace berth {

/// A function of float64 arrays, element by element, with numbers at which it is smooth: for tests
/// that hold of each.
struct ElementwiseFunction {
  std::string name;
  std::vector<std::vector<double>> operands;
  std::function<Array(const Arrays& x)> call;
};

inline void PrintTo(const ElementwiseFunction& function, std::ostream* out) {
  *out << function.name;
}

std::vector<ElementwiseFunction> elementwise_functions();

/// The operands of `function`.
Arrays operands_of(const ElementwiseFunction& function);

}  // namespace berth
