"""Writes the cases that JAX answers on its own CPU: generate.py <folder>.

JAX_ENABLE_X64 in the environment decides which element types.
"""

import sys
import warnings

import cases
import cases_creation
import cases_elementwise
import cases_gradients
import cases_indexing
import cases_products
import cases_random
import cases_reduce
import cases_shape
import cases_structure_gradients
import cases_updates

warnings.simplefilter("ignore")
collected = cases.Cases(sys.argv[1])
for family in (cases_elementwise, cases_reduce, cases_creation, cases_shape, cases_indexing,
               cases_products, cases_gradients, cases_structure_gradients, cases_updates,
               cases_random):
    family.add_to(collected)
collected.write()
print(f"{len(collected.cases)} cases")
