"""compile_snippets.py <compiler> <include folder> <document.md>

Compiles each ```cpp block of a document. A block that includes something is a whole file. Any
other is the body of a function, after `#include "berth/berth.h"` and `using namespace berth`; what
it needs and the reader does not is declared in a comment before it: <!-- given: Array x; -->
"""

import re
import subprocess
import sys

BLOCK = re.compile(r"(?:<!-- given: (?P<given>.*?) -->\s*)?^```cpp\n(?P<code>.*?)^```$",
                   re.DOTALL | re.MULTILINE)


def program(block, document, line):
    code = f'#line {line} "{document}"\n{block["code"]}'
    if "#include" in code:
        return code
    return ('#include "berth/berth.h"\nusing namespace berth;\n[[maybe_unused]] static void snippet() {\n'
            f'{block["given"] or ""}\n{code}}}\n')


def main():
    compiler, include, document = sys.argv[1:]
    with open(document, encoding="utf-8") as file:
        text = file.read()
    blocks = list(BLOCK.finditer(text))
    if not blocks:
        return f"{document}: no code"
    failures = 0
    for block in blocks:
        line = text.count("\n", 0, block.start("code")) + 1
        run = subprocess.run([compiler, "-std=c++20", "-Wall", "-Wextra", "-Werror", "-Wno-unused",
                              "-fsyntax-only", f"-I{include}", "-x", "c++", "-"],
                             input=program(block, document, line), text=True)
        failures += run.returncode != 0
    return f"{document}: {failures} of {len(blocks)} blocks do not compile" if failures else 0


if __name__ == "__main__":
    sys.exit(main())
