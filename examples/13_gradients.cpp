// A gradient lives where its parameter lives, and the ledger says what that cost.
#include <berth/berth.h>

#include <iostream>

using namespace berth;

struct Model {
  Array encoder, decoder;
};

int main() {
  set_cpu_device_count(2);
  const Device d0 = device("cpu:0");
  const Device d1 = device("cpu:1");
  const Model model = {full({4, 8}, 0.1f, d0), full({8, 4}, 0.2f, d1)};
  const Array x = ones({2, 4});

  // Each layer is one program, forward and backward, on the device of its weights.
  const auto layer = jit([](const Array& w, const Array& h) { return tanh(matmul(h, w)); });
  const auto loss = [&](const Model& m) {
    const Array code = layer(m.encoder, x);
    const Array back = layer(m.decoder, device_put(code, d1));  // over ...
    return mean(square(back - 1.f));
  };

  const Ledger ledger;
  const auto at = value_and_grad(loss)(model);  // ... and its gradient back
  std::cout << "loss " << at.value.item<float>() << " on " << to_string(at.value.device())
            << "; gradients on " << to_string(at.grad.encoder.device()) << " and "
            << to_string(at.grad.decoder.device()) << "\n\n"
            << ledger.table() << "\n";

  // The graph that grad made of it, with the place of every committed value.
  std::cout << make_jaxpr(grad([](const Array& w) { return sum(tanh(w) * w); }))(ones({3})) << "\n";
  return at.grad.encoder.device() == d0 && at.grad.decoder.device() == d1 ? 0 : 1;
}
