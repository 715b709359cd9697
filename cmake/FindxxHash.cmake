# xxHash as a header (XXH_INLINE_ALL): its package carries no CMake files of its own.
#
# Defines the target xxHash::xxHash.
include(FindPackageHandleStandardArgs)

find_path(xxHash_INCLUDE_DIR xxhash.h)
mark_as_advanced(xxHash_INCLUDE_DIR)
find_package_handle_standard_args(xxHash REQUIRED_VARS xxHash_INCLUDE_DIR)

if(xxHash_FOUND AND NOT TARGET xxHash::xxHash)
  add_library(xxHash::xxHash INTERFACE IMPORTED)
  target_include_directories(xxHash::xxHash INTERFACE "${xxHash_INCLUDE_DIR}")
  target_compile_definitions(xxHash::xxHash INTERFACE XXH_INLINE_ALL)
endif()
