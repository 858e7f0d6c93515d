# cmake -DSOURCE=... -DVERSION=... -DOUTPUT=... -P write_version.cmake
find_package(Git QUIET)
set(hash "unknown")
set(dirty false)
if(GIT_FOUND)
  execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} rev-parse --short=12 HEAD
    OUTPUT_VARIABLE found OUTPUT_STRIP_TRAILING_WHITESPACE RESULT_VARIABLE failed ERROR_QUIET)
  if(NOT failed)
    set(hash ${found})
    execute_process(COMMAND ${GIT_EXECUTABLE} -C ${SOURCE} diff --quiet HEAD -- RESULT_VARIABLE changed ERROR_QUIET)
    if(changed)
      set(dirty true)
    endif()
  endif()
endif()
file(CONFIGURE OUTPUT ${OUTPUT} @ONLY CONTENT [[
#pragma once
// Written by the build.
#define FAIRSLOT_VERSION "@VERSION@"
#define FAIRSLOT_GIT_HASH "@hash@"
#define FAIRSLOT_GIT_DIRTY @dirty@
]])
