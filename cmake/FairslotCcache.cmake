# Compiles through ccache where there is one.
find_program(FAIRSLOT_CCACHE ccache)
mark_as_advanced(FAIRSLOT_CCACHE)
if(FAIRSLOT_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${FAIRSLOT_CCACHE} CACHE STRING "")
  set(CMAKE_CUDA_COMPILER_LAUNCHER ${FAIRSLOT_CCACHE} CACHE STRING "")
endif()
