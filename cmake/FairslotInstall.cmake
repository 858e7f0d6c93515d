# cmake --install: the program, the kernels library with its Kokkos-free headers, and a package config
# that offers fairslot::kernels.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/fairslot)
install(TARGETS fairslot RUNTIME)
install(TARGETS fairslot_kernels EXPORT fairslotTargets)
install(FILES kernels/check.hpp kernels/list.hpp kernels/policy_spec.hpp kernels/problem.hpp kernels/simulation.hpp
  DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fairslot/kernels)
install(FILES kernels/search/path.hpp DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fairslot/kernels/search)
install(EXPORT fairslotTargets NAMESPACE fairslot:: DESTINATION ${_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/fairslotConfig.cmake.in
  ${PROJECT_BINARY_DIR}/fairslotConfig.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairslotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fairslotConfig.cmake ${PROJECT_BINARY_DIR}/fairslotConfigVersion.cmake
  DESTINATION ${_package})
