#!/usr/bin/env python3
"""Writes tests/golden/print.inc: how NumPy prints arrays. Needs numpy 2.4 and ml_dtypes.

    python3 tests/core/make_print_cases.py > tests/golden/print.inc
"""

import re
import sys

import ml_dtypes
import numpy as np

rng = np.random.default_rng(20)

# NumPy's repr leaves these types unsaid, so berth's closing part has no counterpart there.
IMPLIED = {"bool", "int64", "float64", "complex128"}
OURS = {"bfloat16": ml_dtypes.bfloat16, "int4": ml_dtypes.int4, "uint4": ml_dtypes.uint4,
        "float8_e5m2": ml_dtypes.float8_e5m2, "float8_e4m3fn": ml_dtypes.float8_e4m3fn}


def numpy_type(name):
    return np.dtype(OURS.get(name, name))


def emit(name, style, block, shape):
    """A case whose elements are those of `block`, repeated until `shape` is full."""
    block = np.asarray(block).astype(numpy_type(name)).ravel()
    array = np.resize(block, shape)
    if style == "repr":
        expected = repr(array)
        expected = re.sub(r"shape=\(([^)]*?),?\)", r"shape=[\1]", expected)
        expected = re.sub(r"dtype=dtype\((\w+)\)", r"dtype=\1", expected)
    else:
        expected = str(array)
    dims = ", ".join(str(dim) for dim in shape)
    dtype = name + "_" if name == "bool" else name
    print(f'{{DType::{dtype}, {{{dims}}}, Style::{style}, "{block.tobytes().hex()}",')
    print(f' R"({expected})"}},')


def both(name, values, shape=None):
    shape = np.shape(values) if shape is None else shape
    emit(name, "str", values, shape)
    if name not in IMPLIED and name not in OURS:
        emit(name, "repr", values, shape)


def spread(name, count):
    """Random values of one of several spreads, as they come in practice."""
    kind = rng.integers(6)
    if kind == 0:
        values = rng.normal(size=count)
    elif kind == 1:
        values = rng.integers(-50, 50, size=count) / 4
    elif kind == 2:
        values = rng.normal(size=count) * 10.0 ** rng.integers(-7, 9, size=count)
    elif kind == 3:
        values = rng.integers(0, 3, size=count).astype(float)
    elif kind == 4:
        values = np.where(rng.random(count) < 0.3, np.nan, rng.normal(size=count))
        values = np.where(rng.random(count) < 0.2, -np.inf, values)
    else:
        values = rng.normal(size=count) * 10.0 ** rng.integers(-3, 4)
    if name.startswith("complex"):
        return values + 1j * rng.permutation(values)
    return values


def main():
    np.seterr(all="ignore")
    print("// Written by tests/core/make_print_cases.py with NumPy", np.__version__)

    for name in ("float16", "float32", "float64"):
        for values in ([1.0, 2.0, 3.0], [0.1, 1 / 3, 100.25], [1e8, 1.0], [1e-5, 1.0], [0.0, -0.0],
                       [1e-4, 1e-3], [1000.0, 1.0], [1001.0, 1.0], [999.0], [1e6, 1e5], [99999.5],
                       [np.nan, 1.0], [np.inf, -np.inf], [np.nan], [-np.inf, 0.5], [1e20, np.nan],
                       [65504.0, 0.1], [2.0**-6], [1e-45, 1.0], [123456.789, 0.5], [2.0**-24, 1.0]):
            both(name, values)
        both(name, [[1.0, 2.0], [3.0, 4.0]])
        both(name, [[[1.5, -2.0]], [[0.25, 1000.0]]])
        for scalar in (0.0, 1.0, -2.5, 0.1, 1e-5, 1e15, 1e16, 1e20, 16777216.0, np.nan, -np.inf):
            both(name, scalar)
    both("float64", [1.123456789012345, 2.0])
    both("float64", [0.99999999999, 2.0])
    both("float64", [1e300, 1e-300, 0.0])
    both("float64", 1.7976931348623157e308)
    both("float64", 0.1 + 0.2)

    for name in ("complex64", "complex128"):
        for values in ([1 + 2j, 0.5 - 1j], [1j], [complex(np.nan, 1), complex(np.inf, -np.inf)],
                       [1e10 + 1j, 1], [[1 + 1j, 2], [3j, -4]], 1 + 2j, 2j, -1.5 + 0j,
                       complex(-0.0, 1), complex(np.nan, -np.inf), 1e20 + 1e-5j):
            both(name, values)

    for name in ("int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64"):
        info = np.iinfo(name)
        both(name, [0, 1, 10])
        both(name, np.array([[info.min, info.max], [7, 0]], name))
        both(name, np.array(info.max, name))
    for values in ([True, False], [True, True], [[False, True]], True, False):
        both("bool", values)
    both("bfloat16", [1, 2.5, -3, 100, 3.140625, 1e8, 1e-5, np.nan, np.inf, -0.0])
    both("bfloat16", 0.1)
    both("bfloat16", [[1.0, 0.5], [10.0, 7.25]])
    both("int4", [1, -8, 7])
    both("uint4", [1, 15])
    both("float8_e5m2", [1, 0.1, 57344])
    both("float8_e4m3fn", [448, -1, 0.001953125])

    for shape in ((0,), (0, 3), (3, 0), (2, 0, 1)):
        for name in ("float32", "int8", "float64"):
            both(name, np.zeros(shape))

    # Wrapped and shortened ones; those with more elements than 1000 repeat a short block.
    for shape in ((20,), (40,), (3, 25), (2, 2, 9)):
        both("float32", np.arange(np.prod(shape)).reshape(shape))
        both("int16", rng.integers(-1000, 1000, size=shape))
    emit("uint8", "repr", [7], (1000,))
    for shape in ((1001,), (2000,), (300, 4), (4, 300), (11, 11, 11), (7, 6, 5, 8), (1, 1, 1200)):
        both("float32", rng.normal(size=13), shape)
        emit("int16", "repr", rng.integers(-99, 99, size=7), shape)
    emit("complex64", "repr", rng.normal(size=5) * (1 + 2j), (40, 30))

    names = ("float16", "float32", "float64", "complex64", "complex128", "int32", "bfloat16")
    for _ in range(120):
        shape = tuple(rng.integers(1, 5, size=rng.integers(1, 4)))
        name = names[rng.integers(len(names))]
        style = "repr" if name in ("float16", "float32", "complex64", "int32") else "str"
        values = spread(name, shape)
        emit(name, style, np.nan_to_num(values) if name == "int32" else values, shape)


if __name__ == "__main__":
    sys.exit(main())
