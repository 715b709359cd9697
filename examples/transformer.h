#pragma once

#include <berth/berth.h>

#include <cmath>
#include <cstdint>
#include <fstream>
#include <iterator>
#include <limits>
#include <set>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "adam.h"

/// A transformer that reads characters and says what comes next.
namespace transformer {

using namespace berth;

/// A text as the numbers of its characters in `alphabet`.
struct Text {
  std::string alphabet;
  std::vector<std::int32_t> numbers;
};

/// Sizes. Integers are static: jit compiles for them.
struct Config {
  int characters = 0;  ///< Different ones.
  int context = 32;    ///< How many it sees.
  int width = 64;
  int heads = 4;
  int blocks = 2;
  int batch = 16;
};

struct Block {
  Array attention_norm, qkv, projection;
  Array mlp_norm, up, down;
};
struct Model {
  Array characters, positions;
  std::vector<Block> blocks;
  Array norm, head;
};

struct State {
  Model model;
  Adam<Model> adam;
};

inline Text load_text(const std::string& path, const Config& config) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path + ": name a text file");
  const std::string text((std::istreambuf_iterator<char>(file)), {});
  if (text.size() <= static_cast<std::size_t>(config.context)) {
    throw std::runtime_error(path + " has " + std::to_string(text.size()) +
                             " characters: name a text of more than " +
                             std::to_string(config.context));
  }
  const std::set<char> different(text.begin(), text.end());
  Text result = {{different.begin(), different.end()}, {}};
  for (char c : text) {
    result.numbers.push_back(static_cast<std::int32_t>(result.alphabet.find(c)));
  }
  return result;
}

inline Array weights(const random::Key& key, int inputs, int outputs) {
  return random::normal(key, {inputs, outputs}) / std::sqrt(static_cast<float>(inputs));
}

inline Model make_model(const random::Key& key, const Config& config) {
  const int d = config.width;
  const auto keys = random::split(key, config.blocks + 3);
  Model model = {.characters = 0.1f * random::normal(keys[0], {config.characters, d}),
                 .positions = 0.1f * random::normal(keys[1], {config.context, d}),
                 .blocks = {},
                 .norm = ones({d}),
                 .head = 0.1f * weights(keys[2], d, config.characters)};
  for (int i = 0; i < config.blocks; ++i) {
    const auto [qkv, projection, up, down] = random::split<4>(keys[i + 3]);
    model.blocks.push_back({.attention_norm = ones({d}),
                            .qkv = weights(qkv, d, 3 * d),
                            .projection = weights(projection, d, d),
                            .mlp_norm = ones({d}),
                            .up = weights(up, d, 4 * d),
                            .down = weights(down, 4 * d, d)});
  }
  return model;
}

inline State make_state(const random::Key& key, const Config& config) {
  const Model model = make_model(key, config);
  return {model, make_adam(model)};
}

inline Array layer_norm(const Array& x, const Array& scale) {
  const Array centered = x - mean(x, -1, {.keepdims = true});
  return scale * centered * rsqrt(mean(square(centered), -1, {.keepdims = true}) + 1e-5f);
}

/// Each position looks at itself and at those before it: f32[n, width] -> f32[n, width].
inline Array attention(const Block& block, const Array& x, int heads) {
  const std::int64_t n = x.shape(0);
  const std::int64_t size = x.shape(1) / heads;
  const Array qkv = transpose(reshape(matmul(x, block.qkv), {n, 3, heads, size}), {1, 2, 0, 3});
  const Array scores = matmul(qkv[0], swapaxes(qkv[1], 1, 2)) / std::sqrt(static_cast<float>(size));
  const Array seen = expand_dims(arange(n), 1) >= arange(n);
  const Array looks = softmax(where(seen, scores, -std::numeric_limits<float>::infinity()));
  const Array mixed = swapaxes(matmul(looks, qkv[2]), 0, 1);  // f32[n, heads, size]
  return matmul(reshape(mixed, x.shape()), block.projection);
}

/// What may come after each character, and those before it: s32[n] -> f32[n, characters].
inline Array logits(const Model& model, const Array& text, const Config& config) {
  Array x = take(model.characters, text, 0) + model.positions[Slice(0, text.shape(0))];
  for (const Block& block : model.blocks) {
    x += attention(block, layer_norm(x, block.attention_norm), config.heads);
    x += matmul(gelu(matmul(layer_norm(x, block.mlp_norm), block.up)), block.down);
  }
  return matmul(layer_norm(x, model.norm), model.head);
}

/// The mean of -log p(next character) over a batch of texts: s32[batch, context + 1].
inline Array cross_entropy(const Model& model, const Array& batch, const Config& config) {
  const auto of_one = [&](const Array& text) {
    const Array log_p = log_softmax(logits(model, text[Slice(0, -1)], config));
    return -mean(take_along_axis(log_p, expand_dims(text[Slice(1, none)], 1), 1));
  };
  return mean(vmap(of_one)(batch));
}

/// Pieces of the text from random places, and a step of Adam: the state after it, the loss before.
inline std::pair<State, Array> train_step(const State& state, const Array& text,
                                          const random::Key& key, const Config& config) {
  const Array starts = random::randint(key, {config.batch, 1}, 0, text.shape(0) - config.context);
  const Array batch = take(text, starts + arange(config.context + 1));
  const auto at = value_and_grad(
      [&](const Model& model) { return cross_entropy(model, batch, config); })(state.model);
  const auto [model, adam] = adam_update(state.model, at.grad, state.adam, 3e-3f);
  return {{model, adam}, at.value};
}

/// `count` characters that go on from `start`, each drawn from what the model expects.
inline Array write(const Model& model, const Array& start, int count, const random::Key& key,
                   const Config& config) {
  const auto next = [&](const Array& seen, const Array& i) {
    const Array scores = logits(model, seen, config)[-1] / 0.7f;  // likelier ones more often
    const Array c = random::categorical(random::fold_in(key, i), scores);
    return std::pair(concatenate({seen[Slice(1, none)], expand_dims(c, 0)}), c);
  };
  return scan(next, start, arange(count)).ys;
}

}  // namespace transformer
