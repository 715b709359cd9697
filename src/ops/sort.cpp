#include "berth/ops/sort.h"

#include <fmt/format.h>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/index_type.h"
#include "ops/sort.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct OrderParams {
  int axis = -1;
  bool descending = false;
  bool operator==(const OrderParams&) const = default;
};

struct SortTogetherParams {
  int axis = -1;
  int num_keys = 1;
  bool operator==(const SortTogetherParams&) const = default;
};

Array flipped(const Array& x, int axis, bool wanted) { return wanted ? flip(x, axis) : x; }

Arrays sort_body(std::span<const Array> x, const OrderParams& params) {
  const int axis = ops::axis_of(params.axis, x[0].ndim());
  return {flipped(trace::bind(ops::sort_p, {axis, 1}, {x[0]}), axis, params.descending)};
}

// Reversed before and after, equal elements are in their order again.
Arrays argsort_body(std::span<const Array> x, const OrderParams& params) {
  const int axis = ops::axis_of(params.axis, x[0].ndim());
  const Shape& shape = x[0].shape();
  const Array index = ops::index_along(axis, shape, ops::index_type({shape[axis]}));
  const Arrays pairs = {flipped(x[0], axis, params.descending),
                        flipped(index, axis, params.descending)};
  return {flipped(trace::bind_all(ops::sort_p, {axis, 1}, pairs)[1], axis, params.descending)};
}

Arrays sort_together_body(std::span<const Array> x, const SortTogetherParams& params) {
  for (std::size_t i = 1; i < x.size(); ++i) {
    if (x[i].shape() == x[0].shape()) continue;
    trace::fail(fmt::format("operand 0 is {} and operand {} is {}: all shapes must be equal",
                            ops::type_text(x[0]), i, ops::type_text(x[i])));
  }
  if (params.num_keys < 1 || params.num_keys > static_cast<int>(x.size())) {
    trace::fail(
        fmt::format("num_keys is {}: it must be at least 1 and at most {}, which is how "
                    "many arrays there are",
                    params.num_keys, x.size()));
  }
  return trace::bind_all(ops::sort_p, {ops::axis_of(params.axis, x[0].ndim()), params.num_keys}, x);
}

constexpr trace::Routine<OrderParams> sort_r{.name = "sort", .body = sort_body};
constexpr trace::Routine<OrderParams> argsort_r{.name = "argsort", .body = argsort_body};
constexpr trace::Routine<SortTogetherParams> sort_together_r{.name = "sort",
                                                             .body = sort_together_body};

}  // namespace

Array sort(const Operand& x, int axis, Sort options) {
  return trace::call(sort_r, {axis, options.descending}, {x});
}

Array argsort(const Operand& x, int axis, Sort options) {
  return trace::call(argsort_r, {axis, options.descending}, {x});
}

Arrays sort(std::span<const Array> arrays, int axis, int num_keys, Here here) {
  if (arrays.empty()) {
    throw Error(ErrorCode::invalid_argument, "[sort] needs at least one array, got none",
                detail::user_line(here));
  }
  std::vector<Operand> operands;
  operands.reserve(arrays.size());
  for (const Array& array : arrays) operands.emplace_back(array, here);
  return trace::call_all(sort_together_r, {axis, num_keys}, operands);
}

Arrays sort(std::initializer_list<Array> arrays, int axis, int num_keys, Here here) {
  return sort(std::span(arrays.begin(), arrays.size()), axis, num_keys, here);
}

}  // namespace berth
