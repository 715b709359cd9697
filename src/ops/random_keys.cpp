#include <fmt/format.h>

#include "berth/error.h"
#include "berth/ops/creation.h"
#include "berth/ops/elementwise.h"
#include "berth/ops/indexing.h"
#include "berth/ops/shape.h"
#include "ops/broadcast.h"
#include "ops/elementwise.h"
#include "ops/random.h"
#include "ops/rules.h"
#include "trace/routine.h"
#include "trace/tracing.h"

/// Keys, and keys made of keys.
namespace berth {

Array ops::row(const Array& x, std::int64_t i) {
  std::vector<std::int64_t> starts(static_cast<std::size_t>(x.ndim()), 0);
  std::vector<std::int64_t> limits(x.shape().begin(), x.shape().end());
  starts[0] = i;
  limits[0] = i + 1;
  return squeeze(slice(x, starts, limits), 0);
}

DType ops::integer_or_default(ScalarValue::Kind kind, DType of_signed, DType of_unsigned) {
  if (kind == ScalarValue::Kind::integer) return of_signed;
  return kind == ScalarValue::Kind::unsigned_integer ? of_unsigned : default_dtype(kind);
}

Array ops::split_key(const Array& key, int count) {
  const auto [first, second] = threefry_of_counts(key, {count});
  return stack({first, second}, 1);
}

Arrays ops::split_keys(const Array& key, int count) {
  const Array keys = split_key(key, count);
  Arrays each;
  for (int i = 0; i < count; ++i) each.push_back(row(keys, i));
  return each;
}

namespace {

using trace::NoParams;

struct CountParams {
  int count = 2;
  bool operator==(const CountParams&) const = default;
};

void check_integer_scalar(const Array& x, const char* what) {
  ops::check_type(x.dtype(), ops::integer);
  if (x.ndim() == 0) return;
  trace::fail(fmt::format("the {} is {}: it must be one integer; map over many with vmap", what,
                          ops::type_text(x)));
}

// The two words of 64 bits; the upper is 0 for a seed of fewer.
Arrays key_body(std::span<const Array> x, const NoParams& /*params*/) {
  const Array& seed = x[0];
  check_integer_scalar(seed, "seed");
  const Array low = astype(seed, uint32);
  const Array high = bitsize(seed.dtype()) == 64
                         ? astype(ops::shift_right_logical(seed, 32), uint32)
                         : zeros_like(low);
  return {stack({high, low})};
}

void seed_types(const char* /*who*/, std::span<const Operand> operands, const NoParams& /*params*/,
                std::span<DType> types) {
  if (operands[0].array() != nullptr) return;
  types[0] = ops::integer_or_default(operands[0].scalar().kind, int64, uint64);
}

// As the key of `data` would be encrypted.
Arrays fold_in_body(std::span<const Array> x, const NoParams& /*params*/) {
  check_integer_scalar(x[1], "data");
  const Array low = astype(x[1], uint32);
  const auto [first, second] = ops::threefry(x[0], zeros_like(low), low);
  return {stack({first, second})};
}

void data_types(const char* /*who*/, std::span<const Operand> operands, const NoParams& /*params*/,
                std::span<DType> types) {
  if (operands[1].array() != nullptr) return;
  types[1] = ops::integer_or_default(operands[1].scalar().kind, uint32, uint32);
}

Arrays split_body(std::span<const Array> x, const CountParams& params) {
  return ops::split_keys(x[0], params.count);
}

Arrays split_batch_body(std::span<const Array> x, const CountParams& params) {
  return {ops::split_key(x[0], params.count)};
}

constexpr trace::Routine<> key_r{
    .name = "random::key", .body = key_body, .scalar_types = seed_types};
constexpr trace::Routine<> fold_in_r{
    .name = "random::fold_in", .body = fold_in_body, .scalar_types = data_types};
constexpr trace::Routine<CountParams> split_r{.name = "random::split", .body = split_body};
constexpr trace::Routine<CountParams> split_batch_r{.name = "random::split_batch",
                                                    .body = split_batch_body};

Arrays call_split(const trace::Routine<CountParams>& routine, const random::Key& key, int count,
                  Here here) {
  if (count < 0) {
    throw Error(ErrorCode::invalid_argument,
                fmt::format("[{}] count is {}: it must not be negative", routine.name, count),
                detail::user_line(here));
  }
  const Operand operand(key.data, here);
  return trace::call_all(routine, {count}, {&operand, 1});
}

}  // namespace

namespace random {

Key key(const Operand& seed) { return {trace::call(key_r, {seed})}; }

Key fold_in(const Key& key, const Operand& data) {
  return {trace::call(fold_in_r, {Operand(key.data, data.here()), data})};
}

std::vector<Key> split(const Key& key, int count, Here here) {
  std::vector<Key> keys;
  for (Array& data : call_split(split_r, key, count, here)) keys.push_back({std::move(data)});
  return keys;
}

Key split_batch(const Key& key, int count, Here here) {
  return {call_split(split_batch_r, key, count, here)[0]};
}

}  // namespace random
}  // namespace berth
