"""examples/transformer.h in JAX: curve_transformer.py OUT TEXT."""

import functools
import pathlib

import jax
import jax.numpy as jnp
from curve import adam_update, arguments, draw, make_adam
from jax import random

CONFIG = {"context": 32, "width": 64, "heads": 4, "blocks": 2, "batch": 16}


def weights(key, inputs, outputs):
    return random.normal(key, (inputs, outputs)) / jnp.sqrt(jnp.float32(inputs))


def make_model(key, characters):
    d, blocks = CONFIG["width"], CONFIG["blocks"]
    keys = random.split(key, blocks + 3)
    model = {
        "characters": 0.1 * random.normal(keys[0], (characters, d)),
        "positions": 0.1 * random.normal(keys[1], (CONFIG["context"], d)),
        "blocks": [],
        "norm": jnp.ones(d),
        "head": 0.1 * weights(keys[2], d, characters),
    }
    for i in range(blocks):
        qkv, projection, up, down = random.split(keys[i + 3], 4)
        model["blocks"].append({
            "attention_norm": jnp.ones(d),
            "qkv": weights(qkv, d, 3 * d),
            "projection": weights(projection, d, d),
            "mlp_norm": jnp.ones(d),
            "up": weights(up, d, 4 * d),
            "down": weights(down, 4 * d, d),
        })
    return model


def layer_norm(x, scale):
    centered = x - jnp.mean(x, -1, keepdims=True)
    return scale * centered * jax.lax.rsqrt(
        jnp.mean(jnp.square(centered), -1, keepdims=True) + 1e-5)


def attention(block, x):
    heads = CONFIG["heads"]
    length, size = x.shape[0], x.shape[1] // heads
    qkv = jnp.transpose((x @ block["qkv"]).reshape(length, 3, heads, size), (1, 2, 0, 3))
    scores = qkv[0] @ jnp.swapaxes(qkv[1], -1, -2) / size ** 0.5
    seen = jnp.arange(length)[:, None] >= jnp.arange(length)
    probabilities = jax.nn.softmax(jnp.where(seen, scores, -jnp.inf))
    mixed = jnp.swapaxes(probabilities @ qkv[2], 0, 1)
    return mixed.reshape(x.shape) @ block["projection"]


def logits(model, text):
    x = jnp.take(model["characters"], text, 0) + model["positions"][:text.shape[0]]
    for block in model["blocks"]:
        x += attention(block, layer_norm(x, block["attention_norm"]))
        x += jax.nn.gelu(layer_norm(x, block["mlp_norm"]) @ block["up"]) @ block["down"]
    return layer_norm(x, model["norm"]) @ model["head"]


def cross_entropy(model, batch):
    def of_one(text):
        scores = jax.nn.log_softmax(logits(model, text[:-1]))
        return -jnp.mean(jnp.take_along_axis(scores, text[1:, None], 1))

    return jnp.mean(jax.vmap(of_one)(batch))


@functools.partial(jax.jit, donate_argnums=0)
def train_step(state, text, key):
    context = CONFIG["context"]
    starts = random.randint(key, (CONFIG["batch"], 1), 0, text.shape[0] - context)
    batch = jnp.take(text, starts + jnp.arange(context + 1))
    value, gradient = jax.value_and_grad(cross_entropy)(state[0], batch)
    return adam_update(state[0], gradient, state[1], 3e-3), value


def load_text(path):
    """The numbers of the characters, and how many there are."""
    text = pathlib.Path(path).read_bytes()
    alphabet = sorted(set(text))
    return jnp.array([alphabet.index(c) for c in text]), len(alphabet)


@functools.partial(jax.jit, static_argnums=1)
def make_state(key, characters):
    model = make_model(key, characters)
    return model, make_adam(model)


class Training:
    """What examples/18_transformer.cpp does; each call is a step, and returns the loss before."""

    def __init__(self, path):
        self.text, characters = load_text(path)
        model_key, self.key = random.split(random.key(0), 3)[:2]
        self.state = make_state(model_key, characters)
        self.steps = 0

    def __call__(self):
        key = random.fold_in(self.key, self.steps)
        self.state, loss = train_step(self.state, self.text, key)
        self.steps += 1
        return loss


if __name__ == "__main__":
    draw(Training(*arguments()))
