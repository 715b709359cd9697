#include <cstdlib>
#include <cstring>
#include <memory>

#include "benchmarks/raw.h"
#include "benchmarks/row.h"
#include "berth/berth.h"

namespace berth::bench {
namespace {

constexpr std::size_t large = 64 << 20;
constexpr int rounds_of_large = 9;

Row small(const Place& place) {
  const auto data = std::make_shared<std::vector<float>>(16);
  return {.what = "device_put, 64 bytes from the host",
          .berth = repeat([=] { const Array x = device_put(*data, place.device); }),
          .floor = repeat(
              [=, put = raw::Put(place.device, data->data(), 64, false)]() mutable { put(); }),
          .floor_name = "upload, destroy",
          .budget = Budget::ratio(1.5),
          .jax = "put"};
}

Row between_devices(const Place& place) {
  const Array x = device_put(std::vector<float>(16), place.device);
  x.block_until_ready();
  const auto copy = [=] { return device_put(x, place.other, {.may_alias = false}); };
  return {.what = "device_put, 64 bytes, " + to_string(place.device) + " to " +
                  to_string(place.other) + ", issue only",
          .berth = issue(copy, [](const Array& y) { y.block_until_ready(); }),
          .floor = issue(raw::Copy(place.device, place.other),
                         [](const pjrt::Buffer& y) { y.ready_event().await(); }),
          .floor_name = "copy to device",
          .budget = Budget::ratio(1.3),
          .jax = "move"};
}

// Two rows: against the engine, and against what the bytes cost by themselves.
std::vector<Row> large_ones(const Place& place) {
  const auto data = std::make_shared<std::vector<float>>(large / sizeof(float), 1.f);
  const Sampler berth = repeat([=] { device_put(*data, place.device).block_until_ready(); });
  const Sampler copy = repeat([=] {
    const std::unique_ptr<void, decltype(&std::free)> fresh(std::malloc(large), std::free);
    std::memcpy(fresh.get(), data->data(), large);
    asm volatile("" : : "r"(fresh.get()) : "memory");  // or nobody reads it and it is left out
  });
  const Sampler upload =
      repeat([=, put = raw::Put(place.device, data->data(), large, true)]() mutable { put(); });
  return {{.what = "device_put, 64 MiB from the host",
           .berth = berth,
           .floor = copy,
           .floor_name = "memcpy, fresh memory",
           .jax = "put_large",
           .rounds = rounds_of_large},
          {.what = "device_put, 64 MiB from the host",
           .berth = berth,
           .floor = upload,
           .floor_name = "upload, wait, destroy",
           .rounds = rounds_of_large}};
}

}  // namespace

std::vector<Row> put_rows(const Place& place) {
  std::vector<Row> rows = {small(place), between_devices(place)};
  for (Row& row : large_ones(place)) rows.push_back(std::move(row));
  return rows;
}

}  // namespace berth::bench
