# fairslot_device_sources(TARGET sources...): adds sources that may include Kokkos; in a CUDA build nvcc
# compiles them. Kokkos stays private to the target, so a host file that includes it does not compile.
function(fairslot_device_sources target)
  target_sources(${target} PRIVATE ${ARGN})
  target_link_libraries(${target} PRIVATE Kokkos::kokkos)
  if(Kokkos_COMPILE_LANGUAGE STREQUAL "CUDA")
    set_source_files_properties(${ARGN} PROPERTIES LANGUAGE CUDA)
  endif()
endfunction()
