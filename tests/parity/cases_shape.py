"""Functions that move elements and compute nothing."""

import itertools

import jax.numpy as jnp

from cases import ALL, COMPLEX, FLOATING, STORAGE, WIDE, distinct, same_lattice

# Where elements go does not depend on their type: one for the many shapes.
DTYPE = "float32"
SHAPES = [(), (1,), (5,), (0,), (1, 1), (2, 3), (0, 3), (3, 0), (17, 33), (2, 3, 4), (1, 3, 1),
          (2, 1, 0, 3), (1, 2, 1, 3, 2, 1, 2)]

# Of one array, with the parameters of a case.
FUNCTIONS = {
    "reshape": lambda x, shape: jnp.reshape(x, shape),
    "ravel": jnp.ravel,
    "expand_dims": lambda x, axes: jnp.expand_dims(x, tuple(axes)),
    "squeeze": lambda x, axes=None: jnp.squeeze(x, None if axes is None else tuple(axes)),
    "broadcast_to": lambda x, shape: jnp.broadcast_to(x, shape),
    "transpose": lambda x, axes=None: jnp.transpose(x, axes),
    "swapaxes": lambda x, axis1, axis2: jnp.swapaxes(x, axis1, axis2),
    "moveaxis": lambda x, source, destination: jnp.moveaxis(x, source, destination),
    "flip": lambda x, axes: jnp.flip(x, tuple(axes)),
    "split": lambda x, sections, axis: jnp.split(x, sections, axis),
    "tile": lambda x, repeats: jnp.tile(x, repeats),
    "repeat": lambda x, repeats, axis: jnp.repeat(x, repeats, axis),
    "pad": lambda x, widths: jnp.pad(x, widths),
}


class Moves:
    """Adds cases of one array, each once."""

    def __init__(self, cases, x):
        self.cases, self.x = cases, x
        self.seen = []

    def add(self, op, **params):
        if (op, params) in self.seen:
            return
        self.seen.append((op, params))
        self.cases.add(op, lambda x: FUNCTIONS[op](x, **params), self.x, **params)


def add_reshapes(moves, shape):
    size, rank = moves.x.size, len(shape)
    for target in {(-1,), (size,), shape[::-1], (1, *shape), (*shape, -1), (-1, 1), (size, 1, -1),
                   (2, -1), (-1, 3), (0, -1), (size + 1,), (-1, -1), ()}:
        moves.add("reshape", shape=list(target))
    moves.add("ravel")
    for axes in ([], [0], [-1], [0, -1], [-1, 0], [1, 2], [0, 0], [-1, rank + 1], [rank + 1],
                 [-rank - 2]):
        moves.add("expand_dims", axes=axes)
    moves.add("squeeze")
    for axes in [[], [0, -1], [-rank - 1], *([axis] for axis in range(-1, rank + 1))]:
        moves.add("squeeze", axes=axes)


def add_broadcasts(moves, shape):
    for target in {shape, (2, *shape), (0, *shape), shape[1:], (*shape, 1), (*shape, 2), (3, 3),
                   tuple(4 if dim == 1 else dim for dim in shape)}:
        moves.add("broadcast_to", shape=list(target))


def add_permutations(moves, shape):
    rank = len(shape)
    moves.add("transpose")
    permutations = list(itertools.permutations(range(rank)))
    for axes in permutations[:6] + permutations[-6:]:
        moves.add("transpose", axes=list(axes))
        moves.add("transpose", axes=[axis - rank for axis in axes])
    for axes in ([0], [0, 0], [0, 1, 2, 3, 4], [0, 2], [-rank - 1] * rank):
        moves.add("transpose", axes=axes)
    for axis1, axis2 in ((0, -1), (-1, 0), (0, 1), (1, 1), (-1, -2), (0, rank), (-rank - 1, 0)):
        moves.add("swapaxes", axis1=axis1, axis2=axis2)
    # One destination for two axes is left out: berth throws, as NumPy does, JAX drops one.
    for source, destination in (([], []), ([0], [-1]), ([-1], [0]), ([0, 1], [-1, -2]), ([0], [1]),
                                ([2, 0], [0, 1]), ([0, 1], [0]), ([0, 0], [0, 1]), ([rank], [0]),
                                ([0], [-rank - 1])):
        moves.add("moveaxis", source=source, destination=destination)
    for axes in [[], [0], [-1], [0, -1], list(range(rank)), [0, 0], [rank]]:
        moves.add("flip", axes=axes)


def add_parts(moves, shape):
    rank = len(shape)
    for axis in (*range(rank), -1, rank):
        for sections in (1, 2, 3, 5):
            moves.add("split", sections=sections, axis=axis)
    moves.add("split", sections=0, axis=0)


def add_copies(moves, shape):
    rank = len(shape)
    for repeats in ([], [1], [2], [0], [3, 2], [2, 1, 3], [1] * rank, [2] * (rank + 1)):
        moves.add("tile", repeats=repeats)
    if rank == 0:
        return  # no axis: JAX repeats a scalar as if it had one, and pads none
    for axis in {0, rank - 1, -1, rank, -rank - 1}:
        for repeats in (0, 1, 3):
            moves.add("repeat", repeats=repeats, axis=axis)
    moves.add("repeat", repeats=-1, axis=0)
    for width in ((0, 0), (1, 0), (0, 2), (3, 1), (0, -1), (-1, 0)):
        moves.add("pad", widths=[list(width)] * rank)
    moves.add("pad", widths=[[i, 2 - i % 2] for i in range(rank)])


def add_join(cases, op, *arrays, **params):
    cases.add(op, lambda *x: getattr(jnp, op)(x, **params), *arrays, **params)


def add_joins(cases):
    for shape in SHAPES:
        x = distinct(shape, DTYPE)
        for axis in {0, 1, -1, len(shape) - 1, len(shape), len(shape) + 1, -len(shape) - 1}:
            for arrays in ((x,), (x, -x), (x, -x, 2 * x)):
                add_join(cases, "concatenate", *arrays, axis=axis)
                add_join(cases, "stack", *arrays, axis=axis)
    for axis in (0, 1, -1):
        for shapes in (((2, 3), (4, 3), (0, 3)), ((2, 3), (2, 1), (2, 5)), ((2, 3), (3, 2)),
                       ((2, 3), (3,)), ((0, 0), (0, 4)), ((1, 1), (1, 1), (1, 1), (1, 1))):
            arrays = [distinct(shape, DTYPE) for shape in shapes]
            add_join(cases, "concatenate", *arrays, axis=axis)
            add_join(cases, "stack", *arrays, axis=axis)


def add_promotion(cases):
    for a, b in itertools.product(ALL, ALL):
        if same_lattice(a, b):
            add_join(cases, "concatenate", distinct((2,), a), distinct((3,), b))
    for dtype in ALL:
        if same_lattice(dtype, ALL[0]):
            add_join(cases, "stack", distinct((2,), dtype), distinct((2,), ALL[0]), axis=-1)
    for dtype in STORAGE:
        add_join(cases, "concatenate", distinct((2,), dtype), distinct((3,), dtype))


def add_types(cases):
    for dtype in ALL + STORAGE:
        moves = Moves(cases, distinct((2, 3, 4), dtype))
        moves.add("reshape", shape=[4, -1])
        moves.add("expand_dims", axes=[1, -1])
        moves.add("broadcast_to", shape=[2, 2, 3, 4])
        moves.add("transpose")
        moves.add("swapaxes", axis1=0, axis2=1)
        moves.add("moveaxis", source=[0], destination=[-1])
        moves.add("flip", axes=[0, -1])
        moves.add("split", sections=2, axis=-1)
        moves.add("tile", repeats=[2, 1])
        moves.add("repeat", repeats=2, axis=1)
        widths = [[1, 0], [0, 2], [1, 1]]
        moves.add("pad", widths=widths)
        # C++ numbers that the type of the array does not hold are refused.
        values = [distinct((), dtype), True]
        if dtype not in ("bool", "int4", "uint4"):
            values += [3] + ([2.5] if dtype in FLOATING + COMPLEX else [])
        for value in values:
            cases.add("pad", lambda x, v: jnp.pad(x, widths, constant_values=v), moves.x, value,
                      widths=widths)


def add_scalars(cases):
    for value in (True, 3, 2.5):
        moves = Moves(cases, value)
        moves.add("reshape", shape=[1, -1])
        moves.add("ravel")
        moves.add("expand_dims", axes=[0, 1])
        moves.add("broadcast_to", shape=[2, 3])
        moves.add("transpose")
        moves.add("tile", repeats=[2])


def add_to(cases):
    add_types(cases)
    add_promotion(cases)
    if WIDE:
        return
    for shape in SHAPES:
        moves = Moves(cases, distinct(shape, DTYPE))
        for family in (add_reshapes, add_broadcasts, add_permutations, add_parts, add_copies):
            family(moves, shape)
    add_joins(cases)
    add_scalars(cases)
