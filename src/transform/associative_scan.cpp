#include <fmt/format.h>

#include <algorithm>

#include "berth/control.h"
#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "core/array_state.h"
#include "core/axes.h"
#include "transform/arrays.h"
#include "transform/control_parts.h"

/// `associative_scan`, by the recursion of Blelloch, "Prefix sums and their applications", 1990:
/// partial results at odd places are those of neighbours taken together.
namespace berth {
namespace {

constexpr const char* who = "associative_scan";

class Recursion {
 public:
  Recursion(detail::LeafFunction& op, std::vector<int> axes, std::vector<std::string> names,
            Here here)
      : op_(op), axes_(std::move(axes)), names_(std::move(names)), here_(here) {}

  Arrays operator()(const Arrays& xs) const {
    const std::int64_t count = xs[0].shape(axes_[0]);
    if (count < 2) return xs;
    const std::int64_t pairs = count / 2;
    const Arrays odd =
        (*this)(combined(taken(xs, 0, 2 * pairs - 1, 2), taken(xs, 1, 2 * pairs, 2)));
    const std::int64_t behind = (count - 1) / 2;  // even places, but for the first
    Arrays even = taken(xs, 0, 1, 1);
    if (behind > 0) {
      even = concatenated(even, combined(taken(odd, 0, behind, 1), taken(xs, 2, count, 2)));
    }
    return interleaved(even, odd);
  }

 private:
  Arrays combined(const Arrays& a, const Arrays& b) const {
    Arrays results = op_(transform::joined(a, b));
    for (std::size_t i = 0; i < results.size(); ++i) {
      const Aval& given = a[i].state()->aval;
      const Aval& returned = results[i].state()->aval;
      if (!transform::differ(given, returned)) continue;
      transform::refuse(
          who,
          fmt::format("{} is {}, and what the function returns for it {}: it must return the "
                      "types that it gets",
                      names_[i], transform::type_text(given), transform::type_text(returned)),
          here_);
    }
    return results;
  }

  // The elements `start`, `start` + `stride`, ... before `limit`.
  Arrays taken(const Arrays& xs, std::int64_t start, std::int64_t limit,
               std::int64_t stride) const {
    Arrays results;
    for (std::size_t i = 0; i < xs.size(); ++i) {
      const auto axis = static_cast<std::size_t>(axes_[i]);
      std::vector<std::int64_t> limits(xs[i].shape().begin(), xs[i].shape().end());
      std::vector<std::int64_t> starts(limits.size(), 0);
      std::vector<std::int64_t> strides(limits.size(), 1);
      starts[axis] = start;
      limits[axis] = limit;
      strides[axis] = stride;
      results.push_back(slice({xs[i], here_}, starts, limits, strides));
    }
    return results;
  }

  Arrays concatenated(const Arrays& a, const Arrays& b) const {
    Arrays results;
    for (std::size_t i = 0; i < a.size(); ++i) {
      results.push_back(concatenate({a[i], b[i]}, axes_[i], here_));
    }
    return results;
  }

  // There are as many even places as odd ones, or one more.
  Arrays interleaved(const Arrays& even, const Arrays& odd) const {
    const std::int64_t pairs = odd[0].shape(axes_[0]);
    const std::int64_t count = even[0].shape(axes_[0]) + pairs;
    const Arrays first = count % 2 == 0 ? even : taken(even, 0, pairs, 1);
    Arrays results;
    for (std::size_t i = 0; i < even.size(); ++i) {
      std::vector<std::int64_t> dims(odd[i].shape().begin(), odd[i].shape().end());
      dims[static_cast<std::size_t>(axes_[i])] = 2 * pairs;
      const Array both = stack({first[i], odd[i]}, axes_[i] + 1, here_);
      results.push_back(reshape({both, here_}, Shape(dims)));
    }
    return count % 2 == 0 ? results : concatenated(results, taken(even, pairs, pairs + 1, 1));
  }

  detail::LeafFunction& op_;
  const std::vector<int> axes_;  // of each leaf
  const std::vector<std::string> names_;
  const Here here_;
};

Arrays flipped(const Arrays& xs, const std::vector<int>& axes, Here here) {
  Arrays results;
  for (std::size_t i = 0; i < xs.size(); ++i) results.push_back(flip({xs[i], here}, {axes[i]}));
  return results;
}

}  // namespace

Arrays detail::associative_scan_leaves(LeafFunction& op, const Arrays& xs,
                                       const TreeStructure& structure,
                                       const AssociativeScanOptions& options, Here here) {
  here = user_line(here);
  if (xs.empty()) return xs;
  const std::vector<std::string> names = transform::leaf_names("xs", structure);
  std::vector<int> axes;
  for (std::size_t i = 0; i < xs.size(); ++i) {
    const Aval& x = state_of(xs[i], who, here).aval;
    axes.push_back(normalized_axis(options.axis, x.shape.rank(), who, here));
    const std::int64_t count = xs[0].shape(axes[0]);
    if (x.shape[axes[i]] != count) {
      transform::refuse(
          who,
          fmt::format("{} has {} elements along the axis, and {} has {}: they must agree", names[i],
                      x.shape[axes[i]], names[0], count),
          here);
    }
  }
  const Recursion scan(op, axes, names, here);
  return options.reverse ? flipped(scan(flipped(xs, axes, here)), axes, here) : scan(xs);
}

}  // namespace berth
