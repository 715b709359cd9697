#include <vector>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/select.h"
#include "berth/ops/shape.h"
#include "ops/derivatives.h"
#include "ops/index_type.h"
#include "ops/scatter.h"
#include "trace/tracing.h"

/// Derivatives of scatters. Several updates may meet in one element, which only reading back what
/// was written tells.
namespace berth::ops {
namespace {

using trace::Backward;
using trace::Forward;

/// Reads and writes of the places of one scatter.
class Places {
 public:
  Places(const Array& indices, const ScatterParams& params, const Shape& x, const Shape& updates)
      : indices_(indices),
        scatter_(params),
        gather_(gather_from(params, x, updates)),
        x_(x),
        updates_(updates) {}

  Array read(const Array& x) const { return trace::bind(gather_p, gather_, {x, indices_}); }
  /// The sums of those of `updates` that meet.
  Array sums(const Array& updates) const { return add(zeros(x_, updates.dtype()), updates); }
  Array add(const Array& x, const Array& updates) const {
    return trace::bind(scatter_add_p, scatter_, {x, indices_, updates});
  }
  Array multiply(const Array& x, const Array& updates) const {
    return trace::bind(scatter_mul_p, scatter_, {x, indices_, updates});
  }
  Array overwrite(const Array& x, const Array& updates) const {
    return trace::bind(scatter_p, scatter_, {x, indices_, updates});
  }
  /// `read`, but zeros for blocks that were left out.
  Array read_written(const Array& x) const {
    const Array gathered = read(x);
    return where(written(), gathered, zeros_like(gathered));
  }

 private:
  // Whether a block was written: of the shape of the updates.
  Array written() const {
    const int last = indices_.ndim() - 1;
    Array inside =
        ones(Shape(indices_.shape().dims().first(static_cast<std::size_t>(last))), bool_);
    for (std::size_t i = 0; i < gather_.index_map.size(); ++i) {
      const int axis = gather_.index_map[i];
      const std::int64_t room = x_[axis] - gather_.block[static_cast<std::size_t>(axis)];
      const Array coordinate = reshape(column(static_cast<std::int64_t>(i)), inside.shape());
      inside = inside & (coordinate >= 0) & (coordinate <= room);
    }
    std::vector<std::int64_t> dims(updates_.begin(), updates_.end());
    for (const int axis : scatter_.window_dims) dims[static_cast<std::size_t>(axis)] = 1;
    return broadcast_to(reshape(inside, Shape(dims)), updates_);
  }

  Array column(std::int64_t number) const {
    const auto dims = indices_.shape().dims();
    SliceParams part = {.starts = std::vector<std::int64_t>(dims.size(), 0),
                        .limits = {dims.begin(), dims.end()},
                        .strides = std::vector<std::int64_t>(dims.size(), 1)};
    part.starts.back() = number;
    part.limits.back() = number + 1;
    return trace::bind(slice_p, part, {indices_});
  }

  const Array& indices_;
  const ScatterParams& scatter_;
  const GatherParams gather_;
  const Shape x_;
  const Shape updates_;
};

Places places_of(const Forward& at, const ScatterParams& params) {
  return {at.x[1], params, at.x[0].shape(), at.x[2].shape()};
}

}  // namespace

// Each update has a number; the one that is read back is that of the update which remained.
Arrays scatter_jvp(const Forward& at, const ScatterParams& params) {
  const Array &x = at.x[0], &updates = at.x[2];
  const Places places = places_of(at, params);
  const std::int64_t count = updates.size();
  const Array numbers =
      reshape(iota(Shape{count}, 0, index_type(Shape{count + 1})) + 1, updates.shape());
  const Array remained = places.overwrite(zeros(x.shape(), numbers.dtype()), numbers);
  const Array kept = absent(at.dx[0]) ? Array() : where(remained == 0, at.dx[0], zeros_like(x));
  if (absent(at.dx[2])) return {kept};
  const Array counts = where(places.read(remained) == numbers, at.dx[2], zeros_like(updates));
  return {absent(kept) ? places.sums(counts) : places.add(kept, counts)};
}

Arrays scatter_add_jvp(const Forward& at, const ScatterParams& params) {
  if (absent(at.dx[2])) return {at.dx[0]};
  return {places_of(at, params).add(or_zeros(at.dx[0], at.x[0]), at.dx[2])};
}

Arrays scatter_add_transpose(const Backward& at, const ScatterParams& params) {
  const Places places(at.x[1], params, at.of[0].shape, at.of[2].shape);
  return {absent(at.x[0]) ? at.ct[0] : Array(), Array(),
          absent(at.x[2]) ? places.read_written(at.ct[0]) : Array()};
}

// The slope in an update is the product of all else that meets it: of the factors that are not
// zero, or zero if a factor is.
Arrays scatter_mul_jvp(const Forward& at, const ScatterParams& params) {
  const Array &x = at.x[0], &updates = at.x[2];
  const Places places = places_of(at, params);
  const Array of_x = absent(at.dx[0]) ? Array() : places.multiply(at.dx[0], updates);
  if (absent(at.dx[2])) return {of_x};
  const Array is_zero = updates == 0;
  const Array factors = where(is_zero, ones_like(updates), updates);
  const Array zero_counts = astype(is_zero, int32);
  const Array other_zeros = places.read(places.sums(zero_counts)) - zero_counts;
  const Array others = places.read(places.multiply(x, factors)) / factors;
  const Array slope = where(other_zeros > 0, zeros_like(updates), others);
  return {add_present(of_x, places.sums(at.dx[2] * slope))};
}

// Linear in the array; in the updates its derivative is made of other primitives.
Arrays scatter_mul_transpose(const Backward& at, const ScatterParams& params) {
  const Places places(at.x[1], params, at.of[0].shape, at.of[2].shape);
  return {places.multiply(at.ct[0], at.x[2]), Array(), Array()};
}

// Shared equally among all that have the extreme, the array's element and updates.
Arrays scatter_extreme_jvp(const Forward& at, const ScatterParams& params) {
  const Array &x = at.x[0], &updates = at.x[2], &y = at.y[0];
  const Places places = places_of(at, params);
  const Array kept = astype(x == y, x.dtype());
  const Array won = astype(updates == places.read(y), x.dtype());
  const Array winners = places.add(kept, won);
  const Array of_x = absent(at.dx[0]) ? Array() : at.dx[0] * kept / winners;
  if (absent(at.dx[2])) return {of_x};
  return {add_present(of_x, places.sums(at.dx[2] * won) / winners)};
}

}  // namespace berth::ops
