// A device reaches several kinds of memory. What does not fit, or is not needed now, can wait in
// host memory, and come back when it is.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  const Device d = berth::devices()[0];
  for (const MemoryKind kind : d.memories()) std::cout << to_string(kind) << " ";
  std::cout << "are the memories of " << to_string(d) << "\n";

  const Array table = device_put(ones({1024, 256}), d);
  const std::int64_t before = d.memory_stats().bytes_in_use;
  // Offload: the source is consumed, so that its memory on the device is free again.
  const Array waiting = device_put(table, pinned_host, {.donate = true});
  block_until_ready(waiting);
  const std::int64_t after = d.memory_stats().bytes_in_use;
  std::cout << "in use on the device: " << before << " bytes, then " << after << "\n"
            << "the table lives on " << to_string(waiting.sharding()) << "\n";

  const Array back = device_put(waiting, d);
  std::cout << "back on " << to_string(back.sharding()) << ": sum " << sum(back) << "\n";
  try {
    (void)(table + 1.0);
  } catch (const DeletedArrayError& error) {
    std::cout << error.what() << "\n";
  }
  return after < before && waiting.memory_kind() == pinned_host ? 0 : 1;
}
