#include <tuple>

#include "parity/curve.h"
#include "transformer.h"

// curve_transformer <curve> <text>: what examples/18_transformer.cpp does, followed step by step.
int main(int argc, char** argv) {
  using namespace berth;
  if (argc != 3) return 2;
  transformer::Config config;
  const transformer::Text text = transformer::load_text(argv[2], config);
  config.characters = static_cast<int>(text.alphabet.size());
  const Array numbers = array(text.numbers);
  const auto keys = random::split<3>(random::key(0));
  auto state = jit(transformer::make_state)(keys[0], config);
  const auto step = jit(transformer::train_step, {.donate_argnums = {0}});
  int steps = 0;
  return parity::follow_curve(argv[1], [&] {
    Array loss;
    std::tie(state, loss) = step(state, numbers, random::fold_in(keys[1], steps++), config);
    return static_cast<double>(loss.item<float>());
  });
}
