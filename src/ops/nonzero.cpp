#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "berth/ops/elementwise.h"
#include "berth/ops/indexing.h"
#include "core/array_state.h"
#include "ops/broadcast.h"
#include "ops/index_type.h"
#include "ops/masks.h"
#include "runtime/transfer.h"

namespace berth {
namespace {

// The coordinates of the true elements, an array for each axis.
std::vector<std::vector<std::int64_t>> coordinates(const HostArray& mask) {
  const HostView<bool> view = mask.view<bool>();
  const auto dims = mask.shape().dims();
  std::vector<std::vector<std::int64_t>> result(dims.size());
  std::vector<std::int64_t> point(dims.size(), 0);
  for (const bool element : view) {
    if (element) {
      for (std::size_t axis = 0; axis < dims.size(); ++axis) result[axis].push_back(point[axis]);
    }
    for (std::size_t axis = dims.size(); axis-- > 0;) {  // the next point in row-major order
      if (++point[axis] < dims[axis]) break;
      point[axis] = 0;
    }
  }
  return result;
}

// The coordinates as an array that lives, and is committed, as `like` is.
Array beside(const detail::ArrayState& like, const std::vector<std::int64_t>& values, DType type,
             Here here) {
  const std::vector<std::int32_t> narrow(values.begin(), values.end());
  const HostRef data = type == DType::int32 ? HostRef(narrow) : HostRef(values);
  detail::ArrayState state = like;
  state.aval = {Shape{values.size()}, type, false};
  state.buffer = runtime::upload(data, false, *like.sharding, runtime::HostMemory::borrowed,
                                 nullptr, {"nonzero", Reason::implicit, here});
  return Array(std::make_shared<const detail::ArrayState>(std::move(state)));
}

}  // namespace

Arrays nonzero(const Operand& condition) {
  const Here here = detail::user_line(condition.here());
  const Array mask = astype(condition, DType::bool_);
  const detail::ArrayState& state = detail::concrete_state_of(mask, "nonzero", here);
  if (state.aval.shape.rank() == 0) {
    throw Error(ErrorCode::invalid_argument, "[nonzero] a scalar has no axes: reshape it to {1}",
                here);
  }
  const HostArray host = runtime::download(*state.buffer, {"nonzero", Reason::read, here});
  const DType type = ops::index_type(Shape{state.aval.shape.size()});
  Arrays result;
  for (const auto& values : coordinates(host)) result.push_back(beside(state, values, type, here));
  return result;
}

bool ops::has_mask(std::span<const Index> indices) {
  return std::ranges::any_of(indices, [](const Index& index) {
    const auto* array = std::get_if<Array>(&index.value());
    return array != nullptr && array->dtype() == DType::bool_;
  });
}

void ops::check_mask(const Aval& x, const Array& mask, int axis, const char* who, Here here) {
  for (int i = 0; i < mask.ndim(); ++i) {
    if (axis + i < x.shape.rank() && mask.shape(i) == x.shape[axis + i]) continue;
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] a mask of {} does not cover axes {} to {} of {}", who,
                            ops::type_text(mask), axis, axis + mask.ndim() - 1, to_string(x)),
                here);
  }
}

std::vector<Index> ops::without_masks(const Aval& x, std::span<const Index> indices,
                                      const char* who, Here here) {
  const auto axes_of = [](const Index& index) {
    const auto& part = index.value();
    if (std::holds_alternative<NewAxis>(part) || std::holds_alternative<Ellipsis>(part)) return 0;
    const auto* array = std::get_if<Array>(&part);
    return array != nullptr && array->dtype() == DType::bool_ ? array->ndim() : 1;
  };
  int unnamed = x.shape.rank();
  for (const Index& index : indices) unnamed -= axes_of(index);

  std::vector<Index> result;
  int axis = 0;
  for (const Index& index : indices) {
    const auto* array = std::get_if<Array>(&index.value());
    if (array == nullptr || array->dtype() != DType::bool_) {
      result.push_back(index);
    } else {
      check_mask(x, *array, axis, who, here);
      for (const Array& points : nonzero(Operand(*array, here))) result.emplace_back(points, here);
    }
    axis += std::holds_alternative<Ellipsis>(index.value()) ? unnamed : axes_of(index);
  }
  return result;
}

}  // namespace berth
