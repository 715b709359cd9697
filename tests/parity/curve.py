"""A loss curve drawn by JAX, which a program of the same name follows: curve_<name>.py OUT ..."""

import pathlib
import sys

import jax
import jax.numpy as jnp

STEPS = 50


def arguments():
    """What the program gets too."""
    return sys.argv[2:]


def draw(step):
    """`step` makes a step of training and returns the loss before it."""
    losses = [float(step()) for _ in range(STEPS)]
    pathlib.Path(sys.argv[1]).write_text("".join(f"{loss!r}\n" for loss in losses))


def make_adam(params):
    return {"mean": jax.tree.map(jnp.zeros_like, params),
            "square": jax.tree.map(jnp.zeros_like, params), "count": jnp.array(0)}


def adam_update(params, gradient, adam, rate):
    """As in examples/adam.h."""
    count = adam["count"] + 1
    mean = jax.tree.map(lambda m, g: 0.9 * m + 0.1 * g, adam["mean"], gradient)
    square = jax.tree.map(lambda v, g: 0.999 * v + 0.001 * (g * g), adam["square"], gradient)
    mean_share, square_share = 1 - 0.9 ** count, 1 - 0.999 ** count

    def move(p, m, v):
        return p - rate * (m / mean_share) / (jnp.sqrt(v / square_share) + 1e-8)

    return (jax.tree.map(move, params, mean, square),
            {"mean": mean, "square": square, "count": count})
