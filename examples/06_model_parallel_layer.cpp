// One layer over two devices is plain code: each half of the weights computes where it lives, and
// the halves meet where you say.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

int main() {
  set_cpu_device_count(2);
  const Device d0 = device("cpu:0");
  const Device d1 = device("cpu:1");

  const Array w = arange(8 * 6, float32).reshape({8, 6});
  const Array left = device_put(w[{ellipsis, Slice(0, 3)}], d0);   // columns 0 to 2
  const Array right = device_put(w[{ellipsis, Slice(3, 6)}], d1);  // columns 3 to 5
  const Array x = ones({4, 8});

  const Ledger ledger;
  const Array y0 = matmul(device_put(x, d0), left);
  const Array y1 = matmul(device_put(x, d1), right);  // runs beside the line above
  const Array y = concatenate({y0, device_put(y1, d0)}, 1);
  std::cout << y[0] << "\n\n" << ledger.table();

  const Array difference = max(abs(y - matmul(x, w)));
  return difference.item<float>() == 0.f ? 0 : 1;
}
