// Operations and transfers return at once, so copies run beside computation. The ledger says when
// each was issued and done.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  set_cpu_device_count(2);
  const Device d0 = device("cpu:0");
  const Device d1 = device("cpu:1");
  const Array a = device_put(ones({512, 512}), d0);
  const Array next = device_put(ones({1 << 20}), d0);
  block_until_ready(matmul(a, a));  // compiled before it is watched
  block_until_ready(next);

  const Ledger ledger;
  const Array product = matmul(matmul(a, a), a);  // at work on d0 ...
  const Array moved = device_put(next, d1);       // ... while the next batch goes to d1
  std::cout << "both issued; the product is " << (product.is_ready() ? "" : "not ")
            << "there yet\n";
  block_until_ready(product);
  block_until_ready(moved);

  for (const LedgerRow& row : ledger.rows()) {
    std::cout << row.what << (row.kind == LedgerRow::Kind::copy ? " copied" : " ran");
    if (row.done_ns) {  // nobody waited for the inner product: its end may be told later
      std::cout << " in " << static_cast<double>(*row.done_ns - row.issued_ns) / 1e6 << " ms";
    }
    std::cout << ", asked for at " << to_string(row.where) << "\n";
  }
  return moved.device() == d1 ? 0 : 1;
}
