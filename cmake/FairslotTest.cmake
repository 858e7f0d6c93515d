# fairslot_test(NAME sources... [LIBS ...] [LABELS ...] [THREADS 1 2] [ARGS ...] [TIMEOUT s] [LONG])
#
# Makes the GoogleTest executable test_NAME and one ctest entry for each thread count (default: 1),
# "NAME" or "NAME.threads1", "NAME.threads2": Kokkos starts once a process with a fixed number of threads.
# Tests are not discovered one by one: an executable of the CUDA tree does not start without a driver.
# The target tests_LABEL builds those of a label. Unit tests that are no scripts have the label unit.code, too.
# Where a folder sets FAIRSLOT_QUICK_TESTS, since its tests only call what is tested, they are compiled quickly.
# LONG ones, of minutes to hours, have the label long and are built and run with ctest -C long only: a filter in a preset
# would win over the labels of the command line.

find_package(GTest REQUIRED)
find_package(rapidcheck REQUIRED)

# What every test includes, compiled once and shared; for quickly compiled ones once more.
foreach(headers IN ITEMS fairslot_test_headers fairslot_quick_test_headers)
  add_library(${headers} OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
  target_link_libraries(${headers} PRIVATE fairslot_flags GTest::gmock rapidcheck rapidcheck_gtest)
  target_precompile_headers(${headers} PRIVATE
    <algorithm> <cstdint> <string> <vector> <gmock/gmock.h> <gtest/gtest.h> <rapidcheck.h> <rapidcheck/gtest.h>)
endforeach()
target_compile_options(fairslot_quick_test_headers PRIVATE ${fairslot_quickly})

function(fairslot_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "LONG" "TIMEOUT" "LIBS;LABELS;THREADS;ARGS")
  set(target test_${name})
  add_executable(${target} ${arg_UNPARSED_ARGUMENTS})
  target_link_libraries(${target} PRIVATE
    fairslot_test_main fairslot_cli fairslot_host fairslot_kernels fairslot_flags ${arg_LIBS} GTest::gmock GTest::gtest rapidcheck rapidcheck_gtest)
  if(FAIRSLOT_QUICK_TESTS)
    target_compile_options(${target} PRIVATE ${fairslot_quickly})
    target_precompile_headers(${target} REUSE_FROM fairslot_quick_test_headers)
  else()
    target_precompile_headers(${target} REUSE_FROM fairslot_test_headers)
  endif()

  set(only)
  if(arg_LONG)
    set(only CONFIGURATIONS long)
    list(APPEND arg_LABELS long)
    set_property(TARGET ${target} PROPERTY EXCLUDE_FROM_ALL ON)
    add_test(NAME ${name}.build COMMAND ${CMAKE_COMMAND} --build ${PROJECT_BINARY_DIR} --target ${target} ${only})
    set_tests_properties(${name}.build PROPERTIES LABELS long FIXTURES_SETUP ${name})
  endif()
  if("unit" IN_LIST arg_LABELS)
    list(APPEND arg_LABELS unit.code)
  endif()
  foreach(label IN LISTS arg_LABELS)
    if(NOT TARGET tests_${label})
      add_custom_target(tests_${label})
    endif()
    add_dependencies(tests_${label} ${target})
  endforeach()

  set(counts ${arg_THREADS})
  if(NOT counts)
    set(counts 1)
  endif()
  foreach(threads IN LISTS counts)
    set(entry ${name})
    if(arg_THREADS)
      set(entry ${name}.threads${threads})
    endif()
    add_test(NAME ${entry} COMMAND ${target} ${arg_ARGS} ${only} WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
    fairslot_test_environment(${entry} ${threads})
    if(arg_LABELS)
      set_property(TEST ${entry} PROPERTY LABELS ${arg_LABELS})
    endif()
    if(arg_LONG)
      set_property(TEST ${entry} PROPERTY FIXTURES_REQUIRED ${name})
    endif()
    if(arg_TIMEOUT)
      set_property(TEST ${entry} PROPERTY TIMEOUT ${arg_TIMEOUT})
    endif()
  endforeach()
endfunction()

# fairslot_test_environment(ENTRY THREADS): for tests made by add_test, too.
# Threads that wait must sleep: on a busy machine spinning ones are many times slower.
function(fairslot_test_environment entry threads)
  set_property(TEST ${entry} APPEND PROPERTY ENVIRONMENT
    OMP_NUM_THREADS=${threads} KOKKOS_NUM_THREADS=${threads} OMP_WAIT_POLICY=passive OMP_PROC_BIND=false
    FAIRSLOT_PROGRAM=${PROJECT_BINARY_DIR}/fairslot FAIRSLOT_SOURCE=${PROJECT_SOURCE_DIR}
    FAIRSLOT_PYTHON=${PROJECT_SOURCE_DIR}/.venv/bin/python)
  set_property(TEST ${entry} PROPERTY PROCESSORS ${threads})
endfunction()
