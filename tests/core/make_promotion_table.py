#!/usr/bin/env python3
"""Writes tests/golden/promotion.inc: what JAX promotes types to. Needs jax 0.10.

    python3 tests/core/make_promotion_table.py > tests/golden/promotion.inc

The operands are JAX's types with 64-bit types enabled, and Python's scalars, which stand for the
weak types. Where the answer is weak, berth has it in 32 bits, and so has the table.
"""

import itertools
import random
import sys

import jax
import ml_dtypes
import numpy as np

jax.config.update("jax_enable_x64", True)

SHORT = {"bool": "bool", "complex64": "c64", "complex128": "c128", "bfloat16": "bf16"}
TYPES = ["bool", "int1", "int2", "int4", "int8", "int16", "int32", "int64",
         "uint1", "uint2", "uint4", "uint8", "uint16", "uint32", "uint64",
         "float4_e2m1fn", "float8_e3m4", "float8_e4m3", "float8_e4m3b11fnuz", "float8_e4m3fn",
         "float8_e4m3fnuz", "float8_e5m2", "float8_e5m2fnuz", "float8_e8m0fnu",
         "float16", "bfloat16", "float32", "float64", "complex64", "complex128"]
WEAK = {"i32*": 0, "f32*": 0.0, "c64*": 0j}


def short(name):
    if name in SHORT:
        return SHORT[name]
    for long, letter in (("uint", "u"), ("int", "i"), ("float", "f")):
        if name.startswith(long):
            return letter + name[len(long):]
    raise ValueError(name)


def dtype(name):
    return np.dtype(getattr(ml_dtypes, name)) if hasattr(ml_dtypes, name) else np.dtype(name)


def result(operands):
    try:
        found, weak = jax.dtypes.result_type(*operands, return_weak_type_flag=True)
    except ValueError:
        return "refused"
    if weak:
        return {"i": "i32*", "f": "f32*", "c": "c64*"}[found.kind]
    return short(found.name)


def main():
    operands = {short(name): jax.ShapeDtypeStruct((), dtype(name)) for name in TYPES} | WEAK
    print("// Written by tests/core/make_promotion_table.py with JAX", jax.__version__)
    for a, b in itertools.combinations_with_replacement(operands, 2):
        print(f'{{"{a} {b}", "{result([operands[a], operands[b]])}"}},')
    common = [a for a in operands if a[-1] == "*" or a in
              ("bool", "i8", "i32", "i64", "u8", "u32", "u64", "f16", "bf16", "f32", "f64", "c64")]
    random.seed(3)
    for three in random.sample(list(itertools.combinations(common, 3)), 120):
        print(f'{{"{" ".join(three)}", "{result([operands[a] for a in three])}"}},')


if __name__ == "__main__":
    sys.exit(main())
