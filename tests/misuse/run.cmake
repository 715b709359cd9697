# cmake -DCOMPILER=<path> -DINCLUDE=<folder> -DSOURCE=<file> -P run.cmake
#
# Passes if SOURCE compiles as it stands, and with MISUSE defined does not, for the reason that
# its comment `// expect: <regular expression>` names. Warnings count as errors.
set(ENV{LC_ALL} C)  # plain quotes in messages

file(STRINGS "${SOURCE}" expected REGEX "^// expect: ")
string(REPLACE "// expect: " "" expected "${expected}")
if(NOT expected)
  message(FATAL_ERROR "${SOURCE} has no line `// expect: <regular expression>`")
endif()

set(compile "${COMPILER}" -std=c++20 -Wall -Wextra -Werror -fsyntax-only "-I${INCLUDE}" "${SOURCE}")

execute_process(COMMAND ${compile} COMMAND_ERROR_IS_FATAL ANY)

execute_process(COMMAND ${compile} -DMISUSE RESULT_VARIABLE status ERROR_VARIABLE messages)
if(status EQUAL 0)
  message(FATAL_ERROR "${SOURCE} compiles with MISUSE defined")
endif()
if(NOT messages MATCHES "${expected}")
  message(FATAL_ERROR "${SOURCE} fails for another reason than `${expected}`:\n${messages}")
endif()
