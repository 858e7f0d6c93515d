# FAIRSLOT_STATIC: programs that need little more than the C library, to be carried to another machine.
# Included before packages are looked for.
option(FAIRSLOT_STATIC "Link the C++ library, HDF5, fmt, toml++ and OpenMP statically" OFF)
if(NOT FAIRSLOT_STATIC)
  set(fairslot_fmt fmt::fmt)
  set(fairslot_toml tomlplusplus::tomlplusplus)
  return()
endif()

add_library(fairslot_toml_headers INTERFACE)
target_include_directories(fairslot_toml_headers SYSTEM INTERFACE
  $<TARGET_PROPERTY:tomlplusplus::tomlplusplus,INTERFACE_INCLUDE_DIRECTORIES>)
set(fairslot_fmt fmt::fmt-header-only)
set(fairslot_toml $<BUILD_INTERFACE:fairslot_toml_headers>)
set(HDF5_USE_STATIC_LIBRARIES ON)
set(ZLIB_USE_STATIC_LIBS ON)
# What HDF5's static library wants besides; not all of it is in what CMake finds.
string(APPEND CMAKE_CXX_STANDARD_LIBRARIES " -l:libsz.a -l:libaec.a -l:libz.a -ldl")
string(APPEND CMAKE_CUDA_STANDARD_LIBRARIES " -l:libsz.a -l:libaec.a -l:libz.a -ldl")
add_link_options(-static-libstdc++ -static-libgcc LINKER:--as-needed)

execute_process(COMMAND ${CMAKE_CXX_COMPILER} -print-file-name=libgomp.a
  OUTPUT_VARIABLE fairslot_gomp OUTPUT_STRIP_TRAILING_WHITESPACE)
if(IS_ABSOLUTE "${fairslot_gomp}")
  set(OpenMP_gomp_LIBRARY ${fairslot_gomp} CACHE FILEPATH "")
endif()
