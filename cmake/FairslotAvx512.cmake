# FAIRSLOT_AVX512: the slot loop is compiled for AVX-512, too, beside the portable one. A native program for a processor
# that has none would never call it, and compiles minutes less; the preset debug says whether it compiles.
set(FAIRSLOT_AVX512 OFF)
# Under the thread sanitizer g++ 12 miscompiles it.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT FAIRSLOT_BACKEND STREQUAL "tsan")
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -march=native)
  check_cxx_source_compiles("static_assert(__AVX512F__ && __AVX512DQ__ && __AVX512BW__ && __AVX512VL__); int main() {}" FAIRSLOT_AVX512_HERE)
  unset(CMAKE_REQUIRED_FLAGS)
  if(FAIRSLOT_AVX512_HERE OR NOT FAIRSLOT_ARCH STREQUAL "native" OR (CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT FAIRSLOT_SANITIZE))
    set(FAIRSLOT_AVX512 ON)
  endif()
endif()
set(FAIRSLOT_AVX512_FLAGS -mavx512f -mavx512dq -mavx512bw -mavx512vl)
# GCC 12 takes the undefined registers of its own AVX-512 header for uninitialized ones (PR 105593).
set(FAIRSLOT_AVX512_WARNINGS $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
