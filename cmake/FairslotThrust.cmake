# Where Thrust is for a build without nvcc, which has its own: the CUDA toolkit's, or else the one that scripts/setup
# has put into .venv. Debian's libthrust-dev is too old.
if(NOT FAIRSLOT_BACKEND STREQUAL "cuda")
  file(GLOB _thrust_places LIST_DIRECTORIES true ${PROJECT_SOURCE_DIR}/.venv/lib/python3*/site-packages/nvidia/cu13/include/cccl)
  find_path(FAIRSLOT_THRUST thrust/version.h DOC "Folder of Thrust 3's headers"
    HINTS $ENV{CUDA_HOME}/include/cccl /usr/local/cuda/include/cccl ${_thrust_places} NO_DEFAULT_PATH)
  if(NOT FAIRSLOT_THRUST)
    message(FATAL_ERROR "Thrust 3 was not found: run scripts/setup, or set FAIRSLOT_THRUST to the folder that holds thrust/")
  endif()
endif()

# Thrust's processor back end: OpenMP, or one thread where Kokkos has another.
function(fairslot_thrust_source source)
  if(FAIRSLOT_BACKEND STREQUAL "cuda")
    return()
  endif()
  set(system CPP)
  if(FAIRSLOT_BACKEND STREQUAL "openmp")
    set(system OMP)
  endif()
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_DEFINITIONS
    THRUST_DEVICE_SYSTEM=THRUST_DEVICE_SYSTEM_${system})
  set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -isystem ${FAIRSLOT_THRUST})
  # Thrust's OpenMP reduction binds a reference to the null pointer of an empty range, which it never reads.
  if(FAIRSLOT_SANITIZE MATCHES "undefined")
    set_property(SOURCE ${source} APPEND PROPERTY COMPILE_OPTIONS -fno-sanitize=null)
  endif()
endfunction()
