"""Random numbers, and order. What is bits, integers or evenly distributed is equal bit for bit."""

import jax
import jax.numpy as jnp
import numpy as np
from jax import lax, random

from cases import ALL, COMPLEX, FLOATING, INTEGERS, WIDE, numbers

SHAPES = [(), (0,), (1,), (2, 0, 3), (7,), (3, 4, 5), (1000,)]
UNSIGNED = ["uint64"] if WIDE else ["uint8", "uint16", "uint32"]
# In float64 JAX's own log1p, which is in most of these, is up to 50 units off.
ULPS = 128 if WIDE else 1
SAMPLERS = "normal exponential gumbel laplace logistic".split()


def typed(function):
    """`function` of a key as its two words."""
    return lambda data, *operands: function(random.wrap_key_data(data), *operands)


def add_keys(cases):
    for seed in (0, 1, 42, 2**31 - 1):
        cases.add("random.key", lambda s: random.key_data(random.key(s)), seed)
        cases.add("random.key", lambda s: random.key_data(random.key(s)),
                  jnp.array(seed, "int64" if WIDE else "int32"))
    if WIDE:
        for seed in (2**32 + 5, 2**63 - 1, -1):
            cases.add("random.key", lambda s: random.key_data(random.key(s)), seed)
    for data in (random.key_data(random.key(0)), jnp.array([2**32 - 1, 7], "uint32")):
        for count in (1, 2, 5):
            cases.add("random.split",
                      typed(lambda k: list(random.key_data(random.split(k, count)))), data,
                      count=count)
            cases.add("random.split_batch",
                      typed(lambda k: random.key_data(random.split(k, count))), data, count=count)
        for step in (0, 1, 12345, 2**31 - 1):
            fold = typed(lambda k, d: random.key_data(random.fold_in(k, d)))
            cases.add("random.fold_in", fold, data, step)
            cases.add("random.fold_in", fold, data, jnp.array(step, INTEGERS[-1]))


def add_uniform(cases, key):
    for shape in SHAPES:
        for dtype in UNSIGNED:
            cases.add("random.bits", typed(lambda k: random.bits(k, shape, dtype)), key,
                      shape=shape, dtype=dtype)
        for dtype in FLOATING:
            cases.add("random.uniform", typed(lambda k: random.uniform(k, shape, dtype)), key,
                      ulps=0, shape=shape, dtype=dtype)
            between = typed(lambda k, a, b: random.uniform(k, shape, dtype, a, b))
            cases.add("random.uniform", between, key, -3.0, 5.0, ulps=0, shape=shape, dtype=dtype)
    for dtype in FLOATING:
        low = jnp.array([[-1.0], [2.0]], dtype)
        between = typed(lambda k, a, b: random.uniform(k, (2, 3), dtype, a, b))
        cases.add("random.uniform", between, key, low, jnp.array([3.0, 4.0, 9.0]), ulps=0,
                  shape=[2, 3], dtype=dtype)


def add_integers(cases, key):
    for dtype in INTEGERS:
        info = jnp.iinfo(dtype)
        bounds = [(0, 10), (-5, 100), (3, 4), (7, 7), (9, 2), (0, 2**20)]
        bounds += [(int(info.min), int(info.max))] if dtype not in ("uint32", "uint64") else []
        bounds += [(0, 256), (0, 65536), (-128, 128), (-32768, 32768)]
        for low, high in bounds:
            cases.add("random.randint", typed(lambda k, a, b: random.randint(k, (50,), a, b, dtype)),
                      key, low, high, shape=[50], dtype=dtype)
        for other in INTEGERS:
            low, high = jnp.array([[0], [3]], other), jnp.array([100, 120, 127], other)
            cases.add("random.randint",
                      typed(lambda k, a, b: random.randint(k, (2, 3), a, b, dtype)), key, low, high,
                      shape=[2, 3], dtype=dtype)
            if jnp.iinfo(other).bits == info.bits:  # the whole range, and all but the largest
                for top in (jnp.iinfo(other).max, jnp.iinfo(other).max - 1):
                    low = jnp.array(jnp.iinfo(other).min, other)
                    cases.add("random.randint",
                              typed(lambda k, a, b: random.randint(k, (9,), a, b, dtype)), key, low,
                              jnp.array(top, other), shape=[9], dtype=dtype)
    for shape in SHAPES:
        cases.add("random.randint",
                  typed(lambda k, a, b: random.randint(k, shape, a, b, INTEGERS[-2])), key, 0, 1000,
                  shape=shape, dtype=INTEGERS[-2])
        for dtype in () if WIDE else ALL:
            if dtype != "bool":
                cases.add("random.rademacher", typed(lambda k: random.rademacher(k, shape, dtype)),
                          key, shape=shape, dtype=dtype)


def add_distributions(cases, key):
    for name in SAMPLERS:
        for dtype in FLOATING:
            for shape in ((), (2, 0, 3), (1000,)):
                function = getattr(random, name)
                floor = 1 if name == "logistic" else 0  # it cancels
                cases.add(f"random.{name}", typed(lambda k: function(k, shape, dtype)), key,
                          ulps=ULPS, floor=floor, shape=shape, dtype=dtype)
    for dtype in COMPLEX:
        cases.add("random.normal", typed(lambda k: random.normal(k, (20,), dtype)), key, ulps=ULPS,
                  shape=[20], dtype=dtype)
    for dtype in FLOATING:
        for shape, low, high in (((50,), -2.0, 2.0), ((), 0.5, 0.75), ((0, 2), -1.0, 1.0),
                                 ((50,), -np.inf, 0.0), ((50,), 3.0, 3.5)):
            cases.add("random.truncated_normal",
                      typed(lambda k, a, b: random.truncated_normal(k, a, b, shape, dtype)), key,
                      jnp.array(low), jnp.array(high), ulps=ULPS, shape=shape, dtype=dtype)
        p = jnp.array([0.0, 0.1, 0.5, 0.9, 1.0], dtype)
        cases.add("random.bernoulli", typed(random.bernoulli), key, p)
        cases.add("random.bernoulli", typed(lambda k, q: random.bernoulli(k, q, (40, 5))), key, p,
                  shape=[40, 5])
    if not WIDE:
        low, high = jnp.array([-1.0, 0.0]), jnp.array([[1.0], [2.0]])
        cases.add("random.truncated_normal", typed(random.truncated_normal), key, low, high, ulps=1)
        cases.add("random.bernoulli", typed(lambda k, q: random.bernoulli(k, q, (9,))), key, 0.3,
                  shape=[9])


def add_categorical(cases, key):
    for dtype in FLOATING:
        logits = random.normal(random.key(5), (3, 4, 5), dtype)
        for axis, shape in ((-1, None), (0, None), (1, None), (-1, (3, 4)), (1, (6, 3, 5)),
                            (0, (2, 7, 4, 5))):
            params = {} if shape is None else {"shape": shape}
            sample = typed(lambda k, x: random.categorical(k, x, axis, shape).astype("int32"))
            cases.add("random.categorical", sample, key, logits, axis=axis, **params)


def add_permutations(cases, key):
    for n in (0, 1, 2, 10, 1000, 3000):
        cases.add("random.permutation", typed(lambda k: random.permutation(k, n).astype("int32")),
                  key, n=n)
    for dtype in ALL:
        cases.add("random.permutation", typed(random.permutation), key, numbers(dtype), axis=0)
    grid = jnp.arange(12.0).reshape(4, 3)
    for axis in (0, 1, -1):
        for independent in (False, True):
            cases.add("random.permutation",
                      typed(lambda k, y: random.permutation(k, y, axis, independent)), key, grid,
                      axis=axis, independent=independent)


def add_choices(cases, key):
    x = jnp.arange(20.0).reshape(10, 2)
    for shape, replace in (((), True), ((3, 4), True), ((3,), False), ((2, 5), False),
                           ((11,), False), ((0, 2), True)):
        params = {"shape": shape, "replace": replace}
        cases.add("random.choice", typed(lambda k: random.choice(k, 10, **params)), key, n=10,
                  **params)
        if 0 in shape:
            continue  # JAX's answer has not the shape of its others
        for axis, y in ((0, x), (1, x.T)):
            cases.add("random.choice", typed(lambda k, y: random.choice(k, y, axis=axis, **params)),
                      key, y, axis=axis, **params)


def add_order(cases):
    for dtype in ALL:
        x = jnp.concatenate([numbers(dtype), numbers(dtype)[::-1]])
        grid = jnp.stack([x, jnp.roll(x, 3)])
        for axis in (0, -1):
            for descending in (False, True):
                options = {"axis": axis, "descending": descending}
                cases.add("sort", lambda y: jnp.sort(y, **options), grid, ulps=0, **options)
                cases.add("argsort", lambda y: jnp.argsort(y, **options).astype("int32"), grid,
                          **options)
            both = lambda a, b: lax.sort((a, b), axis % 2, num_keys=2)
            cases.add("sort_together", both, grid, grid[:, ::-1], ulps=0, axis=axis, num_keys=2)
        if dtype in COMPLEX:
            continue
        for k in (0, 3, x.size):
            cases.add("top_k", lambda y: lax.top_k(y, k), grid, ulps=0, k=k, axis=-1)
        cases.add("top_k", lambda y: lax.top_k(y, 1, axis=0), grid, ulps=0, k=1, axis=0)
    cases.add("sort", jnp.sort, jnp.ones((2, 0)), axis=-1, descending=False)
    for dtype in FLOATING:
        x = jnp.array([0.0, -0.0, 0.3, -0.5, 0.99, -0.99, 1.0, -1.0, 1.5, np.nan], dtype)
        cases.add("erf_inv", lax.erf_inv, x)
    for source, target in (("float64", "uint64"), ("uint64", "uint32")) if WIDE else (
            ("float32", "int32"), ("bfloat16", "uint16"), ("int32", "uint8")):
        cases.add("bitcast_convert_type", lambda y: lax.bitcast_convert_type(y, target),
                  numbers(source), dtype=target)


def add_to(cases):
    key = random.key_data(random.fold_in(random.key(17), 3))
    add_keys(cases)
    add_uniform(cases, key)
    add_integers(cases, key)
    add_distributions(cases, key)
    add_categorical(cases, key)
    add_permutations(cases, key)
    if not WIDE:  # where the indices of choices have 64 bits
        add_choices(cases, key)
    add_order(cases)
