#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <limits>

#include "berth/ops/arithmetic.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/shape.h"
#include "core/scalar.h"
#include "ops/broadcast.h"
#include "ops/derivatives.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/tracing.h"

/// Threefry2x32: a block cipher of 64 bits under a key of 64, of 20 rounds, from J. Salmon, M.
/// Moraes, R. Dror, D. Shaw, "Parallel random numbers: as easy as 1, 2, 3" (SC 2011). Numbers are
/// the encryptions of counters.
namespace berth::ops {
namespace {

using trace::NoParams;

// Eight amounts in turn, four rounds with each half of them.
constexpr std::array<std::array<int, 4>, 2> rotations = {{{13, 15, 26, 6}, {17, 29, 16, 24}}};
// The parity constant of the key schedule.
constexpr std::uint32_t key_parity = 0x1BD11BDA;

Array words_of(const Shape& shape, std::uint32_t value) {
  return filled(shape, {uint32, false}, ScalarValue::of(value));
}

// By as many bits as amounts to `left` to the left.
struct Rotation {
  Array left;
  Array right;

  Array operator()(const Array& x) const { return (x << left) | (x >> right); }
};

std::array<Rotation, 4> rotations_by(const std::array<int, 4>& amounts, const Shape& shape) {
  std::array<Rotation, 4> made;
  for (std::size_t i = 0; i < amounts.size(); ++i) {
    const auto amount = static_cast<std::uint32_t>(amounts[i]);
    made[i] = {words_of(shape, amount), words_of(shape, 32 - amount)};
  }
  return made;
}

// Of the key's words and the counter's, all of one shape.
Arrays threefry_body(std::span<const Array> operands, const NoParams& /*params*/) {
  const Shape& shape = operands[0].shape();
  const std::array<Array, 3> keys = {operands[0], operands[1],
                                     operands[0] ^ operands[1] ^ words_of(shape, key_parity)};
  const std::array<std::array<Rotation, 4>, 2> rotate = {rotations_by(rotations[0], shape),
                                                         rotations_by(rotations[1], shape)};
  Array x = operands[2] + keys[0];
  Array y = operands[3] + keys[1];
  for (std::uint32_t block = 1; block <= 5; ++block) {
    for (const Rotation& by : rotate[(block - 1) % 2]) {
      x = x + y;
      y = x ^ by(y);
    }
    x = x + keys[block % 3];
    y = y + keys[(block + 1) % 3] + words_of(shape, block);
  }
  return {x, y};
}

Avals threefry_infer(std::span<const Aval> operands, const NoParams& /*params*/) {
  const Aval& first = check_alike(operands, integer);
  return {{first.shape, uint32}, {first.shape, uint32}};
}

// A primitive, so that graphs are short: integers without tangents.
constinit const trace::Primitive<> threefry2x32_p{
    .name = "threefry2x32",
    .infer = threefry_infer,
    .lower = lower_body<threefry_body>,
    .batch = batch_each<NoParams>,
};

// Keys that are computed, as those of a split, are computed before: compilers would make them part
// of the loop over the elements, and take four times as long.
constinit const trace::Primitive<> optimization_barrier_p =
    elementwise("optimization_barrier", infer_same<integer>, lower::by_name<NoParams>);

// The elements' numbers in row-major order as a sum over the axes, which can be cut along each.
Array counts(const Shape& shape, DType dtype) {
  Array total = filled(shape, {dtype, false}, ScalarValue::of(0));
  std::int64_t stride = 1;
  for (int axis = shape.rank() - 1; axis >= 0; --axis) {
    if (shape[axis] > 1) {
      const Array index = index_along(axis, shape, dtype);
      const Array step = stride == 1 ? index : index * static_cast<std::uint64_t>(stride);
      total = stride == 1 ? step : total + step;
    }
    stride *= shape[axis];
  }
  return total;
}

}  // namespace

void check_key(const Array& key) {
  if (key.dtype() == uint32 && key.shape() == Shape({2})) return;
  const bool batch = key.dtype() == uint32 && key.ndim() > 1 && key.shape(-1) == 2;
  trace::fail(fmt::format("the key holds {}, not u32[2]: {}", type_text(key),
                          batch ? "these are many keys, to map over with vmap"
                                : "keys come from key, split and fold_in"));
}

std::pair<Array, Array> threefry(const Array& key, const Array& high, const Array& low) {
  check_key(key);
  const auto word = [&](int i) {
    return broadcast_to(trace::bind(optimization_barrier_p, {row(key, i)}), high.shape());
  };
  Arrays hash = trace::bind_all(threefry2x32_p, {}, Arrays{word(0), word(1), high, low});
  return {std::move(hash[0]), std::move(hash[1])};
}

std::pair<Array, Array> threefry_of_counts(const Array& key, const Shape& shape) {
  if (shape.size() <= std::numeric_limits<std::uint32_t>::max()) {
    return threefry(key, words_of(shape, 0), counts(shape, uint32));
  }
  const Array wide = counts(shape, uint64);
  return threefry(key, astype(wide >> 32, uint32), astype(wide, uint32));
}

}  // namespace berth::ops
