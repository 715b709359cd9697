"""JAX beside berth: measures itself when it is asked to.

Says one line when it has its first result, then answers each line "<case> <calls>" on standard
input with the seconds that so many calls took. Cases are named and measured as berth's rows are.
"""

import sys
import time

import numpy as np

import jax

jax.config.update("jax_persistent_cache_min_compile_time_secs", 0)
jax.config.update("jax_persistent_cache_min_entry_size_bytes", -1)
if "cpu" in (jax.config.jax_platforms or ""):
    jax.config.update("jax_num_cpu_devices", 2)

small = np.zeros(16, np.float32)


def first_result():
    x = jax.device_put(small + 1, jax.devices()[0])
    assert jax.device_get(x + x)[15] == 2


def repeat(f):
    def sample(calls):
        begin = time.perf_counter()
        for _ in range(calls):
            f()
        return time.perf_counter() - begin

    return sample


def issue(f):
    def sample(calls):
        seconds = 0
        for _ in range(calls):
            begin = time.perf_counter()
            result = f()
            seconds += time.perf_counter() - begin
            jax.block_until_ready(result)
        return seconds

    return sample


def get(x):
    # An array keeps what it was once read as: each is read once.
    def sample(calls):
        fresh = jax.block_until_ready([x + i for i in range(calls)])
        begin = time.perf_counter()
        for y in fresh:
            jax.device_get(y)
        return time.perf_counter() - begin

    return sample


def cases():
    device, other = jax.devices()[0], jax.devices()[-1]
    x = jax.block_until_ready(jax.device_put(small, device))
    double = jax.jit(lambda y: y + y)
    double_all = jax.jit(lambda ys: [y + y for y in ys])
    many = [x] * 100
    large = np.ones(16 << 20, np.float32)
    return {
        "add": repeat(lambda: x + x),
        "scale": repeat(lambda: x * 2.0),
        "jit": repeat(lambda: double(x)),
        "jit_many": repeat(lambda: double_all(many)),
        "put": repeat(lambda: jax.device_put(small, device)),
        "put_large": repeat(lambda: jax.device_put(large, device).block_until_ready()),
        "move": issue(lambda: jax.device_put(x, other, may_alias=False)),
        "get": get(x),
    }


def main():
    first_result()
    names = " ".join(f"{d.platform}:{d.id}" for d in jax.devices())
    print(f"JAX {jax.__version__} on {names}", flush=True)
    # Large arrays only when somebody asks: a child that is timed ends here.
    known = None
    for line in sys.stdin:
        known = known or cases()
        case, calls = line.split()
        print(known[case](int(calls)), flush=True)


main()
