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
# Where derivatives are sums of numbers that cancel: their size.
SIZES = dict(atan2=1, gelu=4, hypot=1000, power=4000, silu=1, softplus=1, tan=1, tanh=1)


def weighted_sum(y, weights):
    if jnp.iscomplexobj(y):
        y = jnp.real(y) + jnp.imag(y)
    return jnp.sum(y * weights)


def add(cases, name, function, *operands, order=2, ulps=8, floor=0, **params):
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
                floor=SIZES.get(name, 0))
    for dtype in COMPLEX:
        for name in ("real", "imag", "conj", "abs"):
            add(cases, name, UNARY[name], numbers(dtype), order=1)


def pairs(x, y):
    """Each of `x` with each of `y`, and nothing summed: one NaN would hide the rest."""
    return jnp.repeat(x, y.size), jnp.tile(y, x.size)


def add_binary(cases):
    only_real = "atan2 floor_divide fmod hypot remainder".split()
    for dtype in DTYPES:
        x = numbers(dtype)
        for name in "add divide maximum minimum multiply power subtract".split() + only_real:
            if dtype not in COMPLEX or name not in only_real:
                size = SIZES.get(name, 0)
                add(cases, name, BINARY[name], *pairs(x, x),
                    floor=min(size, 1) if dtype == "bfloat16" else size)
        exponents = jnp.array([0, 1, 2, 3, -1, -2], "int64" if WIDE else "int32")
        add(cases, "power", jnp.power, *pairs(x, exponents))
        if dtype not in COMPLEX:
            add(cases, "logaddexp", jnp.logaddexp, *pairs(x, x))


def add_choices(cases):
    for dtype in DTYPES:
        x, y = pairs(numbers(dtype), numbers(dtype))
        add(cases, "where", jnp.where, x == y, x, y, order=1)
        add(cases, "select", lax.select, x == x[0], x, y, order=1)
        if dtype not in COMPLEX:
            add(cases, "clip", jnp.clip, x, jnp.full_like(x, -1), y, order=1)
            add(cases, "clip", jnp.clip, x, y, jnp.full_like(x, 1), order=1)
            for low, high in ((-1, 1), (1, -1), (1, 1)):
                add(cases, "clamp", lax.clamp, jnp.full_like(x, low), x, jnp.full_like(x, high),
                    order=1)


def add_softmax(cases):
    rows = [[1, 2, 3, -1], [0, 0, 0, 0], [100, -100, 5, 0.5], [-jnp.inf, 1, 1, 2],
            [-jnp.inf] * 4, [jnp.inf, 0, 1, 2]]
    for dtype in DTYPES:
        if dtype not in COMPLEX:
            x = jnp.array(rows, dtype)
            add(cases, "softmax", jax.nn.softmax, x, floor=1)
            add(cases, "log_softmax", jax.nn.log_softmax, x, floor=1)
            add(cases, "logsumexp", lambda x: jax.nn.logsumexp(x, axis=1), x, axes=[1], floor=1)


def add_to(cases):
    add_unary(cases)
    add_binary(cases)
    add_choices(cases)
    add_softmax(cases)
