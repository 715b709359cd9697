"""Functions that make arrays."""

import jax.numpy as jnp
from jax import lax

from cases import ALL, BOOL, WIDE


def add_to(cases):
    for dtype in ALL:
        for name in ("zeros", "ones"):
            cases.add(name, lambda: getattr(jnp, name)((2, 3), dtype), shape=[2, 3], dtype=dtype)
        cases.add("full", lambda v: jnp.full((2,), v, dtype), 3.5, shape=[2], dtype=dtype)
        cases.add("eye", lambda: jnp.eye(3, 4, 1, dtype), n=3, m=4, k=1, dtype=dtype)
        cases.add("eye", lambda: jnp.eye(3, 2, -1, dtype), n=3, m=2, k=-1, dtype=dtype)
        like = jnp.ones((2, 3), dtype)
        cases.add("zeros_like", jnp.zeros_like, like)
        cases.add("ones_like", jnp.ones_like, like)
        cases.add("full_like", jnp.full_like, like, 2)
        if dtype in BOOL:
            continue
        cases.add("iota", lambda: lax.broadcasted_iota(dtype, (2, 3), 1),
                  shape=[2, 3], axis=1, dtype=dtype)
        for bounds in ((5,), (2, 7), (0, 10, 3), (7, 0, -2), (3, 1)):
            cases.add("arange", lambda *b: jnp.arange(*b, dtype=dtype), *bounds, dtype=dtype)
        for count, endpoint in ((5, True), (5, False), (1, True), (1, False), (0, True), (2, True)):
            cases.add("linspace",
                      lambda a, b: jnp.linspace(a, b, count, endpoint=endpoint, dtype=dtype),
                      -1.0, 2.0, num=count, endpoint=endpoint, dtype=dtype)
    if WIDE:
        cases.add("arange", lambda *b: jnp.arange(*b, dtype="float64"), 0.0, 1.0, 0.1,
                  dtype="float64")
        return
    for bounds in ((4,), (2, 7), (7, 0, -2), (2.5,), (0, 1, 0.25), (0.0, 1.0, 0.1),
                   (10.0, 1.0, -0.7), (1000.0, 1010.0, 0.1), (0, 1, 0), (0, 0)):
        cases.add("arange", jnp.arange, *bounds)
    for count in (50, 7):
        cases.add("linspace", lambda a, b: jnp.linspace(a, b, count), 0.0, 1.0, num=count)
        cases.add("linspace", lambda a, b: jnp.linspace(a, b, count),
                  jnp.array([0.0, 1.0]), jnp.array([[2.0, 3.0], [4.0, 5.0]]), num=count)
    cases.add("full", lambda v: jnp.full((2, 2), v), 3, shape=[2, 2])
    cases.add("full", lambda v: jnp.full((2, 2), v), jnp.array([1.0, 2.0]), shape=[2, 2])
