#include "benchmarks/raw.h"
#include "benchmarks/row.h"
#include "berth/berth.h"

namespace berth::bench {
namespace {

constexpr int many = 100;
constexpr int operations = 10000;

Row call(const Place& place) {
  const Array x = device_put(std::vector<float>(16), place.device);
  x.block_until_ready();
  const auto f = jit([](const Array& y) { return y + y; });
  return {.what = "jit call, f32[16]",
          .berth = repeat([=] { return f(x); }),
          .floor = repeat(raw::Doubles(place.device, 1)),
          .floor_name = "execute, destroy",
          .budget = Budget::ratio(1.25),
          .jax = "jit"};
}

Row call_with_many(const Place& place) {
  const std::vector<Array> xs(many, device_put(std::vector<float>(16), place.device));
  const auto f = jit([](const std::vector<Array>& ys) {
    return tree_map([](const Array& y) { return y + y; }, ys);
  });
  return {.what = "jit call, 100 arguments and results",
          .berth = repeat([=] { return f(xs); }),
          .floor = repeat(raw::Doubles(place.device, many)),
          .floor_name = "execute, destroy",
          .budget = Budget::ratio(1.25),
          .jax = "jit_many"};
}

Row tracing() {
  const auto chain = [](const Array& x) {
    Array y = x;
    for (int i = 0; i < operations; ++i) y = y + x;
    return y;
  };
  return {.what = "trace and lower 10,000 operations",
          .berth = repeat(
              [=] { return jit([=](const Array& x) { return chain(x); }).lower(abstract({16})); }),
          .budget = Budget::time(Seconds(0.1)),
          .rounds = 9};
}

}  // namespace

std::vector<Row> jit_rows(const Place& place) {
  return {call(place), call_with_many(place), tracing()};
}

}  // namespace berth::bench
