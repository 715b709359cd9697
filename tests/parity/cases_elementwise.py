"""Functions of each element by itself, and of two."""

import jax
import jax.numpy as jnp
from jax import lax

from cases import ALL, COMPLEX, FLOATING, INTEGERS, STORAGE, WIDE, distinct, numbers, same_lattice

UNARY = {
    name: getattr(jnp, name)
    for name in """abs acos acosh asin asinh atan atanh bitwise_not cbrt ceil conj cos cosh exp exp2
    expm1 floor imag isfinite isinf isnan log log10 log1p log2 logical_not negative positive real
    reciprocal round sign sin sinh sqrt square tan tanh trunc""".split()
}
UNARY["rsqrt"] = lax.rsqrt
UNARY["erf"] = jax.scipy.special.erf
UNARY["erfc"] = jax.scipy.special.erfc
# Here JAX refuses what berth takes, with the promotion of its other functions.
ONLY_INEXACT = {"rsqrt"}

BINARY = {
    name: getattr(jnp, name)
    for name in """add atan2 bitwise_and bitwise_or bitwise_xor divide equal floor_divide fmod
    greater greater_equal hypot left_shift less less_equal logical_and logical_or logical_xor
    maximum minimum multiply nextafter not_equal power remainder right_shift subtract""".split()
}


def add_unary(cases):
    for name, function in UNARY.items():
        for dtype in ALL:
            if name not in ONLY_INEXACT or dtype in FLOATING + COMPLEX:
                cases.add(name, function, numbers(dtype))


def add_binary(cases):
    for name, function in BINARY.items():
        for dtype in ALL:
            if name == "fmod" and dtype == "bool":
                continue  # the only remainder that JAX does not guard from zeros
            x = numbers(dtype)
            cases.add(name, function, x[:, None], x)
    for dtype in FLOATING:
        x = numbers(dtype)
        cases.add("logaddexp", jnp.logaddexp, x[:, None], x)


def add_promotion(cases):
    for a in ALL:
        for b in ALL:
            if not same_lattice(a, b):
                continue
            cases.add("multiply", jnp.multiply, jnp.ones(3, a), jnp.ones(3, b))
            cases.add("where", jnp.where, jnp.array([True, False, True]), jnp.ones(3, a),
                      jnp.zeros(3, b))
        for scalar in (True, 2, 2.5):
            if WIDE and scalar == 2.5 and a in INTEGERS:
                continue  # float32 by berth's lattice
            cases.add("add", jnp.add, jnp.ones(3, a), scalar)
            cases.add("less", jnp.less, scalar, jnp.ones(3, a))
            cases.add("divide", jnp.divide, jnp.ones(3, a), scalar)


def add_powers(cases):
    for dtype in ALL:
        x = numbers(dtype)
        for exponent in (0, 1, 2, 3, 7, 13, -1, -2):
            cases.add("power", jnp.power, x, exponent)
        for other in ALL:
            if same_lattice(dtype, other):
                cases.add("power", jnp.power, x[:, None], jnp.array([0, 1, 2, 3, 5], other))
        for exponent in (0.5, -1.5, 2.0):
            if not (WIDE and dtype in INTEGERS):
                cases.add("power", jnp.power, x, exponent)


def add_choices(cases):
    for dtype in ALL:
        x = numbers(dtype)
        cases.add("where", jnp.where, x, x[::-1], 1)
        cases.add("where", jnp.where, x[:, None] == x, x, x[:, None])
        cases.add("astype", lambda y: y, x, dtype=dtype)
        if dtype not in COMPLEX:
            cases.add("clip", jnp.clip, x, x[-1], x[1])
            cases.add("clip", jnp.clip, x, 0, 2.5 if dtype in FLOATING else 2)
            cases.add("clamp", lax.clamp, x[0], x, x[1])
        cases.add("select", lax.select, x == x[0], x, x[::-1])


def add_broadcasting(cases):
    for a, b in (((), (3,)), ((0,), ()), ((0,), (1,)), ((0, 3), (1, 1)), ((2, 1), (1, 3)),
                 ((3,), (2,)), ((2, 3, 4), (3, 1)), ((1, 0, 2), (5, 1, 1)), ((17, 1), (33,)),
                 ((0,), (2,)), ((2, 1, 2, 1, 2, 1, 1), (3, 1, 2, 1))):
        x, y = distinct(a, "float32"), distinct(b, "float32")
        cases.add("add", jnp.add, x, y)
        cases.add("less", jnp.less, x, y)
        for c in ((), b, (3,)):
            z = distinct(c, "float32") - 2
            cases.add("where", jnp.where, x > 1, y, z)
            cases.add("where", jnp.where, z, x, 2.5)
            cases.add("clip", jnp.clip, x, y, z)
            if (b == ()) == (c == ()):  # JAX refuses one scalar where berth takes it
                cases.add("select", lax.select, x > 1, y, z)
            cases.add("clamp", lax.clamp, x, y, z)
    for shape in ((), (0,), (1, 0), (1,), (5, 7)):
        x = distinct(shape, "float32")
        for name, function in UNARY.items():
            if name in ("exp", "isnan", "round", "rsqrt", "erf", "tanh", "negative", "real"):
                cases.add(name, function, x)


def add_conversions(cases):
    everything = ALL + (["bool", "int32", "float32", "bfloat16", "complex64"] if WIDE else [])
    for source in ALL:
        for target in everything + STORAGE:
            cases.add("astype", lambda x: x.astype(target), numbers(source), dtype=target, ulps=0)
    for source in STORAGE:
        x = jnp.array([0, 1, 2, 3, 5, 7], source)
        for target in everything:
            cases.add("astype", lambda y: y.astype(target), x, dtype=target, ulps=0)


def add_to(cases):
    add_unary(cases)
    add_binary(cases)
    add_promotion(cases)
    add_powers(cases)
    add_choices(cases)
    add_conversions(cases)
    if not WIDE:
        add_broadcasting(cases)
