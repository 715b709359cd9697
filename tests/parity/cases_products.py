"""Products that are summed."""

import itertools

import jax.numpy as jnp
from jax import lax

from cases import ALL, COMPLEX, WIDE, mixed, same_lattice

# One type for the many shapes.
DTYPE = "float32"
MATRICES = ((3, 4), (4, 5), ((1,), (0,)))
BATCHES = ((2, 3, 4), (2, 4, 5), ((2,), (1,)), ((0,), (0,)))


class Products:
    """Adds cases whose tolerance is in units of the largest product: sums depend on their order."""

    def __init__(self, cases):
        self.cases = cases

    def add(self, op, function, x, y, **params):
        def largest(z):
            return float(jnp.max(jnp.abs(jnp.asarray(z)), initial=0))

        self.cases.add(op, function, x, y, ulps=16, floor=largest(x) * largest(y), **params)


def add_numpy(products, op, shape_x, shape_y, dtype=DTYPE, other=None):
    products.add(op, getattr(jnp, op), mixed(shape_x, dtype), mixed(shape_y, other or dtype))


def add_matmul(products):
    left = [(4,), (3, 4), (1, 3, 4), (5, 3, 4), (2, 1, 3, 4), (2, 5, 3, 4)]
    right = [(4,), (4, 6), (1, 4, 6), (5, 4, 6), (2, 1, 4, 6), (2, 5, 4, 6)]
    for x, y in itertools.product(left, right):
        add_numpy(products, "matmul", x, y)
    for n, k, m in itertools.product((0, 1, 7), (0, 1, 9), (0, 1, 5)):
        add_numpy(products, "matmul", (n, k), (k, m))
    for x, y in (((0,), (0,)), ((1,), (1,)), ((0,), (0, 3)), ((3, 0), (0,)), ((0, 3, 4), (4, 5)),
                 ((0, 3, 4), (0, 4, 5)), ((0, 3, 4), (1, 4, 5)), ((257,), (257,)),
                 ((64, 96), (96, 33)), ((17, 129), (129,)), ((3, 31, 65), (3, 65, 17)),
                 ((3, 31, 65), (65, 17)), ((31, 65), (3, 65, 17)), ((129,), (4, 129, 3)),
                 # sizes that do not go together
                 ((3,), (4,)), ((3, 4), (3, 4)), ((3, 4), (3,)), ((2, 3, 4), (3, 4, 5)),
                 ((2, 3, 4), (2, 5, 6)), ((), (3,)), ((3,), ()), ((), ()), ((3, 1), (3, 1)),
                 ((3, 1), (2,))):
        add_numpy(products, "matmul", x, y)
    products.add("matmul", jnp.matmul, mixed((3,), DTYPE), 2.0)


def add_numpy_products(products):
    shapes = [((), ()), ((), (3,)), ((2, 3), ()), ((4,), (4,)), ((3, 4), (4,)), ((4,), (4, 5)),
              ((3, 4), (4, 5)), ((2, 3, 4), (4,)), ((2, 3, 4), (4, 5)), ((2, 3, 4), (5, 4, 6)),
              ((4,), (2, 4, 3)), ((0,), (0,)), ((3, 0), (0, 2)), ((0, 3), (3,)), ((1, 1), (1, 1)),
              ((3,), (4,)), ((2, 3), (2, 3)), ((2, 3), (3, 2)), ((6,), (2, 3)), ((1,), (4,)),
              ((33, 65), (65, 17)), ((1, 4), (1, 4))]
    for op in ("dot", "vdot", "outer"):
        for x, y in shapes:
            add_numpy(products, op, x, y)
        for x, y in ((2.0, 3.0), (mixed((3,), DTYPE), 2), (True, mixed((2, 2), DTYPE))):
            products.add(op, getattr(jnp, op), x, y)
    # A negative number of axes is left out: JAX makes an outer product of it, berth throws.
    for x, y in (*shapes, ((2, 3, 4), (3, 4, 5)), ((2, 3, 4), (2, 3, 4)),
                 ((3, 4, 2), (4, 2, 3, 1))):
        for axes in (0, 1, 2, 3):
            products.add("tensordot", lambda a, b: jnp.tensordot(a, b, axes), mixed(x, DTYPE),
                         mixed(y, DTYPE), axes=axes)


def add_general(products, shape_x, shape_y, contract, batch=((), ()), dtype=DTYPE, other=None,
                result=None):
    params = {"contract_x": contract[0], "contract_y": contract[1],
              "batch_x": batch[0], "batch_y": batch[1]}
    if result is not None:
        params["dtype"] = result
    products.add("dot_general",
                 lambda x, y: lax.dot_general(x, y, (contract, batch),
                                              preferred_element_type=result),
                 mixed(shape_x, dtype), mixed(shape_y, other or dtype), **params)


def add_dot_general(products):
    # Negative axes are left out: JAX refuses them here, berth takes them as everywhere.
    for x, y, contract, batch in (
        ((), (), ((), ()), ((), ())),
        ((3,), (4,), ((), ()), ((), ())),
        ((3,), (3,), ((0,), (0,)), ((), ())),
        ((3,), (3,), ((), ()), ((0,), (0,))),
        ((3, 4), (5, 4), ((1,), (1,)), ((), ())),
        ((4, 3), (4, 5), ((0,), (0,)), ((), ())),
        ((3, 4), (4, 3), ((0, 1), (1, 0)), ((), ())),
        ((3, 4), (4, 3), ((1, 0), (0, 1)), ((), ())),
        ((3, 4), (4, 3), ((), ()), ((0, 1), (1, 0))),
        ((2, 3, 4), (2, 4, 5), ((2,), (1,)), ((0,), (0,))),
        ((3, 4, 2), (4, 5, 2), ((1,), (0,)), ((2,), (2,))),
        ((3, 2, 4), (4, 2, 5), ((2,), (0,)), ((1,), (1,))),
        ((2, 3, 4, 5), (3, 2, 5, 6), ((3,), (2,)), ((0, 1), (1, 0))),
        ((2, 3, 4, 5), (5, 3, 2, 4), ((2, 3), (3, 0)), ((1,), (1,))),
        ((0, 3), (3, 2), ((1,), (0,)), ((), ())),
        ((2, 0), (0, 3), ((1,), (0,)), ((), ())),
        ((0, 3, 4), (0, 4, 2), ((2,), (1,)), ((0,), (0,))),
        ((2, 0, 4), (2, 4, 3), ((2,), (1,)), ((0,), (0,))),
        ((9, 33, 17), (9, 17, 31), ((2,), (1,)), ((0,), (0,))),
        # what does not go together
        ((3, 4), (3, 4), ((1,), (0,)), ((), ())),
        ((3, 4), (3, 4), ((1,), (1, 0)), ((), ())),
        ((3, 4), (4, 4), ((1,), (1,)), ((0,), (0,))),
        ((3, 4), (3, 4), ((1,), (1,)), ((1,), (1,))),
        ((4, 4), (4, 4), ((1, 1), (0, 1)), ((), ())),
        ((3, 4), (3, 4), ((2,), (1,)), ((), ())),
        ((3, 4), (3, 4), ((1,), (1,)), ((0,), ())),
    ):
        add_general(products, x, y, contract, batch)


def add_types(products):
    for dtype in ALL:
        for x, y in (((4,), (4,)), ((3, 4), (4, 6)), ((2, 3, 4), (4, 6)), ((2, 3, 4), (2, 4, 5)),
                     ((33, 65), (65, 17))):
            add_numpy(products, "matmul", x, y, dtype)
        for op in ("dot", "vdot", "outer"):
            add_numpy(products, op, (5,), (5,), dtype)
            if same_lattice(dtype, ALL[0]):
                add_numpy(products, op, (2, 2), (2, 2), dtype, ALL[0])
            add_numpy(products, op, (2, 2), (2, 2), COMPLEX[0], dtype)
        products.add("tensordot", lambda a, b: jnp.tensordot(a, b, 2), mixed((2, 3, 4), dtype),
                     mixed((3, 4, 5), dtype), axes=2)
        add_general(products, *MATRICES, dtype=dtype)
        add_general(products, *BATCHES, dtype=dtype)
    for dtype, other in itertools.product(ALL, ALL):
        if not same_lattice(dtype, other):
            continue
        add_numpy(products, "matmul", (3, 4), (4, 2), dtype, other)
        # JAX's lattice is not asked here: of two types it takes one of them.
        if jnp.promote_types(dtype, other) in (dtype, other):
            add_general(products, *MATRICES, dtype=dtype, other=other)


def add_result_types(products):
    for dtype, result in (("float16", "float32"), ("bfloat16", "float32"), ("float32", "float32"),
                          ("float32", "bfloat16"), ("int8", "int32"), ("uint8", "uint32"),
                          ("int16", "int32"), ("int8", "float32")):
        add_general(products, *MATRICES, dtype=dtype, result=result)
        add_general(products, *BATCHES, dtype=dtype, result=result)


def add_to(cases):
    products = Products(cases)
    add_types(products)
    if WIDE:
        return
    add_matmul(products)
    add_numpy_products(products)
    add_dot_general(products)
    add_result_types(products)
