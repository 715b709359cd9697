#include "benchmarks/raw.h"
#include "benchmarks/row.h"
#include "berth/berth.h"

namespace berth::bench {

std::vector<Row> eager_rows(const Place& place) {
  const Array x = device_put(std::vector<float>(16), place.device);
  x.block_until_ready();
  const raw::Add floor(place.device);
  return {{.what = "eager x + x, f32[16]",
           .berth = repeat([x] { return x + x; }),
           .floor = repeat(floor),
           .floor_name = "execute, destroy",
           .budget = Budget::ratio(1.8),
           .jax = "add"},
          {.what = "eager x * 2.0, f32[16]",
           .berth = repeat([x] { return x * 2.0; }),
           .floor = repeat(floor),
           .floor_name = "execute, destroy",
           .budget = Budget::ratio(1.8),
           .jax = "scale"}};
}

}  // namespace berth::bench
