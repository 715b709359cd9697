// A network whose two layers live on two devices learns to read digits.
//
//   01_quickstart [DATA [FIRST SECOND]]      such as: data/digits.csv gpu:0 cpu:0
//
// Each layer computes where its weights are; device_put carries the activations over, and the
// gradients back. The ledger shows every byte that moved, and the line that moved it.
#include <berth/berth.h>

#include <cmath>
#include <cstdio>
#include <iostream>
#include <random>

#include "digits.h"

using namespace berth;

struct Layer {
  Array w, b;
};

Layer make_layer(std::int64_t inputs, std::int64_t outputs, Device where) {
  static std::mt19937 generator(1);
  std::normal_distribution<float> normal(0.f, std::sqrt(2.f / static_cast<float>(inputs)));
  const Array w = device_put_with<float>({inputs, outputs}, where, [&](std::span<float> values) {
    for (float& value : values) value = normal(generator);
  });
  return {w, zeros({outputs}, where)};
}

void descend(Layer& layer, const Array& dw, const Array& db) {
  constexpr float rate = 0.5f;
  layer.w -= rate * dw;
  layer.b -= rate * db;
}

int main(int argc, char** argv) {
  const Digits digits = load_digits(argc > 1 ? argv[1] : "data/digits.csv");
  if (argc <= 3) set_cpu_device_count(2);
  const Device first = device(argc > 3 ? argv[2] : "cpu:0");
  const Device second = device(argc > 3 ? argv[3] : "cpu:1");

  const auto count = static_cast<std::int64_t>(digits.train.labels.size());
  const Array x = device_put(HostRef(digits.train.pixels, {count, 64}), first);
  const Array labels = device_put(digits.train.labels, second);
  const Array targets = astype(expand_dims(labels, 1) == arange(10), float32);  // f32[n, 10]
  Layer hidden = make_layer(64, 64, first);
  Layer output = make_layer(64, 10, second);

  const auto logits = [&](const Array& h) {
    return matmul(device_put(h, second), output.w) + output.b;
  };
  const auto activations = [&](const Array& images) {
    return relu(matmul(images, hidden.w) + hidden.b);
  };

  const Ledger ledger;
  for (int step = 0; step < 400; ++step) {
    const Array h = activations(x);          // on the first device
    const Array h2 = device_put(h, second);  // a copy
    const Array p = softmax(matmul(h2, output.w) + output.b);

    const Array dlogits = (p - targets) / count;                        // of the mean cross entropy
    const Array dh = device_put(matmul(dlogits, output.w.T()), first);  // and back
    descend(output, matmul(h2.T(), dlogits), sum(dlogits, 0));
    const Array dz = where(h > 0, dh, 0.f);
    descend(hidden, matmul(x.T(), dz), sum(dz, 0));
  }

  const auto tests = static_cast<std::int64_t>(digits.test.labels.size());
  const Array images = device_put(HostRef(digits.test.pixels, {tests, 64}), first);
  const Array guess = argmax(logits(activations(images)), 1);
  const Array right = guess == device_put(digits.test.labels, second);
  const double accuracy = mean(astype(right, float32)).item<float>();

  std::printf("test accuracy: %.1f%%\n\n", 100 * accuracy);
  std::cout << "hidden layer on " << to_string(hidden.w.device()) << ", output layer on "
            << to_string(output.w.device()) << "; the first outputs' biases:\n"
            << output.b << "\n\n"
            << ledger.table();
  return accuracy >= 0.95 ? 0 : 1;
}
