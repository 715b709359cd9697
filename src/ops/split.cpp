#include <fmt/format.h>

#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "ops/broadcast.h"
#include "ops/shape_primitives.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

struct SplitParams {
  int sections = 1;
  int axis = 0;
  bool operator==(const SplitParams&) const = default;
};

Arrays split_body(std::span<const Array> x, const SplitParams& params) {
  const int axis = ops::axis_of(params.axis, x[0].ndim());
  const std::int64_t size = x[0].shape(axis);
  if (params.sections < 1 || size % params.sections != 0) {
    trace::fail(fmt::format("axis {} of {} does not divide into {} equal parts", axis,
                            ops::type_text(x[0]), params.sections));
  }
  const std::int64_t part = size / params.sections;
  const auto dims = x[0].shape().dims();
  const auto at = static_cast<std::size_t>(axis);
  ops::SliceParams slice = {.starts = std::vector<std::int64_t>(dims.size(), 0),
                            .limits = {dims.begin(), dims.end()},
                            .strides = std::vector<std::int64_t>(dims.size(), 1)};
  Arrays parts;
  for (int i = 0; i < params.sections; ++i) {
    slice.starts[at] = i * part;
    slice.limits[at] = (i + 1) * part;
    parts.push_back(trace::bind(ops::slice_p, slice, {x[0]}));
  }
  return parts;
}

constexpr trace::Routine<SplitParams> split_r{.name = "split", .body = split_body};

}  // namespace

Arrays split(const Operand& x, int sections, int axis) {
  return trace::call_all(split_r, {sections, axis}, {&x, 1});
}

}  // namespace berth
