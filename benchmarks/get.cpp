#include <cstdint>
#include <string>

#include "benchmarks/raw.h"
#include "benchmarks/row.h"
#include "berth/berth.h"

namespace berth::bench {
namespace {

std::int64_t bytes_to_host() { return transfer_counters(Direction::device_to_host).bytes_moved; }

Row get(const Place& place, const std::string& size, std::int64_t bytes, const std::string& jax) {
  const Array x = zeros({bytes / 4}, place.device);
  x.block_until_ready();
  const std::int64_t before = bytes_to_host();
  static_cast<void>(device_get(x));
  const bool copies = bytes_to_host() != before;
  return {.what = "device_get, " + size + (copies ? ", copied" : ", no copy"),
          .berth = repeat([x] { return device_get(x); }),
          .floor = repeat(raw::Get(place.device, static_cast<std::size_t>(bytes))),
          .floor_name = copies ? "download, wait" : "hold, address, release",
          .budget = place.device.platform() == "cpu" ? Budget::time(Seconds(0.5e-6)) : Budget(),
          .jax = jax};
}

}  // namespace

std::vector<Row> get_rows(const Place& place) {
  return {get(place, "64 bytes", 64, "get"), get(place, "1 MiB", 1 << 20, ""),
          get(place, "64 MiB", 64 << 20, "")};
}

}  // namespace berth::bench
