#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "berth/ops/shape.h"
#include "ops/axes.h"
#include "trace/routine.h"
#include "trace/tracing.h"

namespace berth {
namespace {

using Sizes = std::vector<std::int64_t>;

struct TileParams {
  Shape repeats;
  bool operator==(const TileParams&) const = default;
};

// A new axis of copies before each axis, then both joined: [n] tiled r times is [r, n] flattened.
Arrays tile_body(std::span<const Array> x, const TileParams& params) {
  const int rank = std::max(x[0].ndim(), params.repeats.rank());
  Sizes repeats(static_cast<std::size_t>(rank - params.repeats.rank()), 1);
  repeats.insert(repeats.end(), params.repeats.begin(), params.repeats.end());
  Sizes sizes(static_cast<std::size_t>(rank - x[0].ndim()), 1);
  sizes.insert(sizes.end(), x[0].shape().begin(), x[0].shape().end());

  Sizes single, copied, joined;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    single.insert(single.end(), {1, sizes[i]});
    copied.insert(copied.end(), {repeats[i], sizes[i]});
    joined.push_back(repeats[i] * sizes[i]);
  }
  const Array copies = broadcast_to(reshape(x[0], Shape(single)), Shape(copied));
  return {reshape(copies, Shape(joined))};
}

struct RepeatParams {
  std::int64_t repeats = 1;
  int axis = 0;
  bool operator==(const RepeatParams&) const = default;
};

Arrays repeat_body(std::span<const Array> x, const RepeatParams& params) {
  if (params.repeats < 0) {
    trace::fail(fmt::format("{} repeats: a number of copies is not negative", params.repeats));
  }
  const int axis = ops::axis_of(params.axis, x[0].ndim());
  Sizes copied(x[0].shape().begin(), x[0].shape().end());
  copied.insert(copied.begin() + axis + 1, params.repeats);
  Sizes joined(x[0].shape().begin(), x[0].shape().end());
  joined[static_cast<std::size_t>(axis)] *= params.repeats;
  return {reshape(broadcast_to(expand_dims(x[0], axis + 1), Shape(copied)), Shape(joined))};
}

constexpr trace::Routine<TileParams> tile_r{.name = "tile", .body = tile_body};
constexpr trace::Routine<RepeatParams> repeat_r{.name = "repeat", .body = repeat_body};

}  // namespace

Array tile(const Operand& x, const Shape& repeats) { return trace::call(tile_r, {repeats}, {x}); }

Array repeat(const Operand& x, std::int64_t repeats, int axis) {
  return trace::call(repeat_r, {repeats, axis}, {x});
}

}  // namespace berth
