"""Derivatives, where functions are smooth and where they are not."""

import jax
import jax.numpy as jnp
from jax import lax

from cases import COMPLEX, FLOATING, WIDE, numbers
from cases_elementwise import BINARY, UNARY

DTYPES = [dtype for dtype in FLOATING + COMPLEX if dtype != "float16"]
NETWORKS = {name: getattr(jax.nn, name) for name in "relu sigmoid silu softplus gelu".split()}
STEPS = "ceil floor round sign trunc".split()
WITHOUT = "bitwise_not imag isfinite isinf isnan logical_not nextafter real".split()
ONLY_REAL = STEPS + "cbrt erf erfc relu softplus gelu".split()
# Sums of larger numbers.
CANCEL = "tan tanh silu softplus gelu".split()


def weighted_sum(y, weights):
    if jnp.iscomplexobj(y):
        y = jnp.real(y) + jnp.imag(y)
    return jnp.sum(y * weights)


def add(cases, name, function, *operands, order=2, ulps=4, floor=0, **params):
    """`name`, its gradients in all inexact operands, and those of their sum if `order` is 2."""
    argnums = tuple(i for i, x in enumerate(operands) if jnp.issubdtype(x.dtype, jnp.inexact))
    y = jax.eval_shape(function, *operands)
    weights = 1 + jnp.arange(y.size).reshape(y.shape) % 3 / 2
    weights = weights.astype(jnp.finfo(y.dtype).dtype)

    def run(*operands):
        x = operands[:-1]
        first = jax.grad(lambda *x: weighted_sum(function(*x), weights), argnums)

        def sum_of_gradients(*x):
            return sum(weighted_sum(g, jnp.ones_like(g.real)) for g in first(*x))

        second = jax.grad(sum_of_gradients, argnums)(*x) if order == 2 else ()
        return [function(*x), *first(*x), *second]

    cases.add("grad", run, *operands, weights, ulps=ulps, floor=floor, of=name, order=order,
              **params)


def add_unary(cases):
    for name, function in (UNARY | NETWORKS).items():
        for dtype in DTYPES:
            if name in WITHOUT or (name in ONLY_REAL and dtype in COMPLEX):
                continue
            add(cases, name, function, numbers(dtype), order=1 if name in STEPS else 2,
                floor=1 if name in CANCEL else 0)
    for dtype in COMPLEX:
        for name in ("real", "imag", "conj", "abs"):
            add(cases, name, UNARY[name], numbers(dtype), order=1)


def add_binary(cases):
    names = """add atan2 divide floor_divide fmod hypot maximum minimum multiply power remainder
    subtract""".split()
    for dtype in DTYPES:
        x = numbers(dtype)
        for name in names:
            if dtype in COMPLEX and name in ("atan2", "floor_divide", "fmod", "hypot", "remainder"):
                continue
            add(cases, name, BINARY[name], x[:, None], x)
        exponents = jnp.array([0, 1, 2, 3, -1, -2], "int64" if WIDE else "int32")
        add(cases, "power", jnp.power, x[:, None], exponents)
        if dtype not in COMPLEX:
            add(cases, "logaddexp", jnp.logaddexp, x[:, None], x)


def add_choices(cases):
    for dtype in DTYPES:
        x = numbers(dtype)
        add(cases, "where", jnp.where, x[:, None] == x, x, x[:, None], order=1)
        add(cases, "select", lax.select, x == x[0], x, x[::-1], order=1)
        if dtype not in COMPLEX:
            add(cases, "clip", jnp.clip, x[:, None], x[7], x, order=1)
            for low, high in ((-1, 1), (1, -1), (1, 1)):
                bounds = jnp.full_like(x, low), jnp.full_like(x, high)
                add(cases, "clamp", lax.clamp, bounds[0], x, bounds[1], order=1)


def add_to(cases):
    add_unary(cases)
    add_binary(cases)
    add_choices(cases)
