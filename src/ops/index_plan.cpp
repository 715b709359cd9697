#include "ops/index_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdlib>

#include "berth/error.h"

namespace berth::ops {
namespace {

class Planner {
 public:
  Planner(const Aval& x, const char* who, Here here) : x_(x), who_(who), here_(here) {}

  IndexPlan plan(std::span<const Index> indices) {
    survey(indices);
    if (selects_ && !adjacent_) position_ = select_rank_;
    for (const Index& index : indices)
      std::visit([&](const auto& part) { read(part); }, index.value());
    while (axis_ < x_.shape.rank()) read(Slice());
    std::ranges::reverse(plan_.params.dropped);
    return std::move(plan_);
  }

 private:
  // Counts, and NumPy's question whether all index arrays stand together: integers among them
  // are index arrays too.
  void survey(std::span<const Index> indices) {
    int named = 0;
    int ellipses = 0;
    for (const Index& index : indices) {
      const auto& part = index.value();
      named += static_cast<int>(!std::holds_alternative<Ellipsis>(part) &&
                                !std::holds_alternative<NewAxis>(part));
      ellipses += static_cast<int>(std::holds_alternative<Ellipsis>(part));
      if (const auto* array = std::get_if<Array>(&part)) {
        selects_ = true;
        select_rank_ = std::max(select_rank_, array->ndim());
      }
    }
    if (named > x_.shape.rank()) {
      fail(ErrorCode::invalid_argument,
           fmt::format("{} indices for the {} axes of {}", named, x_.shape.rank(), to_string(x_)));
    }
    if (ellipses > 1)
      fail(ErrorCode::invalid_argument, "two ellipses in one index: one is allowed");
    unnamed_ = x_.shape.rank() - named;
    if (selects_) adjacent_ = stand_together(indices);
  }

  static bool stand_together(std::span<const Index> indices) {
    const auto selects = [](const Index& index) {
      return std::holds_alternative<Array>(index.value()) ||
             std::holds_alternative<std::int64_t>(index.value());
    };
    const auto first = std::ranges::find_if(indices, selects);
    const auto end = std::find_if_not(first, indices.end(), selects);
    return std::none_of(end, indices.end(), selects);
  }

  void read(std::int64_t index) {
    const std::int64_t size = x_.shape[axis_];
    if (index < -size || index >= size) {
      fail(ErrorCode::out_of_range,
           fmt::format("index {} is outside axis {} of {}", index, axis_, to_string(x_)));
    }
    if (selects_) return select(Operand(index, here_));
    plan_.params.axes.push_back({AxisRead::Kind::point, 1, 1});
    plan_.starts.push_back(index < 0 ? index + size : index);
    plan_.params.dropped.push_back(axis_++);
  }

  void read(const Array& index) { select(Operand(index, here_)); }

  void select(const Operand& index) {
    if (plan_.selections.empty() && adjacent_) {
      plan_.params.select_at = kept_;
      position_ += select_rank_;
    }
    plan_.params.axes.push_back({AxisRead::Kind::select, x_.shape[axis_++], 1});
    plan_.selections.push_back(index);
  }

  void read(const Slice& slice) {
    const std::int64_t size = x_.shape[axis_];
    if (slice.step == 0) {
      fail(ErrorCode::invalid_argument, fmt::format("the step of axis {} is 0", axis_));
    }
    const bool forward = slice.step > 0;
    const auto bound = [&](const std::optional<std::int64_t>& given, std::int64_t otherwise) {
      if (!given) return otherwise;
      const std::int64_t whole = *given < 0 ? *given + size : *given;
      return forward ? std::clamp<std::int64_t>(whole, 0, size)
                     : std::clamp<std::int64_t>(whole, -1, size - 1);
    };
    const std::int64_t start = bound(slice.start, forward ? 0 : size - 1);
    const std::int64_t stop = bound(slice.stop, forward ? size : -1);
    const std::int64_t stride = std::abs(slice.step);
    const std::int64_t length = std::max<std::int64_t>(forward ? stop - start : start - stop, 0);
    const std::int64_t count = length / stride + (length % stride != 0 ? 1 : 0);

    AxisRead read{AxisRead::Kind::range, count, count > 1 ? slice.step : 1};
    if (read.block() == size) read.kind = AxisRead::Kind::whole;
    if (read.has_start()) {
      const std::int64_t last = start + (count - 1) * slice.step;
      plan_.starts.push_back(count == 0 ? 0 : std::min(start, last));
    }
    plan_.params.axes.push_back(read);
    ++axis_;
    ++kept_;
    ++position_;
  }

  void read(Ellipsis) {
    for (int i = 0; i < unnamed_; ++i) read(Slice());
  }

  void read(NewAxis) { plan_.params.added.push_back(position_++); }

  [[noreturn]] void fail(ErrorCode code, const std::string& text) const {
    throw Error(code, fmt::format("[{}] {}", who_, text), here_);
  }

  const Aval& x_;
  const char* const who_;
  const Here here_;
  IndexPlan plan_;
  bool selects_ = false;
  bool adjacent_ = false;
  int select_rank_ = 0;  // of the index arrays, broadcast together
  int unnamed_ = 0;      // axes that an ellipsis stands for
  int axis_ = 0;         // of the array, read next
  int kept_ = 0;         // axes of slices so far
  int position_ = 0;     // in the result
};

}  // namespace

std::int64_t AxisRead::block() const {
  if (kind == Kind::select) return count;
  return count == 0 ? 0 : (count - 1) * std::abs(step) + 1;
}

std::vector<int> IndexParams::axes_of(AxisRead::Kind kind) const {
  std::vector<int> result;
  for (std::size_t i = 0; i < axes.size(); ++i) {
    if (axes[i].kind == kind) result.push_back(static_cast<int>(i));
  }
  return result;
}

Shape IndexParams::result_shape(std::span<const std::int64_t> read) const {
  std::vector<std::int64_t> dims(read.begin(), read.end());
  for (const int axis : dropped) dims.erase(dims.begin() + axis);
  for (const int axis : added) dims.insert(dims.begin() + axis, 1);
  return Shape(dims);
}

IndexPlan plan_index(const Aval& x, std::span<const Index> indices, const char* who, Here here) {
  return Planner(x, who, here).plan(indices);
}

}  // namespace berth::ops
