# fairslot_unity(TARGET...): eight sources of a library at a time in one compilation, which reads the headers once for all:
# less than half of the time. FAIRSLOT_UNITY=OFF compiles each alone, as the presets for tests under sanitizers and clang-tidy
# do, so that a source that lacks an include or hides a name is found.
option(FAIRSLOT_UNITY "Compile several sources of the host's libraries at a time" OFF)

function(fairslot_unity)
  if(NOT FAIRSLOT_UNITY)
    return()
  endif()
  foreach(target IN LISTS ARGN)
    set_target_properties(${target} PROPERTIES UNITY_BUILD ON UNITY_BUILD_BATCH_SIZE 8)
    target_compile_options(${target} PRIVATE -Wno-shadow -Wshadow=local)
  endforeach()
endfunction()
