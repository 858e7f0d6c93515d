# cmake --install: the program with what `report` needs and the scenarios, the libraries with their headers, free of
# Kokkos and HDF5, and a package config that offers fairslot::fairslot and fairslot::kernels.
include(CMakePackageConfigHelpers)

set(_package ${CMAKE_INSTALL_LIBDIR}/cmake/fairslot)
set(_data ${CMAKE_INSTALL_DATADIR}/fairslot)
install(TARGETS fairslot RUNTIME)
install(DIRECTORY analysis scenarios DESTINATION ${_data}
  PATTERN __pycache__ EXCLUDE PATTERN extract.py EXCLUDE)
install(FILES scripts/requirements.txt DESTINATION ${_data}/scripts)
install(FILES LICENSE README.md CHANGELOG.md DESTINATION ${_data})

install(TARGETS fairslot_host fairslot_kernels EXPORT fairslotTargets)
foreach(header IN ITEMS
    kernels/check.hpp kernels/list.hpp kernels/policy_spec.hpp kernels/problem.hpp kernels/search/path.hpp
    kernels/shown.hpp kernels/simulation.hpp kernels/spec.hpp
    host/data/embedded.hpp host/error.hpp host/events.hpp host/queues.hpp host/temporary_file.hpp
    host/traces/trace.hpp
    host/scenario/scenario.hpp host/scenario/shared.hpp host/scenario/written.hpp
    host/statistics/integer.hpp host/statistics/notes.hpp host/statistics/resource_time.hpp
    host/statistics/run_metrics.hpp host/statistics/shard.hpp host/statistics/summary.hpp host/statistics/tables.hpp
    host/record/published.hpp host/record/stored_result.hpp
    host/sweep/plan.hpp host/sweep/run_plan.hpp)
  get_filename_component(_folder ${header} DIRECTORY)
  install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/fairslot/${_folder})
endforeach()

install(EXPORT fairslotTargets NAMESPACE fairslot:: DESTINATION ${_package})
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/fairslotConfig.cmake.in
  ${PROJECT_BINARY_DIR}/fairslotConfig.cmake INSTALL_DESTINATION ${_package})
write_basic_package_version_file(${PROJECT_BINARY_DIR}/fairslotConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/fairslotConfig.cmake ${PROJECT_BINARY_DIR}/fairslotConfigVersion.cmake
  DESTINATION ${_package})
