// device_put says where a value lives. From then on it is committed: it stays there, and what is
// computed from it stays there too.
#include <berth/berth.h>

#include <iostream>
#include <vector>

using namespace berth;

int main() {
  set_cpu_device_count(2);
  const Device second = device("cpu:1");

  const Array x = ones({2, 3});  // nobody said where: uncommitted, on the default device
  std::cout << "x is " << x << (x.committed() ? ", committed\n" : ", not committed\n");

  const Array y = device_put(x, second);
  std::cout << "y is " << y << (y.committed() ? ", committed\n" : ", not committed\n");

  // An uncommitted operand follows a committed one; C++ scalars live nowhere.
  const Array z = x + 2.0 * y;
  std::cout << "x + 2 y lives on " << to_string(z.device()) << "\n";

  // Host data, scalars and nested lists are placed the same way.
  const std::vector<float> weights = {0.5f, 0.25f, 0.25f};
  std::cout << device_put(weights, second) << "\n"
            << device_put(3.0, second) << "\n"
            << device_put({{1.f, 2.f}, {3.f, 4.f}}, second) << "\n";

  // Where it lives already, nothing moves: the result shares the buffer.
  const Ledger ledger;
  const Array same = device_put(y, second);
  std::cout << "bytes moved by putting y where it is: " << ledger.bytes() << "\n";
  return ledger.bytes() == 0 && z.device() == second && same.committed() ? 0 : 1;
}
