# berth_part(HEADERS <name.h>... SOURCES <file.cpp>...)
#
# Adds the sources of the current folder to the library, and its share of the public headers,
# named as they lie in include/berth/. A public header is listed by the first part that includes
# it, whichever parts define what it declares. Both lists are sorted: tools/check looks.
function(berth_part)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "" "HEADERS;SOURCES")
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "berth_part: unexpected ${arg_UNPARSED_ARGUMENTS}")
  endif()

  list(TRANSFORM arg_HEADERS PREPEND "${PROJECT_SOURCE_DIR}/include/berth/")
  target_sources(berth
    PUBLIC FILE_SET HEADERS BASE_DIRS "${PROJECT_SOURCE_DIR}/include" FILES ${arg_HEADERS}
    PRIVATE ${arg_SOURCES})
endfunction()
