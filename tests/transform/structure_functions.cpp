#include "transform/structure_functions.h"

#include <cmath>
#include <cstdint>

#include "berth/ops.h"
#include "berth/placement.h"

namespace berth {
namespace {

using Sizes = std::vector<std::int64_t>;

// Integers that a function is made with, of the trace in which it is called.
Array ids(const std::vector<std::int32_t>& values, const Shape& shape) {
  Array result = zeros(shape, int32);
  const Array number = iota(Shape{shape.size()}, 0).reshape(shape);
  for (std::size_t i = 0; i < values.size(); ++i) {
    result = where(number == static_cast<int>(i), values[i], result);
  }
  return result;
}
Array ids(const std::vector<std::int32_t>& values) {
  return ids(values, {static_cast<std::int64_t>(values.size())});
}

void add_moves(std::vector<StructureFunction>& all) {
  const auto add = [&](std::string name, std::vector<Shape> shapes, auto call) {
    all.push_back({std::move(name), std::move(shapes), call});
  };
  add("reshape", {{2, 3}}, [](const Arrays& x) { return x[0].reshape({3, 2}); });
  add("reshape_to_scalar", {{1, 1}}, [](const Arrays& x) { return x[0].reshape({}); });
  add("transpose", {{2, 3, 4}}, [](const Arrays& x) { return transpose(x[0], {2, 0, 1}); });
  add("flip", {{2, 3}}, [](const Arrays& x) { return flip(x[0], {1}); });
  add("broadcast_to", {{2, 1}}, [](const Arrays& x) { return broadcast_to(x[0], {3, 2, 2}); });
  add("concatenate", {{2, 1}, {2, 3}, {2, 0}}, [](const Arrays& x) {
    return concatenate({x[0], x[1], x[2], x[0]}, 1);
  });
  add("concatenate_with_a_constant", {{2}}, [](const Arrays& x) {
    return concatenate({ones({3}, float64), x[0]});
  });
  add("stack", {{2}, {2}}, [](const Arrays& x) { return stack({x[0], x[1]}, 1); });
  add("pad", {{2, 3}, {}}, [](const Arrays& x) { return pad(x[0], {{1, 0}, {2, 1}}, x[1]); });
  add("pad_of_a_constant", {{}}, [](const Arrays& x) {
    return pad(ones({2}, float64), {{1, 2}}, x[0]);
  });
  add("slice", {{6, 3}}, [](const Arrays& x) {
    return slice(x[0], Sizes{1, 0}, Sizes{6, 2}, Sizes{2, 1});
  });
  add("empty_slice", {{4}}, [](const Arrays& x) { return slice(x[0], Sizes{2}, Sizes{2}); });
  add("split", {{4, 2}}, [](const Arrays& x) { return split(x[0], 2)[1]; });
  add("tile", {{2, 2}}, [](const Arrays& x) { return tile(x[0], {2, 2}); });
}

void add_indexing(std::vector<StructureFunction>& all) {
  const auto add = [&](std::string name, std::vector<Shape> shapes, auto call) {
    all.push_back({std::move(name), std::move(shapes), call});
  };
  add("dynamic_slice", {{4, 3}}, [](const Arrays& x) {
    return dynamic_slice(x[0], {ids({1}).reshape({}), 5}, {2, 2});
  });
  add("dynamic_slice_at_a_computed_place", {{5}, {}},
      [](const Arrays& x) { return dynamic_slice(x[0], {astype(x[1] * 4, int32)}, {2}) * x[1]; });
  add("dynamic_update_slice", {{4, 3}, {2, 2}}, [](const Arrays& x) {
    return dynamic_update_slice(x[0], x[1], {1, 2});
  });
  add("dynamic_update_slice_at_a_computed_place", {{5}, {2}, {}},
      [](const Arrays& x) { return dynamic_update_slice(x[0], x[1], {astype(x[2] * 4, int32)}); });
  add("index_by_integers_and_slices", {{4, 3, 2}}, [](const Arrays& x) {
    return x[0][{Slice(none, none, -2), 1, newaxis, Slice(0, 1)}];
  });
  add("index_by_arrays", {{4, 3, 2}}, [](const Arrays& x) {
    return x[0][{ids({0, 3, 3, -1}, {2, 2}), Slice(), ids({1, 0})}];
  });
  add("take", {{3, 2}}, [](const Arrays& x) { return take(x[0], ids({2, 0, 2}), 0); });
  add("take_of_what_is_computed", {{3}, {2}}, [](const Arrays& x) {
    return take(x[0], astype(abs(x[1]) * 3, int32), 0, OutOfBounds::clip);
  });
  add("take_along_axis", {{2, 3}}, [](const Arrays& x) {
    return take_along_axis(x[0], ids({2, 0, 1, 1}, {2, 2}), 1);
  });
}

void add_updates(std::vector<StructureFunction>& all) {
  const auto add = [&](std::string name, std::vector<Shape> shapes, auto call) {
    all.push_back({std::move(name), std::move(shapes), call});
  };
  add("set_an_element", {{4, 3}, {}}, [](const Arrays& x) { return x[0].at({1, -1}).set(x[1]); });
  add("add_to_slices", {{4, 3}, {2, 1}}, [](const Arrays& x) {
    return x[0].at({Slice(1, 3), Slice(none, none, -1)}).add(x[1]);
  });
  add("set_strided_slices", {{5, 4}, {3}}, [](const Arrays& x) {
    return x[0].at({Slice(none, none, -2), 1}).set(x[1]);
  });
  add("set_rows", {{4, 2}, {3, 2}}, [](const Arrays& x) {
    return x[0].at(ids({3, 0, 1})).set(x[1]);
  });
  add("set_rows_twice", {{4, 2}, {3, 2}}, [](const Arrays& x) {
    return x[0].at(ids({3, 0, 3})).set(x[1]);
  });
  add("add_to_rows", {{4, 2}, {3, 2}}, [](const Arrays& x) {
    return x[0].at(ids({3, 9, 3})).add(x[1]);
  });
  add("multiply_rows", {{4, 2}, {3, 2}}, [](const Arrays& x) {
    return x[0].at(ids({3, 0, 3})).mul(x[1]);
  });
  add("multiply_elements_with_a_zero", {{3}, {4}}, [](const Arrays& x) {
    return x[0].at(ids({1, 1, 0, 1})).mul(where(ids({1, 0, 0, 0}) == 1, x[1] - x[1], x[1]));
  });
  add("min_of_rows", {{4, 2}, {3, 2}}, [](const Arrays& x) {
    return x[0].at(ids({3, 0, 3})).min(x[1]);
  });
  add("max_of_points", {{3, 3}, {3}}, [](const Arrays& x) {
    return x[0].at({ids({1, 0, 1}), ids({2, 1, 2})}).max(x[1]);
  });
  add("set_where_positive", {{2, 3}, {}},
      [](const Arrays& x) { return x[0].at(x[0] > 0).set(x[1]); });
  add("add_at_a_computed_place", {{4}, {}},
      [](const Arrays& x) { return x[0].at(astype(abs(x[1]) * 3, int32)).add(x[1]); });
}

void add_reductions(std::vector<StructureFunction>& all) {
  const auto add = [&](std::string name, std::vector<Shape> shapes, auto call) {
    all.push_back({std::move(name), std::move(shapes), call});
  };
  add("sum", {{2, 3, 2}}, [](const Arrays& x) { return sum(x[0], {0, 2}); });
  add("mean", {{2, 3}}, [](const Arrays& x) { return mean(x[0], 1, {.keepdims = true}); });
  add("var", {{2, 3}}, [](const Arrays& x) { return var(x[0], 1); });
  add("prod", {{3, 2}}, [](const Arrays& x) { return prod(x[0], 0); });
  add("prod_of_seven", {{2, 7}}, [](const Arrays& x) { return prod(x[0] + 1.5, 1); });
  add("prod_with_zeros", {{4}}, [](const Arrays& x) {
    return prod(where(ids({0, 1, 0, 0}) == 1, x[0] - x[0], x[0]));
  });
  add("prod_of_all", {{3, 2}}, [](const Arrays& x) { return prod(x[0]); });
  add("max", {{3, 4}}, [](const Arrays& x) { return max(x[0], 1); });
  add("min_of_all", {{3, 4}}, [](const Arrays& x) { return min(x[0]); });
  add("softmax", {{3, 4}}, [](const Arrays& x) { return softmax(x[0], 0); });
  add("log_softmax", {{3, 4}}, [](const Arrays& x) { return log_softmax(x[0]); });
  add("logsumexp", {{3, 4}}, [](const Arrays& x) { return logsumexp(x[0], 0); });
  add("element_at_argmax", {{3, 4}}, [](const Arrays& x) {
    return take_along_axis(x[0], argmax(x[0], 1, {.keepdims = true}), 1);
  });
  add("where_all_and_any", {{2, 3}}, [](const Arrays& x) {
    const Array positive = x[0] > 0;
    return where(any(positive, 1, {.keepdims = true}) & ~berth::all(positive), x[0], 2 * x[0]);
  });
}

void add_products(std::vector<StructureFunction>& all) {
  const auto add = [&](std::string name, std::vector<Shape> shapes, auto call) {
    all.push_back({std::move(name), std::move(shapes), call});
  };
  add("matmul", {{2, 3}, {3, 4}}, [](const Arrays& x) { return matmul(x[0], x[1]); });
  add("matmul_of_vectors", {{3}, {3}}, [](const Arrays& x) { return matmul(x[0], x[1]); });
  add("matmul_of_batches", {{2, 1, 2, 3}, {3, 3, 2}},
      [](const Arrays& x) { return matmul(x[0], x[1]); });
  add("matmul_by_a_constant", {{2, 3}}, [](const Arrays& x) {
    return matmul(x[0], varied({3, 2}, 5));
  });
  add("tensordot", {{2, 3, 2}, {3, 2, 2}}, [](const Arrays& x) { return tensordot(x[0], x[1]); });
  add("dot_general_with_batches", {{3, 2, 4, 2}, {2, 4, 3, 2}}, [](const Arrays& x) {
    return dot_general(
        x[0], x[1], {.contract_x = {2, 3}, .contract_y = {1, 0}, .batch_x = {0}, .batch_y = {2}});
  });
  add("dot_general_with_crossed_axes", {{2, 3, 4}, {4, 2, 5, 3}}, [](const Arrays& x) {
    return dot_general(x[0], x[1], {.contract_x = {0, 2, 1}, .contract_y = {1, 0, 3}});
  });
  add("outer", {{2}, {3}}, [](const Arrays& x) { return outer(x[0], x[1]); });
}

}  // namespace

std::vector<StructureFunction> structure_functions() {
  std::vector<StructureFunction> all;
  add_moves(all);
  add_indexing(all);
  add_updates(all);
  add_reductions(all);
  add_products(all);
  return all;
}

Array varied(const Shape& shape, double salt) {
  const Array number = iota(Shape{shape.size()}, 0, float64).reshape(shape);
  return sin(number * 1.7 + (salt + 0.4));
}

}  // namespace berth
