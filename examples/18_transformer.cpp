// A transformer learns to write as a text is written, character by character.
//
//   18_transformer [TEXT [STEPS]]      TEXT: else the GNU GPL, as Debian's base-files installs it
//
// A step of training is one compiled program, which draws its batch, differentiates the loss and
// applies Adam; the state is donated, so the new one takes its memory. Writing is one compiled
// program with a loop inside. The model is in transformer.h.
#include <berth/berth.h>

#include <cstdio>
#include <exception>
#include <string>

#include "transformer.h"

using namespace berth;

int run(const std::string& path, int steps) {
  transformer::Config config;
  const transformer::Text text = transformer::load_text(path, config);
  config.characters = static_cast<int>(text.alphabet.size());
  const Array numbers = array(text.numbers);

  const auto [model_key, batch_key, write_key] = random::split<3>(random::key(0));
  auto state = jit(transformer::make_state)(model_key, config);
  const auto step = jit(transformer::train_step, {.donate_argnums = {0}});
  Array loss;
  float first = 0, last = 0;
  for (int i = 0; i < steps; ++i) {
    std::tie(state, loss) = step(state, numbers, random::fold_in(batch_key, i), config);
    if (i % 50 != 0 && i != steps - 1) continue;  // reading the loss waits for it
    last = loss.item<float>();
    if (i == 0) first = last;
    std::printf("step %3d: loss %.3f\n", i, static_cast<double>(last));
  }

  const Array start = numbers[Slice(0, config.context)];
  const Array written = jit(transformer::write)(state.model, start, 400, write_key, config);
  std::printf("\n%s begins, and the model goes on:\n\n", path.c_str());
  for (const Array& part : {start, written}) {
    for (std::int32_t c : device_get(part).view<std::int32_t>()) {
      std::putchar(text.alphabet[static_cast<std::size_t>(c)]);
    }
  }
  std::printf("\n");
  return last < first - 1.f ? 0 : 1;
}

int main(int argc, char** argv) {
  try {
    return run(argc > 1 ? argv[1] : "/usr/share/common-licenses/GPL-3",
               argc > 2 ? std::stoi(argv[2]) : 300);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
}
