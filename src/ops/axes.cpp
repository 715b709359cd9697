#include "ops/axes.h"

#include <numeric>

#include "berth/error.h"
#include "core/array_state.h"
#include "core/axes.h"
#include "trace/tracing.h"

namespace berth::ops {

AxisList as_given(const Axes& axes) { return {axes.values().begin(), axes.values().end()}; }

int axis_of(int axis, int rank) {
  const trace::Tracing* tracing = trace::Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  return normalized_axis(axis, rank, tracing->who(), tracing->here());
}

AxisList sorted_axes_of(const AxisList& axes, int rank) {
  const trace::Tracing* tracing = trace::Tracing::current();
  BERTH_ASSERT(tracing != nullptr);
  return normalized_axes(Axes(axes), rank, tracing->who(), tracing->here());
}

Shape shape_of(const Operand& operand, const char* who) {
  const Array* array = operand.array();
  if (array == nullptr) return {};
  return detail::state_of(*array, who, operand.here()).aval.shape;
}

AxisList axis_list(const Operand& x, const Axes* axes, const char* who) {
  const int rank = shape_of(x, who).rank();
  if (axes != nullptr) return normalized_axes(*axes, rank, who, detail::user_line(x.here()));
  AxisList all(static_cast<std::size_t>(rank));
  std::iota(all.begin(), all.end(), 0);
  return all;
}

}  // namespace berth::ops
