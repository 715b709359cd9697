// run_on says where operations run, wherever their operands live. What must be brought there is
// copied, and the ledger shows each copy with the line that needed it.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  set_cpu_device_count(3);
  const Array a = device_put(ones({256}), device("cpu:0"));
  const Array b = device_put(full({256}, 2.0), device("cpu:1"));

  const Ledger ledger;
  Array sum;
  {
    const auto scope = run_on(device("cpu:2"));
    sum = a + b;  // two copies: a and b come to cpu:2
  }
  std::cout << "a + b ran on " << to_string(sum.device()) << "\n\n" << ledger.table();
  return sum.device() == device("cpu:2") && ledger.bytes(Reason::run_on) == 2 * 256 * 4 ? 0 : 1;
}
