# Source lines in messages are relative to the repository, wherever it was built. Linked privately
# and never exported. The second form is for Ninja with ccache's base_dir, which rewrites paths.
file(RELATIVE_PATH berth_source_from_build "${CMAKE_BINARY_DIR}" "${PROJECT_SOURCE_DIR}")
string(REGEX REPLACE "/$" "" berth_source_from_build "${berth_source_from_build}")

add_library(berth_source_lines INTERFACE)
target_compile_options(berth_source_lines INTERFACE
  "-fmacro-prefix-map=${PROJECT_SOURCE_DIR}/="
  "-fmacro-prefix-map=${berth_source_from_build}/=")
