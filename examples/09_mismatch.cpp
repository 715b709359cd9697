// Arrays committed to different devices do not mix in silence. The error names both, the lines
// that placed them, the line that mixed them, and the cure.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  set_cpu_device_count(2);
  const Array a = device_put(ones({2}), device("cpu:0"));
  const Array b = device_put(ones({2}), device("cpu:1"));

  bool refused = false;
  try {
    (void)(a + b);
  } catch (const DeviceMismatchError& error) {
    refused = true;
    std::cout << error.what() << "\n\n";
  }

  // The cure: say which copy you want ...
  const Array put = a + device_put(b, device("cpu:0"));
  // ... or where the operation runs.
  const Array run = with(run_on(device("cpu:1")), [&] { return a + b; });
  std::cout << put << "\n" << run << "\n";
  return refused && run.device() == device("cpu:1") ? 0 : 1;
}
