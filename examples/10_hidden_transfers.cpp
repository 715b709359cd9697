// A guard turns transfers that nobody asked for by name into errors; the ledger lists them all.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  set_cpu_device_count(2);
  const Array bias = ones({1024});  // uncommitted, on cpu:0
  const Array x = device_put(ones({1024}), device("cpu:1"));

  const Ledger ledger;
  Array y = x + bias;  // a hidden copy: the bias follows x
  std::cout << ledger.table() << "\n";

  bool refused = false;
  {
    const auto guard = transfer_guard(Guard::disallow);
    try {
      y = x + bias;
    } catch (const TransferGuardError& error) {
      refused = true;
      std::cout << error.what() << "\n\n";
    }
    const Array placed = device_put(bias, device("cpu:1"));  // asked for by name: allowed
    y = x * 2.0 + placed;                                    // scalars are not transfers
  }
  std::cout << "y = " << y << "\n";
  return refused && ledger.bytes(Reason::implicit) == 4096 ? 0 : 1;
}
