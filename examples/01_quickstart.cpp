// A network whose two layers live on two devices learns to read digits.
//
//   01_quickstart [DATA [FIRST SECOND]]      such as: data/digits.csv gpu:0 cpu:0
//
// Each layer is a compiled function that runs where its weights are; device_put carries the
// activations over, and value_and_grad brings their gradients back. The ledger shows every byte
// that moved, and the line that moved it.
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
struct Model {
  Layer hidden, output;
};
struct Adam {
  Model mean, square;
  Array count;
};

Layer make_layer(std::int64_t inputs, std::int64_t outputs, Device where) {
  static std::mt19937 generator(1);
  std::normal_distribution<float> normal(0.f, std::sqrt(2.f / static_cast<float>(inputs)));
  const Array w = device_put_with<float>({inputs, outputs}, where, [&](std::span<float> values) {
    for (float& value : values) value = normal(generator);
  });
  return {w, zeros({outputs}, where)};
}

// One layer's share of a step of Adam: its weights, and the two moving averages of its gradient.
const auto update = jit([](const Layer& layer, const Layer& mean, const Layer& square,
                           const Layer& gradient, const Array& count) {
  const auto average = [](float keep) {
    return [=](const Array& old, const Array& now) { return keep * old + (1 - keep) * now; };
  };
  const auto squared = [](const Array& g) { return g * g; };
  const Layer m = tree_map(average(0.9f), mean, gradient);
  const Layer v = tree_map(average(0.999f), square, tree_map(squared, gradient));
  const auto move = [&](const Array& p, const Array& first, const Array& second) {
    const Array step = first / (1 - power(0.9f, count));
    return p - 0.01f * step / (sqrt(second / (1 - power(0.999f, count))) + 1e-8f);
  };
  return std::tuple(tree_map(move, layer, m, v), m, v);
});

const auto activations = jit([](const Layer& layer, const Array& images) {
  return relu(matmul(images, layer.w) + layer.b);
});
const auto logits =
    jit([](const Layer& layer, const Array& h) { return matmul(h, layer.w) + layer.b; });
const auto cross_entropy = jit([](const Array& scores, const Array& targets) {
  return -mean(sum(log_softmax(scores) * targets, -1));
});

int main(int argc, char** argv) {
  const Digits digits = load_digits(argc > 1 ? argv[1] : "data/digits.csv");
  if (argc <= 3) set_cpu_device_count(2);
  const Device first = device(argc > 3 ? argv[2] : "cpu:0");
  const Device second = device(argc > 3 ? argv[3] : "cpu:1");

  const auto count = static_cast<std::int64_t>(digits.train.labels.size());
  const Array x = device_put(HostRef(digits.train.pixels, {count, 64}), first);
  const Array labels = device_put(digits.train.labels, second);
  const Array targets = astype(expand_dims(labels, 1) == arange(10), float32);  // f32[n, 10]
  Model model = {make_layer(64, 64, first), make_layer(64, 10, second)};
  const auto zero = [](const Array& p) { return zeros_like(p); };
  Adam adam = {tree_map(zero, model), tree_map(zero, model), array(0)};

  const auto loss = value_and_grad([&](const Model& m) {
    const Array h = device_put(activations(m.hidden, x), second);
    return cross_entropy(logits(m.output, h), targets);
  });

  const Ledger ledger;
  for (int step = 0; step < 100; ++step) {
    const auto at = loss(model);  // at.grad.hidden is on the first device again
    adam.count += 1;
    std::tie(model.hidden, adam.mean.hidden, adam.square.hidden) =
        update(model.hidden, adam.mean.hidden, adam.square.hidden, at.grad.hidden, adam.count);
    std::tie(model.output, adam.mean.output, adam.square.output) =
        update(model.output, adam.mean.output, adam.square.output, at.grad.output, adam.count);
  }

  const auto tests = static_cast<std::int64_t>(digits.test.labels.size());
  const Array images = device_put(HostRef(digits.test.pixels, {tests, 64}), first);
  const Array h = device_put(activations(model.hidden, images), second);
  const Array right = argmax(logits(model.output, h), 1) == device_put(digits.test.labels, second);
  const double accuracy = mean(astype(right, float32)).item<float>();

  std::printf("test accuracy: %.1f%%\n\n", 100 * accuracy);
  std::cout << "hidden layer on " << to_string(model.hidden.w.device()) << ", output layer on "
            << to_string(model.output.w.device()) << "; the first outputs' biases:\n"
            << model.output.b << "\n\n"
            << ledger.table();
  return accuracy >= 0.95 ? 0 : 1;
}
