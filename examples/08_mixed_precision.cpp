// tree_map converts all parameters of a model at once; device_put places them, by rule if need be.
#include <berth/berth.h>

#include <iostream>
#include <vector>

using namespace berth;

struct Layer {
  Array w, b;
};
BERTH_FIELDS(Layer, w, b);

struct Model {
  std::vector<Layer> layers;
  Array scale;
};
BERTH_FIELDS(Model, layers, scale);

int main() {
  set_cpu_device_count(2);
  const Model model = {{{ones({4, 8}), zeros({8})}, {ones({8, 2}), zeros({2})}}, ones({})};

  const Model half = tree_map([](const Array& p) { return astype(p, bfloat16); }, model);
  const Model placed = device_put(half, [](std::string_view path, const Array&) -> Target {
    return path.substr(0, 8) == "layers.0" ? device("cpu:0") : device("cpu:1");
  });
  for (const Layer& layer : placed.layers) std::cout << layer.w << "\n";

  // Compute in bfloat16, keep the sum in float32.
  const Array x = ones({3, 4}, Create(bfloat16));
  const Array h = relu(matmul(x, placed.layers[0].w) + placed.layers[0].b);
  const Array y = matmul(device_put(h, device("cpu:1")), placed.layers[1].w);
  const Array loss = mean(astype(y, float32) * placed.scale);
  std::cout << "loss " << loss << "\n";
  return loss.dtype() == float32 && y.dtype() == bfloat16 ? 0 : 1;
}
