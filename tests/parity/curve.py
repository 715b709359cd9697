"""A loss curve drawn by JAX, which a program of the same name follows: curve_<name>.py OUT ..."""

import pathlib
import sys

STEPS = 50


def arguments():
    """What the program gets too."""
    return sys.argv[2:]


def draw(step):
    """`step` makes a step of training and returns the loss before it."""
    losses = [float(step()) for _ in range(STEPS)]
    pathlib.Path(sys.argv[1]).write_text("".join(f"{loss!r}\n" for loss in losses))
