# fairslot_flags: what every translation unit is compiled with, the oracle and the tests included.
#
# Results must agree to the bit between engines, compilers and devices, so nothing may fuse a*b+c:
# -ffp-contract=off for each compiler, and for nvcc both passes (--fmad=false is the device's only).
# Never -ffast-math or a part of it.

add_library(fairslot_flags INTERFACE)
target_compile_features(fairslot_flags INTERFACE cxx_std_20)

set(_host -Wall -Wextra -ffp-contract=off -fopenmp-simd -march=${FAIRSLOT_ARCH})
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # False alarms of g++ 12 at -O3, e.g. in "text" + std::string; the asan preset looks for the real ones.
  list(APPEND _host -Wno-array-bounds -Wno-restrict -Wno-stringop-overflow -Wno-stringop-overread -Wno-error=maybe-uninitialized)
endif()
# A mistake with memory shall end the program, not hand it over: canaries on the stack, checked copies, a table of
# addresses that is read-only before main(). Position-independent code is the default of Debian's compilers.
list(APPEND _host -fstack-protector-strong)
if(NOT FAIRSLOT_SANITIZE AND CMAKE_BUILD_TYPE MATCHES "Rel")
  list(APPEND _host -U_FORTIFY_SOURCE -D_FORTIFY_SOURCE=2) # needs an optimised build
endif()
target_link_options(fairslot_flags INTERFACE LINKER:-z,relro LINKER:-z,now)

if(FAIRSLOT_SANITIZE)
  list(APPEND _host -fsanitize=${FAIRSLOT_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer)
  if(FAIRSLOT_SANITIZE_LESS)
    list(APPEND _host -fno-sanitize=${FAIRSLOT_SANITIZE_LESS})
  endif()
  target_link_options(fairslot_flags INTERFACE -fsanitize=${FAIRSLOT_SANITIZE})
  # Programs of 300 MB: a seventh of ld's time.
  find_program(FAIRSLOT_LLD ld.lld)
  if(FAIRSLOT_LLD)
    target_link_options(fairslot_flags INTERFACE -fuse-ld=lld)
  endif()
endif()
if(FAIRSLOT_BACKEND STREQUAL "tsan")
  # Of strncpy in libfccp's csv.h, which ends the text itself, g++ 12 warns with this sanitizer.
  list(APPEND _host -Wno-tsan -Wno-stringop-truncation)
endif()

# Where all sources are linked as one, target fairslot_names: two types or functions of one name, which a linker merges, end the build.
# Objects hold both what a common link takes and what that one does.
if(FAIRSLOT_ONE_LINK)
  target_link_options(fairslot_flags INTERFACE -fno-lto)
endif()

# fairslot_linked_as_one(): the targets of this folder and those in it are.
macro(fairslot_linked_as_one)
  if(FAIRSLOT_ONE_LINK)
    add_compile_options($<$<COMPILE_LANGUAGE:CXX>:-flto> $<$<COMPILE_LANGUAGE:CXX>:-ffat-lto-objects>)
  endif()
endmacro()

# No number changes its sign or loses digits unless the source says so, and no name hides another. System headers are
# not looked at.
set(_strict -Wconversion -Wsign-conversion -Wshadow)

# nvcc hands its host compiler rewritten sources, with parentheses nobody wrote: there warnings stay warnings.
list(JOIN _host "," _through_nvcc)
string(APPEND _through_nvcc ",-Wno-parentheses")
if(FAIRSLOT_WERROR)
  list(APPEND _host -Werror)
endif()
target_compile_options(fairslot_flags INTERFACE
  $<$<COMPILE_LANGUAGE:CXX>:${_host}>
  $<$<COMPILE_LANGUAGE:CXX>:${_strict}>
  $<$<COMPILE_LANGUAGE:CUDA>:--fmad=false>
  $<$<COMPILE_LANGUAGE:CUDA>:--expt-relaxed-constexpr>
  $<$<COMPILE_LANGUAGE:CUDA>:-Xcompiler=${_through_nvcc}>)

# Options of sources whose work is done once a program, or by tests only: compiled quickly.
set(fairslot_quickly $<$<NOT:$<CONFIG:Debug>>:-O1>)

# fairslot_position_independent(TARGET...): others may link these into a shared library of theirs. Functions are inlined
# and called as in a program all the same.
function(fairslot_position_independent)
  set_target_properties(${ARGN} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  foreach(target IN LISTS ARGN)
    target_compile_options(${target} PRIVATE $<$<COMPILE_LANGUAGE:CXX>:-fno-semantic-interposition>)
  endforeach()
endfunction()

# Includes are written from the root of the repository: "kernels/simulation.hpp".
target_include_directories(fairslot_flags INTERFACE ${PROJECT_SOURCE_DIR})
