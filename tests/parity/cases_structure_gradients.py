"""Derivatives of what moves, reduces and multiplies elements."""

import jax.numpy as jnp
from jax import lax

from cases import COMPLEX, FLOATING, WIDE, distinct, mixed
from cases_gradients import add
from cases_indexing import ids, mask, written
from cases_shape import FUNCTIONS

DTYPES = [dtype for dtype in FLOATING + COMPLEX if dtype != "float16"]
# One type where only places matter.
DTYPE = "float64" if WIDE else "float32"


def add_moves(cases):
    for op, shape, params in (
        ("reshape", (2, 3), {"shape": [3, -1]}), ("ravel", (2, 3), {}),
        ("expand_dims", (2, 3), {"axes": [1]}), ("squeeze", (2, 1), {"axes": [1]}),
        ("broadcast_to", (3, 1), {"shape": [2, 3, 4]}), ("broadcast_to", (), {"shape": [3]}),
        ("transpose", (2, 3, 4), {"axes": [1, 2, 0]}), ("flip", (2, 3), {"axes": [1]}),
        ("moveaxis", (2, 3, 4), {"source": [0], "destination": [-1]}),
        ("tile", (2, 3), {"repeats": [2, 1]}), ("repeat", (2, 3), {"repeats": 3, "axis": 1}),
        ("pad", (2, 3), {"widths": [[1, 0], [2, 1]]}),
        ("pad", (0, 3), {"widths": [[1, 0], [0, 0]]}),
    ):
        for dtype in DTYPES:
            add(cases, op, lambda x: FUNCTIONS[op](x, **params), mixed(shape, dtype), order=1,
                **params)
    for dtype in DTYPES:
        x, y = mixed((2, 3), dtype), mixed((2, 1), dtype)
        add(cases, "concatenate", lambda *z: jnp.concatenate(z, 1), x, y, x, order=1, axis=1)
        add(cases, "stack", lambda *z: jnp.stack(z, 1), x, -x, order=1, axis=1)
        add(cases, "pad", lambda z, v: jnp.pad(z, ((1, 2), (0, 1)), constant_values=v), x,
            jnp.ones((), dtype), order=1, widths=[[1, 2], [0, 1]])


def add_index(cases, x, *index):
    arrays = [part for part in index if isinstance(part, jnp.ndarray)]
    add(cases, "index", lambda y, *_: y[index], x, *arrays, order=1,
        index=[written(part) for part in index])


def add_indices(cases):
    x = mixed((4, 3, 5), DTYPE)
    i, j = ids(0, 2, 0), ids(1, -1, 1)
    every = slice(None)
    for index in ((1,), (Ellipsis, -1), (slice(1, 3), None, 0), (slice(None, None, -2),),
                  (every, slice(2, 0, -1), slice(None, None, 3)), (slice(2, 2),), (i,),
                  (every, i), (i, j), (i, every, j), (ids(3, 9, -9),), (i, 1), (ids(),),
                  (ids([0], [2]), every, ids(1, -1)), (mask(True, False, True, True),),
                  (every, i, slice(None, None, 2))):
        add_index(cases, x, *index)
    for mode in ("fill", "clip", "wrap"):
        for index in (ids(0, 2, 1, 2), ids(0, 3, -1, -4, 9)):
            # Of NaN the product with a weight has no derivative worth comparing.
            add(cases, "take", lambda y, k: jnp.take(y, k, 1, mode=mode), x, index, order=1,
                axis=1, mode=mode)
    along = ids([[0, 2]], [[1, 1]], [[2, 0]], [[0, 0]])
    add(cases, "take_along_axis", lambda y, k: jnp.take_along_axis(y, k, 2), x, along, order=1,
        axis=2)
    for starts in ((1, 0), (3, -2), (9, -9)):
        starts = [jnp.int32(start) for start in starts]
        plane, block = x[:, :, 0], -mixed((2, 2), DTYPE)
        add(cases, "dynamic_slice", lambda y, *s: lax.dynamic_slice(y, s, (2, 2)), plane, *starts,
            order=1, sizes=[2, 2])
        add(cases, "dynamic_update_slice", lambda y, u, *s: lax.dynamic_update_slice(y, u, s),
            plane, block, *starts, order=1)
    for strides in ((1, 1), (3, 2)):
        add(cases, "slice", lambda y: lax.slice(y, (1, 0), (4, 2), strides), x[:, :, 0], order=1,
            starts=[1, 0], limits=[4, 2], strides=list(strides))


def add_reductions(cases):
    for dtype in DTYPES:
        x = mixed((3, 4, 5), dtype)
        ties = distinct((3, 4), dtype) % 3 if dtype not in COMPLEX else None
        zeros = jnp.array([[2, 0, 3], [0, 0, 1], [1, 2, 3]], dtype)
        for name in ("sum", "mean", "prod"):
            for axes in ([0], [0, 2], []):
                y = x[:2, :2, :2] if name == "prod" else x
                add(cases, name, lambda z: getattr(jnp, name)(z, axis=tuple(axes)), y, ulps=16,
                    floor=1, axes=axes)
        for z in (zeros, zeros[:0], mixed((2, 7), dtype)):
            add(cases, "prod", lambda y: jnp.prod(y, 1), z, ulps=32, floor=1, axes=[1])
        if dtype in COMPLEX:
            continue
        for name in ("var", "std"):
            add(cases, name, lambda z: getattr(jnp, name)(z, axis=1), x, ulps=32, floor=1, axes=[1])
        for name in ("max", "min"):
            for z in (x[0], ties):
                for axes in ([1], [0, 1]):
                    add(cases, name, lambda y: getattr(jnp, name)(y, axis=tuple(axes)), z, ulps=8,
                        axes=axes)


def add_products(cases):
    for dtype in DTYPES:
        for x, y in (((3,), (3,)), ((2, 3), (3, 4)), ((2, 3), (3,)), ((2, 3, 4), (4, 2)),
                     ((2, 1, 2, 3), (4, 3, 2))):
            add(cases, "matmul", jnp.matmul, mixed(x, dtype), -mixed(y, dtype), ulps=32, floor=8)
        add(cases, "dot", jnp.dot, mixed((2, 3), dtype), mixed((4, 3, 2), dtype), ulps=32, floor=8)
        add(cases, "vdot", jnp.vdot, mixed((5,), dtype), -mixed((5,), dtype), ulps=32, floor=8)
        add(cases, "outer", jnp.outer, mixed((2,), dtype), mixed((3,), dtype), ulps=32, floor=8)
        for x, y, contract, batch in (
            ((2, 3, 4), (4, 2, 5, 3), ((0, 2, 1), (1, 0, 3)), ((), ())),
            ((3, 2, 4, 2), (2, 4, 3, 2), ((2, 3), (1, 0)), ((0,), (2,))),
            ((2, 3), (3, 2), ((), ()), ((0, 1), (1, 0))),
        ):
            params = {"contract_x": contract[0], "contract_y": contract[1], "batch_x": batch[0],
                      "batch_y": batch[1]}
            add(cases, "dot_general", lambda a, b: lax.dot_general(a, b, (contract, batch)),
                mixed(x, dtype), -mixed(y, dtype), ulps=32, floor=8, **params)
    for result in ([] if WIDE else ["float32"]):
        for dtype in ("bfloat16", "float32"):
            add(cases, "dot_general",
                lambda a, b: lax.dot_general(a, b, (((1,), (0,)), ((), ())),
                                             preferred_element_type=result),
                mixed((2, 3), dtype), -mixed((3, 4), dtype), ulps=32, floor=8, contract_x=[1],
                contract_y=[0], batch_x=[], batch_y=[], dtype=result)
    for dtype, other in ([] if WIDE else [("bfloat16", "float32"), ("float32", "complex64")]):
        add(cases, "matmul", jnp.matmul, mixed((2, 3), dtype), mixed((3, 4), other), ulps=32,
            floor=8)


def add_to(cases):
    add_moves(cases)
    add_indices(cases)
    add_reductions(cases)
    add_products(cases)
