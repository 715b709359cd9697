"""Functions that choose elements by where they are."""

import itertools

import jax.numpy as jnp
import numpy as np
from jax import lax

from cases import ALL, INTEGERS, STORAGE, WIDE, distinct, in_int32

# Where elements are does not depend on their type: one for the many places.
DTYPE = "float32"
INDEX_TYPES = INTEGERS + (["int32", "uint8"] if WIDE else [])


def ids(*values, dtype="int32"):
    return jnp.array(np.array(values).astype(dtype))


def mask(*values):
    return jnp.array(values, bool)


def written(part):
    """A part of an index as the runner reads it."""
    if isinstance(part, slice):
        return [part.start, part.stop, part.step]
    if part is None:
        return "newaxis"
    if part is Ellipsis:
        return "ellipsis"
    return part if isinstance(part, int) else "array"


def add_index(cases, x, *index):
    arrays = [part for part in index if isinstance(part, jnp.ndarray)]
    cases.add("index", lambda y, *_: y[index], x, *arrays, index=[written(i) for i in index])


# Integers that are out of range are left out everywhere: JAX moves them inside, berth throws.
def add_positions(cases):
    for size in (1, 5):
        for i in range(-size, size):
            add_index(cases, distinct((size,), DTYPE), i)
    x = distinct((3, 4, 5), DTYPE)
    for index in ((0,), (-1, 2), (2, -4, 4), (0, 0, 0), (0, 0, 0, 0), (Ellipsis, 1), (1, Ellipsis),
                  (1, Ellipsis, 2), (Ellipsis,), (Ellipsis, 0, Ellipsis), (None,), (None, 1),
                  (1, None), (Ellipsis, None), (None, Ellipsis, None), (0, None, 1, None, 2, None),
                  (0, 1, 2, Ellipsis), (0, 1, 2, None, Ellipsis), ()):
        add_index(cases, x, *index)
    for index in ((), (Ellipsis,), (None,), (None, None), (Ellipsis, None), (0,)):
        add_index(cases, distinct((), DTYPE), *index)
    for shape in ((0, 3), (2, 0, 3)):
        for index in ((Ellipsis, 1), (Ellipsis, -1, None), (slice(None), slice(1, None)), (None,)):
            add_index(cases, distinct(shape, DTYPE), *index)
    for index in ((2,), (-1, Ellipsis, None), (slice(1, None), slice(1, None))):
        add_index(cases, distinct((3, 0), DTYPE), *index)


def add_slices(cases):
    bounds = (None, 0, 1, 4, 9, -1, -3, -9)
    for start, stop, step in itertools.product(bounds, bounds, (None, 2, 3, -1, -2, -7)):
        add_index(cases, distinct((5,), DTYPE), slice(start, stop, step))
    for size in (0, 1):
        for start, stop, step in itertools.product((None, 0, 2, -1, -3), (None, 1, -1), (2, -1)):
            add_index(cases, distinct((size,), DTYPE), slice(start, stop, step))
    add_index(cases, distinct((5,), DTYPE), slice(None, None, 0))
    x = distinct((7, 8, 9), DTYPE)
    for index in (
        (slice(1, 3), slice(None, None, -1), slice(2, None, 3)),
        (slice(None, None, -2), slice(5, 1, -3)),
        (Ellipsis, slice(1, -1)),
        (slice(1, 1), Ellipsis, slice(None, None, 4)),
        (2, slice(1, 6, 2), -1),
        (slice(1, 6, 2), -1, slice(None, None, -1)),
        (slice(1, 6, 2), None, 3, Ellipsis, None),
        (None, slice(-3, None), Ellipsis, -2),
    ):
        add_index(cases, x, *index)
    big = distinct((1000, 3), DTYPE)
    for part in (slice(None, None, 7), slice(990, 10, -13), slice(-1, None, -999)):
        add_index(cases, big, part)


def add_arrays(cases):
    x = distinct((3, 4, 5), DTYPE)
    i, j = ids(0, 2), ids(1, -1)
    grid = ids([0], [1], [-1])
    every = slice(None)
    for index in (
        (i,), (grid,), (ids(-3, 3, 99, -99),), (ids(1),), (ids(),), (jnp.int32(1),),
        (every, i), (Ellipsis, i), (every, every, i), (slice(1, None), i, slice(None, None, -2)),
        (i, j), (i, grid), (grid, j, ids(4, -5)), (every, i, j), (i, every, j), (Ellipsis, i, j),
        (i, Ellipsis, j), (i, None, j), (None, i, j), (i, j, None), (every, i, None, j),
        # Integers beside arrays are arrays too.
        (0, i), (i, 0), (0, every, i), (i, every, 0), (every, 0, i), (every, i, 0), (0, i, j),
        (i, 0, j), (0, None, i), (0, Ellipsis, i), (0, slice(1, 3), grid), (grid, slice(1, 3), 0),
        (0, 0, i), (0, every, jnp.int32(1)), (jnp.int32(1), every, i), (jnp.int32(1), jnp.int32(2)),
        (every, jnp.int32(-1), slice(0, 0)), (i, ids(0, 1, 2)), (i, j, i, j), (jnp.float32(1),),
        (jnp.ones(2, DTYPE),),
    ):
        add_index(cases, x, *index)
    for shape, index in (((0, 3), (ids(0, 2),)), ((0, 3), (ids(),)), ((3, 0), (ids(0, 2),)),
                         ((0, 3), (every, ids(0, 2))), ((), (ids(0),)), ((1,), (ids(0, 0, 5, -5),)),
                         ((17, 33), (ids([16, 3], [-17, 0]), ids(32, -33))),
                         ((5, 1, 7, 2), (ids(4, 0), every, ids([6], [0]), slice(None, None, -1)))):
        add_index(cases, distinct(shape, DTYPE), *index)


# A mask of no axes is left out: it adds an axis in JAX, and has none to cover in berth.
def add_masks(cases):
    x = distinct((3, 4, 5), DTYPE)
    rows, columns = mask(True, False, True), mask(False, True, True, False)
    plane = x[:, :, 0] % 3 == 0
    for index in ((rows,), (slice(None), columns), (Ellipsis, x[0, 0] > 1), (plane,), (x % 7 < 2,),
                  (mask(False, False, False),), (rows, slice(None), ids(0, 4)), (rows, 2),
                  (rows, ids(1, 2)), (rows, ids(3)), (rows, columns), (rows, ~columns),
                  (rows, mask(True, True, True, False)),
                  (None, plane, slice(1, 3)), (0, columns), (slice(1, None), columns, 0),
                  (slice(None), columns, ids(1, 1)), (rows, None, columns), (Ellipsis, plane),
                  (columns,), (plane[:2],), (plane, rows), (x > 0, None)):
        add_index(cases, x, *index)
    for shape in ((1,), (0,), (0, 3), (3, 0), (17, 33)):
        add_index(cases, distinct(shape, DTYPE), distinct(shape, "int32") % 3 == 0)
    for shape in ((), (1,), (0,), (7,), (0, 3), (3, 5), (2, 3, 4)):
        cases.add("nonzero", in_int32(jnp.nonzero), distinct(shape, DTYPE))


def add_take(cases):
    x = distinct((3, 4, 5), DTYPE)
    indices = [jnp.int32(1), ids(0, 2), ids([0, -1], [1, 2]), ids(), ids(-3, -4, 3, 4, 5, -60, 60)]
    for mode in ("fill", "clip", "wrap"):
        for index in indices:
            cases.add("take", lambda y, i: jnp.take(y, i, mode=mode), x, index, mode=mode)
            for axis in (0, 1, -1):
                cases.add("take", lambda y, i: jnp.take(y, i, axis, mode=mode), x, index,
                          axis=axis, mode=mode)
        for i in (0, -1, 2, 3, -4, 100):
            cases.add("take", lambda y, j: jnp.take(y, j, 0, mode=mode), x, i, axis=0, mode=mode)
        for shape, axis in (((0, 3), 0), ((0, 3), 1), ((3, 0), 0), ((1,), 0)):
            for index in (ids(), ids(0, 1)):
                cases.add("take", lambda y, i: jnp.take(y, i, axis, mode=mode),
                          distinct(shape, DTYPE), index, axis=axis, mode=mode)
    for axis in (3, -4):
        cases.add("take", lambda y, i: jnp.take(y, i, axis), x, ids(0), axis=axis)
    # Indices of bool are left out: integers in JAX, refused by berth.
    cases.add("take", lambda y, i: jnp.take(y, i, 0), x, jnp.ones(2, DTYPE), axis=0)


def add_along(cases, x, index, axis):
    cases.add("take_along_axis", lambda y, i: jnp.take_along_axis(y, i, axis), x, index, axis=axis)


def add_take_along(cases):
    def add(*case):
        add_along(cases, *case)

    x = distinct((3, 4, 5), DTYPE)
    for axis in (0, 1, 2, -1, 3):
        for shape in ((3, 4, 5), (1, 1, 1), (3, 1, 5), (1, 4, 2), (3, 4, 0), (3, 4), (2, 4, 5)):
            index = (distinct(shape, "int32") * 7 + 1) % 3
            add(x, index, axis)
            add(x, index - 3, axis)
        add(x, ids([[-6, -4, -1, 2, 9]]), axis)
    # A choice from no element is left out: berth throws, as `take` does in both.
    for shape, other, axis in (((0, 3), (0, 2), 1), ((0, 3), (0, 3), 0), ((1,), (4,), 0),
                               ((), (), 0), ((1, 4), (5, 2), 1), ((17, 33), (17, 3), -1)):
        add(distinct(shape, DTYPE), distinct(other, "int32") % 3, axis)
    add(x, jnp.zeros((3, 4, 5), DTYPE), 1)


def add_block(cases, x, starts, sizes):
    cases.add("dynamic_slice", lambda y, *s: lax.dynamic_slice(y, s, sizes), x, *starts,
              sizes=list(sizes))


def add_update(cases, x, update, starts):
    cases.add("dynamic_update_slice", lambda y, u, *s: lax.dynamic_update_slice(y, u, s), x,
              update, *starts)


def add_blocks(cases):
    x = distinct((4, 5), DTYPE)
    for starts in ((0, 0), (1, 2), (-1, -2), (3, 4), (-9, 9), (9, -9)):
        for sizes in ((2, 3), (4, 5), (1, 1), (0, 2), (5, 1), (2,), (2, 2, 2)):
            for given in (starts, [jnp.int32(s) for s in starts]):
                add_block(cases, x, given, sizes)
                add_update(cases, x, -distinct(sizes, DTYPE), given)
    add_block(cases, x, (0,), (2, 2))
    add_update(cases, x, -distinct((2, 2), DTYPE), (0,))
    add_block(cases, x, (ids(0, 0), jnp.int32(0)), (2, 2))
    add_block(cases, x, (jnp.float32(1), jnp.float32(1)), (2, 2))
    add_block(cases, distinct((), DTYPE), (), ())
    add_update(cases, distinct((), DTYPE), distinct((), DTYPE) - 1, ())
    add_block(cases, distinct((0, 3), DTYPE), (0, 1), (0, 2))
    starts = [jnp.int32(s) for s in (1, 0, -2, 3)]
    add_block(cases, distinct((3, 2, 5, 4), DTYPE), starts, (2, 2, 1, 3))
    for other in ("int32", "bool"):
        add_update(cases, x, jnp.ones((2, 2), other), (0, 0))


def add_slice(cases, x, starts, limits, strides=None):
    given = {} if strides is None else {"strides": list(strides)}
    cases.add("slice", lambda y: lax.slice(y, starts, limits, strides), x, starts=list(starts),
              limits=list(limits), **given)


def add_static_slices(cases):
    x = distinct((4, 5), DTYPE)
    for starts, limits in (((0, 0), (4, 5)), ((1, 2), (3, 5)), ((4, 0), (4, 5)), ((2, 0), (1, 5)),
                           ((-1, 0), (4, 5)), ((0, 0), (5, 5)), ((0,), (4,)), ((0, 0), (4, -1))):
        add_slice(cases, x, starts, limits)
        for strides in ((1, 1), (2, 3), (9, 1), (0, 1), (-1, 1), (1,)):
            add_slice(cases, x, starts, limits, strides)
    add_slice(cases, distinct((), DTYPE), (), ())


def add_types(cases):
    for dtype in ALL + STORAGE:
        x = distinct((4, 5), dtype)
        add_index(cases, x, 1)
        add_index(cases, x, slice(None, None, -2), slice(1, 4))
        add_index(cases, x, ids(3, 0, -1))
        add_index(cases, x, ids([1], [2]), ids(4, -5))
        add_index(cases, x, distinct((4, 5), "int32") % 3 == 0)
        add_block(cases, x, (1, -3), (2, 2))
        add_update(cases, x, distinct((2, 2), dtype), (-1, 1))
        add_slice(cases, x, (1, 0), (4, 5), (2, 3))
    for dtype in ALL:
        x = distinct((2, 3), dtype)
        cases.add("nonzero", in_int32(jnp.nonzero), x)
        for mode in ("fill", "clip", "wrap"):  # what stands for a missing element
            cases.add("take", lambda y, i: jnp.take(y, i, 1, mode=mode), x, ids(0, 3, -1, -4),
                      axis=1, mode=mode)
        add_along(cases, x, ids([0, 3], [-1, -4]), 1)


def add_index_types(cases):
    # Longer arrays than a type of index can count are left out: JAX raises, berth reads them; and
    # indices that only 64 bits hold.
    x = distinct((120, 5), DTYPE)
    for dtype in INDEX_TYPES:
        info = jnp.iinfo(dtype)
        most, least = min(info.max, 10**6), max(info.min, -10**6)
        index = ids(0, 1, 99, most, *([] if least == 0 else [-1, -100, least]), dtype=dtype)
        add_index(cases, x, index)
        add_index(cases, x, index, jnp.array(1, dtype))
        for mode in ("fill", "clip", "wrap"):
            cases.add("take", lambda y, i: jnp.take(y, i, 0, mode=mode), x, index,
                      axis=0, mode=mode)
        add_along(cases, x, index[:5, None] * jnp.ones((1, 5), dtype), 0)
        # Of one type each: JAX refuses to mix them.
        starts = [jnp.array(1, dtype), jnp.array(3 if info.min == 0 else -2, dtype)]
        add_block(cases, x, starts, (2, 3))
        add_update(cases, x, -distinct((2, 2), DTYPE), starts)


def add_to(cases):
    add_types(cases)
    add_index_types(cases)
    if WIDE:
        return
    add_positions(cases)
    add_slices(cases)
    add_arrays(cases)
    add_masks(cases)
    add_take(cases)
    add_take_along(cases)
    add_blocks(cases)
    add_static_slices(cases)
