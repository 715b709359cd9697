find_package(GTest 1.12 REQUIRED)

# What tools/test fetches lies in the per-user cache; it may also be given, as
# -DBERTH_TEST_PLUGIN_CPU=<path> and -DBERTH_TEST_WHEELS=<folder with the unpacked wheels>.
if(DEFINED ENV{BERTH_CACHE_DIR})
  set(berth_user_cache "$ENV{BERTH_CACHE_DIR}")
elseif(DEFINED ENV{XDG_CACHE_HOME})
  set(berth_user_cache "$ENV{XDG_CACHE_HOME}/berth")
else()
  set(berth_user_cache "$ENV{HOME}/.cache/berth")
endif()
if(NOT BERTH_TEST_PLUGIN_CPU)
  set(BERTH_TEST_PLUGIN_CPU "$ENV{BERTH_PLUGIN_PATH_CPU}")
endif()
if(NOT BERTH_TEST_PLUGIN_CPU)
  file(GLOB berth_plugins "${berth_user_cache}/plugins/cpu-*/*.so")
  list(SORT berth_plugins COMPARE NATURAL ORDER DESCENDING)
  list(POP_FRONT berth_plugins BERTH_TEST_PLUGIN_CPU)
endif()
if(NOT BERTH_TEST_WHEELS)
  file(SHA256 "${PROJECT_SOURCE_DIR}/tools/requirements/tests.txt" berth_wheels)
  string(SUBSTRING "${berth_wheels}" 0 12 berth_wheels)
  set(BERTH_TEST_WHEELS "${berth_user_cache}/wheels-${berth_wheels}")
endif()

# The tests keep compiled programs in a cache of their own, and so get the plugin by its path.
# The engine is not instrumented, so tsan must not judge it; and a sanitizer must answer null, as
# malloc does, when the engine asks for more memory than there is.
set(berth_test_environment
  "BERTH_CACHE_DIR=${PROJECT_BINARY_DIR}/test-cache"
  "BERTH_TEST_WHEELS=${BERTH_TEST_WHEELS}"
  "ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=1:strict_init_order=1"
  "UBSAN_OPTIONS=print_stacktrace=1:halt_on_error=1"
  "TSAN_OPTIONS=ignore_noninstrumented_modules=1:allocator_may_return_null=1:halt_on_error=1")
if(BERTH_TEST_PLUGIN_CPU)
  list(APPEND berth_test_environment "BERTH_PLUGIN_PATH_CPU=${BERTH_TEST_PLUGIN_CPU}")
endif()

# berth_add_test_entry(<entry> <tier> [DEVICES <n>] [TIMEOUT <seconds>] COMMAND <command>...)
#
# One ctest entry with the environment that tests run in.
function(berth_add_test_entry entry tier)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "DEVICES;TIMEOUT" "COMMAND")
  if(NOT arg_DEVICES)
    set(arg_DEVICES 8)
  endif()
  if(NOT arg_TIMEOUT)
    set(arg_TIMEOUT 120)
  endif()
  add_test(NAME ${entry} COMMAND ${arg_COMMAND})
  set_tests_properties(${entry} PROPERTIES
    LABELS ${tier}
    TIMEOUT ${arg_TIMEOUT}
    ENVIRONMENT "${berth_test_environment};BERTH_CPU_DEVICES=${arg_DEVICES}")
endfunction()

# berth_forgive_engine_leaks(<entry>...)
#
# The engine's compiler leaks some bytes for each sort and scatter. These entries compile such
# programs, so there the leak sanitizer does not count what was allocated inside the engine.
function(berth_forgive_engine_leaks)
  set_property(TEST ${ARGN} APPEND PROPERTY ENVIRONMENT
    "LSAN_OPTIONS=print_suppressions=0:suppressions=${PROJECT_SOURCE_DIR}/cmake/engine_leaks.supp")
endfunction()

# The tests of GoogleTest sources as <suite>.<name>, looked up again when a source changes.
function(berth_list_tests result)
  set(tests "")
  foreach(source IN LISTS ARGN)
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${source}")
    file(READ "${source}" text)
    string(REGEX MATCHALL "\nTEST(_F)?\\([^)]+\\)" found "${text}")
    list(TRANSFORM found REPLACE "\nTEST(_F)?\\(([^,]+),[ \n]+([^)]+)\\)" "\\2.\\3")
    list(APPEND tests ${found})
  endforeach()
  set(${result} ${tests} PARENT_SCOPE)
endfunction()

# berth_test(<name> TIER <pure|engine|...> [DEVICES <n>...] [TIMEOUT <seconds>] [ISOLATED]
#            [UNWITNESSED] SOURCES <file.cpp>... [LIBRARIES <target>...])
#
# One GoogleTest program, <name>_<tier>_tests, labelled with its tier. Tests of the pure tier use
# no engine. The program runs once for each number of CPU DEVICES, or once with eight. It is one
# ctest entry, since starting the engine for each test would take longer than the tests do;
# ISOLATED makes each test an entry and a process, for tests about processes.
#
# Beyond the pure tier the bytes that the engine was seen to move are compared with what berth says,
# at the end of the program; UNWITNESSED is for tests that call the engine past berth's counters.
function(berth_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "ISOLATED;UNWITNESSED" "TIER;TIMEOUT" "DEVICES;SOURCES;LIBRARIES")
  if(NOT arg_TIER OR NOT arg_SOURCES OR arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "berth_test(${name}): TIER and SOURCES are needed")
  endif()

  set(program ${name}_${arg_TIER}_tests)
  add_executable(${program} ${arg_SOURCES})
  set_target_properties(${program} PROPERTIES CXX_EXTENSIONS OFF)
  target_link_libraries(${program} PRIVATE berth_test_support ${arg_LIBRARIES})
  if(NOT arg_TIER STREQUAL "pure" AND NOT arg_UNWITNESSED)
    target_link_libraries(${program} PRIVATE berth_witness)
  endif()

  if(arg_ISOLATED)
    berth_list_tests(tests ${arg_SOURCES})
    foreach(test IN LISTS tests)
      berth_add_test_entry(${name}.${arg_TIER}.${test} ${arg_TIER} DEVICES "${arg_DEVICES}"
        TIMEOUT "${arg_TIMEOUT}" COMMAND ${program} --gtest_filter=${test})
    endforeach()
    return()
  endif()
  if(NOT arg_DEVICES)
    berth_add_test_entry(${name}.${arg_TIER} ${arg_TIER}
      TIMEOUT "${arg_TIMEOUT}" COMMAND ${program})
  endif()
  foreach(devices IN LISTS arg_DEVICES)
    berth_add_test_entry(${name}.${arg_TIER}.${devices}_devices ${arg_TIER}
      DEVICES ${devices} TIMEOUT "${arg_TIMEOUT}" COMMAND ${program})
  endforeach()
endfunction()
