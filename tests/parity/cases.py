"""What a parity case is, and how it is written down."""

import json
import math
import pathlib

import jax
import jax.numpy as jnp
import numpy as np

SHORT = ["bool", "int8", "int16", "int32", "uint8", "uint16", "uint32"]
FLOATS = ["float16", "bfloat16", "float32"]
# With 64-bit types JAX computes differently: cases of those are made by a process of their own.
WIDE = jax.config.jax_enable_x64
INTEGERS = ["int64", "uint64"] if WIDE else SHORT[1:]
FLOATING = ["float64"] if WIDE else FLOATS
COMPLEX = ["complex128"] if WIDE else ["complex64"]
BOOL = [] if WIDE else ["bool"]
REAL = INTEGERS + FLOATING
ALL = BOOL + REAL + COMPLEX
# Only stored and moved, not computed with.
STORAGE = [] if WIDE else ["int4", "uint4", "float8_e4m3fn", "float8_e5m2"]


def same_lattice(*dtypes):
    """Whether JAX promotes these as berth does, which has 64-bit types without asking for them:
    uint32 with signed integers is int64, and where only a weak type is large enough, as for int64
    with uint64, that is float32."""
    signed = any(jnp.issubdtype(d, jnp.signedinteger) for d in dtypes)
    return not (signed and ("uint32" in dtypes or "uint64" in dtypes))


def numbers(dtype):
    """Values of `dtype` at which functions do what they do elsewhere, and at which they do not."""
    if dtype == "bool":
        return jnp.array([False, True])
    if jnp.issubdtype(dtype, jnp.integer):
        info = jnp.iinfo(dtype)
        small = [0, 1, 2, 3, 5, 7, 100] + ([] if info.min == 0 else [-1, -2, -3, -7, -100])
        return jnp.array(np.array(small + [info.max, info.min]).astype(dtype))
    if jnp.issubdtype(dtype, jnp.complexfloating):
        parts = [0.0, 1.0, -1.5, 0.25, 3.0]
        return jnp.array([complex(a, b) for a in parts for b in parts], dtype)
    small = [0.0, -0.0, 1.0, -1.0, 0.5, -0.5, 1.5, 2.5, -2.5, 3.7, -3.7, 1e-3, -0.1, 0.9, 10.0]
    return jnp.array(small + [88.0, np.inf, -np.inf, np.nan], dtype)


def distinct(shape, dtype):
    """Elements in order, no two alike as far as `dtype` can tell them apart."""
    count = np.arange(math.prod(shape)).reshape(shape)
    if dtype == "bool":
        return jnp.asarray(count * count % 7 < 3)
    if dtype in COMPLEX:
        count = count - 2j * count
    return jnp.asarray(count.astype(dtype))


def mixed(shape, dtype):
    """Small numbers of both signs where there are two, in no order."""
    count = np.random.RandomState(0).permutation(math.prod(shape)).reshape(shape)
    if dtype in COMPLEX:
        return jnp.asarray(count % 31 / 10 - 1.5 + 1j * (count % 7 - 3), dtype)
    if jnp.issubdtype(dtype, jnp.inexact):
        return jnp.asarray(count % 31 / 10 - 1.5, dtype)
    return jnp.asarray(count % 7 - (3 if jnp.issubdtype(dtype, jnp.signedinteger) else 0), dtype)


def in_int32(function):
    """JAX counts in int64 where that is enabled, berth where it is needed."""
    return lambda *args, **kwargs: jax.tree.map(lambda x: x.astype("int32"),
                                                function(*args, **kwargs))


class Cases:
    """Collects cases and writes them: `cases.json`, and `cases.bin` with the elements."""

    def __init__(self, folder):
        self.folder = pathlib.Path(folder)
        self.cases = []
        self.blob = bytearray()

    def add(self, op, function, *operands, ulps=2, floor=0, **params):
        """`op` of the table, called with `params`, shall give what `function` gives.

        Operands are arrays, or Python scalars, which stay scalars. Where JAX raises, berth shall
        throw. Floating-point results may be `ulps` units in the last place apart: of the result,
        or of `floor`, where that is larger.
        """
        case = {"op": op, "params": params, "ulps": ulps, "floor": floor}
        case["operands"] = [self._value(x) for x in operands]
        try:
            results = function(*operands)
        except (ArithmeticError, LookupError, TypeError, ValueError):
            case["throws"] = True
        else:
            results = results if isinstance(results, (list, tuple)) else [results]
            case["results"] = [self._value(jnp.asarray(x)) for x in results]
        self.cases.append(case)

    def write(self):
        self.folder.mkdir(parents=True, exist_ok=True)
        (self.folder / "cases.json").write_text(json.dumps(self.cases))
        (self.folder / "cases.bin").write_bytes(self.blob)

    def _value(self, x):
        if isinstance(x, (bool, int, float)):
            return {"scalar": x}
        array = np.asarray(x)
        value = {"dtype": str(array.dtype), "shape": list(array.shape), "offset": len(self.blob)}
        self.blob += np.ascontiguousarray(array).tobytes()
        return value
