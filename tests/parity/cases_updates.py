"""New arrays that differ in some elements, and their derivatives."""

import itertools

import jax.numpy as jnp

from cases import ALL, BOOL, COMPLEX, FLOATING, WIDE, distinct, mixed
from cases_gradients import add
from cases_indexing import ids, mask, written

UPDATES = ["set", "add", "mul", "min", "max"]
DTYPE = "float64" if WIDE else "float32"
EVERY = slice(None)
INDICES = [
    (1,), (-1, 2), (Ellipsis, 0), (slice(1, 3),), (slice(None, None, -1), 1), (EVERY, slice(0, 2)),
    (None, slice(3, 0, -2)), (slice(None, None, 2), slice(None, None, -2)), (slice(2, 2),), (),
    (ids(2, 0, -1),), (EVERY, ids(1, 0)), (ids(2, 0), ids(1, -1)), (ids([0], [3]), ids(2, 1)),
    (ids(0, 2), EVERY, ids(4, 1)), (slice(1, 3), ids(0, 2)), (ids(1, 3), slice(None, None, 2), 0),
    (slice(None, None, -3), ids(2, 0)), (ids(),), (mask(True, False, True, True),),
    (ids(1, 9, -9),), (ids(0, 9), ids(9, 1)),
]
# Of these some elements are named twice.
REPEATED = [(ids(1, 1, 0),), (EVERY, ids(0, 2, 0)), (ids(1, 1), ids(2, 2))]


def updated(x, value, index, update, unique=False):
    return getattr(x.at[index], update)(value, unique_indices=unique)


def parts(index):
    arrays = [part for part in index if isinstance(part, jnp.ndarray)]
    return arrays, {"index": [written(part) for part in index]}


def value_for(x, index):
    return mixed(x[index].shape, x.dtype)


def add_update(cases, x, value, index, update):
    arrays, params = parts(index)
    cases.add("at", lambda y, v, *_: updated(y, v, index, update), x, value, *arrays,
              update=update, **params)


def add_gradient(cases, x, index, update, unique):
    arrays, params = parts(index)
    # JAX shares a minimum between what is equal; there the second derivatives are of no use.
    order = 1 if update in ("min", "max") else 2
    # berth divides a product of all factors by one of them, where JAX takes no factors that meet.
    ulps = 32 if update == "mul" else 8
    add(cases, "at", lambda y, v, *_: updated(y, v, index, update, unique), x,
        value_for(x, index), *arrays, order=order, ulps=ulps, floor=1, update=update, **params)


def add_types(cases):
    for dtype, update in itertools.product(ALL, UPDATES):
        if (dtype in BOOL and update in ("add", "mul")) or (
                dtype in COMPLEX and update in ("min", "max")):
            continue  # these JAX refuses, or orders lexicographically
        x = distinct((4, 3), dtype)
        for index in ((1,), (slice(0, 2), slice(None, None, 2)), (ids(2, 0),)):
            add_update(cases, x, value_for(x, index), index, update)
        scalar = True if dtype in BOOL else 2
        add_update(cases, x, scalar, (ids(2, 0), 1), update)
        if dtype in FLOATING:
            add_update(cases, x, 0.5, (0,), update)


def add_to(cases):
    add_types(cases)
    x = mixed((4, 3, 5), DTYPE)
    for update in UPDATES:
        for index in INDICES:
            add_update(cases, x, value_for(x, index), index, update)
            add_update(cases, x, 2.0, index, update)
            add_gradient(cases, x, index, update, unique=True)
        for index in REPEATED if update != "set" else []:
            add_update(cases, x, value_for(x, index), index, update)
            if update != "mul":  # JAX has no derivative where factors meet
                add_gradient(cases, x, index, update, unique=False)
    for index, shape in (((0,), (5,)), ((0,), (3, 1)), ((ids(1, 2),), (3, 5)), ((0,), (4, 5)),
                         ((EVERY, 0), (4, 2)), ((1, 1), (1,))):
        add_update(cases, x, mixed(shape, DTYPE), index, "set")
    for dtype in FLOATING + COMPLEX:
        if dtype != "float16":
            for update in ("set", "add", "mul"):
                add_gradient(cases, mixed((4, 3), dtype), (ids(2, 0),), update, unique=True)
