#pragma once

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "berth/tree.h"
#include "core/array_state.h"

namespace berth {

/// An array without an engine, known by its only dimension.
inline Array numbered(int n) {
  detail::ArrayState state;
  state.aval.shape = Shape{n};
  return Array(std::make_shared<const detail::ArrayState>(std::move(state)));
}

inline int number(const Array& array) { return static_cast<int>(array.shape(0)); }

inline std::vector<int> numbers(const Arrays& arrays) {
  std::vector<int> result;
  for (const Array& array : arrays) result.push_back(number(array));
  return result;
}

template <ArrayTree T>
std::vector<int> leaf_numbers(const T& tree) {
  return numbers(tree_leaves(tree));
}

struct Linear {
  Array w, b;
  BERTH_FIELDS(Linear, w, b)
};

struct Model {
  std::vector<Linear> layers;
  std::optional<Array> head;
  std::string name;
  int steps = 0;
  BERTH_FIELDS(Model, layers, head, name, steps)
};

inline Model model() {
  return {.layers = {{numbered(1), numbered(2)}, {numbered(3), numbered(4)}},
          .head = numbered(5),
          .name = "digits",
          .steps = 7};
}

}  // namespace berth
