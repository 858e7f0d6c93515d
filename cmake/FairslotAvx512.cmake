# FAIRSLOT_VARIANTS: the instruction sets for which the program's slot loop is compiled, each of which takes a minute: in
# a native build that of this processor, elsewhere all. FAIRSLOT_TESTED_VARIANTS: for which the tests' is; FAIRSLOT_AVX512:
# AVX-512 is one of these. The preset debug says anywhere whether all of them compile.
set(FAIRSLOT_AVX512 OFF)
set(FAIRSLOT_VARIANTS portable)
# Under the thread sanitizer g++ 12 miscompiles AVX-512.
if(CMAKE_SYSTEM_PROCESSOR MATCHES "x86_64|AMD64" AND NOT FAIRSLOT_BACKEND STREQUAL "tsan")
  include(CheckCXXSourceCompiles)
  set(CMAKE_REQUIRED_FLAGS -march=native)
  check_cxx_source_compiles("static_assert(__AVX512F__ && __AVX512DQ__ && __AVX512BW__ && __AVX512VL__); int main() {}" FAIRSLOT_AVX512_HERE)
  unset(CMAKE_REQUIRED_FLAGS)
  if(FAIRSLOT_AVX512_HERE AND FAIRSLOT_ARCH STREQUAL "native")
    set(FAIRSLOT_AVX512 ON)
    set(FAIRSLOT_VARIANTS avx512)
  elseif(NOT FAIRSLOT_ARCH STREQUAL "native" OR (CMAKE_BUILD_TYPE STREQUAL "Debug" AND NOT FAIRSLOT_SANITIZE))
    set(FAIRSLOT_AVX512 ON)
    set(FAIRSLOT_VARIANTS avx512 portable)
  endif()
endif()
set(FAIRSLOT_TESTED_VARIANTS portable)
if(FAIRSLOT_AVX512)
  set(FAIRSLOT_TESTED_VARIANTS avx512 portable)
  set(FAIRSLOT_FLAGS_portable -mno-avx512f)
endif()
set(FAIRSLOT_FLAGS_avx512 -mavx512f -mavx512dq -mavx512bw -mavx512vl)
# GCC 12 takes the undefined registers of its own AVX-512 header for uninitialized ones (PR 105593).
set(FAIRSLOT_AVX512_WARNINGS $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized> $<$<CXX_COMPILER_ID:GNU>:-Wno-uninitialized>)
