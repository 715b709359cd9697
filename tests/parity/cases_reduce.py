"""Reductions, and the functions of networks."""

import jax
import jax.numpy as jnp
import numpy as np

from cases import ALL, BOOL, COMPLEX, FLOATING, REAL, in_int32, mixed, numbers

SUMS = {"sum": jnp.sum, "prod": jnp.prod, "mean": jnp.mean, "var": jnp.var, "std": jnp.std}
EXTREMES = {"max": jnp.max, "min": jnp.min}


TRUTHS = {"any": jnp.any, "all": jnp.all, "count_nonzero": in_int32(jnp.count_nonzero)}
PLACES = {"argmax": in_int32(jnp.argmax), "argmin": in_int32(jnp.argmin)}


def cube(dtype):
    """3 x 4 x 5 small numbers, no two alike in floating types."""
    count = np.random.RandomState(0).permutation(60).reshape(3, 4, 5)
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.asarray(count / 16 - 2, dtype)
    return jnp.asarray(count % 5, dtype)


def add_reductions(cases):
    for dtype in ALL:
        xs = [cube(dtype), numbers(dtype), jnp.zeros((0, 3), dtype), jnp.ones((), dtype)]
        for name, function in {**SUMS, **EXTREMES, **TRUTHS}.items():
            if name in EXTREMES and dtype in COMPLEX:
                continue
            for x in xs:
                # Sums of many numbers depend on their order.
                cases.add(name, function, x, ulps=16)
            for axes, keepdims in (([-1], False), ([0, 2], True), ([], False)):
                cases.add(name, lambda x: function(x, axis=tuple(axes), keepdims=keepdims), xs[0],
                          axes=axes, keepdims=keepdims, ulps=16)
            for axis in (0, 1):
                cases.add(name, lambda x: function(x, axis=axis), xs[2], axes=[axis])
    for dtype in BOOL + REAL:
        xs = [cube(dtype), numbers(dtype), jnp.zeros((0, 3), dtype), jnp.ones((), dtype)]
        for name, function in PLACES.items():
            for x in xs:
                cases.add(name, function, x)
            for axis in (0, 1, -1):
                cases.add(name, lambda x: function(x, axis=axis, keepdims=True), xs[0],
                          axis=axis, keepdims=True)
            cases.add(name, lambda x: function(x, axis=1), xs[2], axis=1)
    for dtype in FLOATING:
        for ddof in (1, 0.5, 60, 61):
            for name in ("var", "std"):
                cases.add(name, lambda x: SUMS[name](x, axis=(0, 1, 2), ddof=ddof), cube(dtype),
                          axes=[0, 1, 2], ddof=ddof, ulps=16)
        cases.add("sum", lambda x: jnp.sum(x, axis=0, dtype="int32"), cube(dtype),
                  axes=[0], dtype="int32")
        # More than float16 and bfloat16 can count.
        cases.add("sum", jnp.sum, jnp.ones(3000, dtype))
        cases.add("mean", jnp.mean, jnp.ones(3000, dtype))


def add_networks(cases):
    functions = {name: getattr(jax.nn, name)
                 for name in "relu sigmoid silu softplus gelu softmax log_softmax".split()}
    functions["logsumexp"] = jax.nn.logsumexp
    for dtype in REAL:
        inexact = dtype in FLOATING
        for name, function in functions.items():
            if name in ("sigmoid", "silu") and not inexact:
                continue  # JAX refuses integers here
            xs = [numbers(dtype), cube(dtype)]
            if "softmax" in name and not inexact:
                # JAX subtracts integers here, which may wrap around.
                xs = [] if dtype.startswith("uint") else xs[1:]
            for x in xs:
                # gelu cancels where it is small
                cases.add(name, function, x, ulps=8, floor=1 if name == "gelu" else 0)
        for x in (numbers(dtype), cube(dtype)):
            cases.add("gelu", lambda y: jax.nn.gelu(y, approximate=False), x,
                      approximate=False, ulps=8, floor=1)
        for name in ("softmax", "log_softmax"):
            if dtype.startswith("uint"):
                continue
            for axes in ([0], [-1], [0, 1]):
                cases.add(name, lambda y: functions[name](y, axis=tuple(axes)), cube(dtype),
                          axes=axes, ulps=8)
        for shape in ((), (0,), (0, 3), (3, 0), (1,), (7, 1, 5)):
            for name in ("relu", "softplus", "gelu", "softmax", "log_softmax", "logsumexp"):
                x = mixed(shape, dtype)
                if inexact and not (shape == () and "softmax" in name):
                    cases.add(name, functions[name], x, ulps=8, floor=1)
        cases.add("logsumexp", lambda y: jax.nn.logsumexp(y, axis=1, keepdims=True), cube(dtype),
                  axes=[1], keepdims=True, ulps=8)
    for dtype in COMPLEX:
        for name in ("sigmoid", "silu"):
            cases.add(name, functions[name], numbers(dtype), ulps=8)


def add_to(cases):
    add_reductions(cases)
    add_networks(cases)
