# Finds Kokkos 5 with the wanted backend: an installed one (Kokkos_ROOT, CMAKE_PREFIX_PATH, Spack,
# conda), or else the one that scripts/setup has built in FAIRSLOT_OWN_KOKKOS.

if(FAIRSLOT_KOKKOS MATCHES "^(tsan|debug)$")
  # Only our own is instrumented, or checks bounds.
  find_package(Kokkos 5 QUIET CONFIG PATHS ${FAIRSLOT_OWN_KOKKOS} NO_DEFAULT_PATH)
else()
  find_package(Kokkos 5 QUIET CONFIG PATHS ${FAIRSLOT_OWN_KOKKOS})
endif()
if(NOT Kokkos_FOUND)
  message(FATAL_ERROR "Kokkos 5 was not found: run scripts/setup ${FAIRSLOT_KOKKOS}, or set Kokkos_ROOT")
endif()

set(_device_of_openmp OPENMP)
set(_device_of_cuda CUDA)
set(_device_of_tsan THREADS)
set(_device ${_device_of_${FAIRSLOT_BACKEND}})
if(NOT _device IN_LIST Kokkos_DEVICES)
  message(FATAL_ERROR "The Kokkos in ${Kokkos_DIR} has no ${_device} (it has: ${Kokkos_DEVICES}): "
                      "set Kokkos_ROOT to one that has, or unset it and run scripts/setup ${FAIRSLOT_KOKKOS}")
endif()
