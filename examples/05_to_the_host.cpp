// device_get waits for a value and gives typed views of it; where the device shares host memory,
// nothing is copied.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  const Array x = arange(6).reshape({2, 3});

  const Ledger ledger;
  const HostArray host = device_get(x);
  const HostView<std::int32_t> view = host.view<std::int32_t>();
  int sum = 0;
  for (const std::int32_t value : view) sum += value;
  std::cout << host << "\nsum of the elements: " << sum << ", element (1, 2): " << view.at({1, 2})
            << "\nbytes moved to the host: " << ledger.bytes(Direction::device_to_host) << "\n";

  // The view keeps its memory alive, whatever happens to the array.
  x.delete_();
  std::cout << "after x is deleted the view still holds " << view[5] << "\n";

  // Without waiting: start the copy now, take the value later; or be told when it is there.
  const Array y = matmul(ones({64, 64}), ones({64, 64}));
  y.copy_to_host_async();
  y.on_ready([](const std::string& error) {
    if (!error.empty()) std::cerr << error << "\n";
  });
  std::cout << "y[0, 0] = " << device_get(y).view<float>()[0] << "\n";

  // The wrong type is an error that names both.
  try {
    (void)host.view<float>();
  } catch (const Error& error) {
    std::cout << error.what() << "\n";
  }
  return sum == 15 ? 0 : 1;
}
