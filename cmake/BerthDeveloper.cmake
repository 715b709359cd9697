# What a developer's build has and a user's build must not: warnings, ccache, a fast linker.

# Warnings are linked privately and never exported.
add_library(berth_warnings INTERFACE)
target_compile_options(berth_warnings INTERFACE
  -Wall -Wextra -Wconversion -Wshadow
  $<$<BOOL:${BERTH_WERROR}>:-Werror>)

find_program(BERTH_CCACHE ccache)
mark_as_advanced(BERTH_CCACHE)
if(BERTH_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  set(CMAKE_CXX_COMPILER_LAUNCHER "${BERTH_CCACHE}")
endif()

foreach(linker IN ITEMS mold lld)
  find_program(BERTH_${linker} NAMES ld.${linker})
  mark_as_advanced(BERTH_${linker})
  if(BERTH_${linker})
    add_link_options(-fuse-ld=${linker})
    break()
  endif()
endforeach()

set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
