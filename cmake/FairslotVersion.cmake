# fairslot_version: an INTERFACE target that gives "fairslot_version.hpp", looked at in every build and
# rewritten only when the version or the commit has changed. Include it in one source file only.

set(_folder ${PROJECT_BINARY_DIR}/generated)
add_custom_target(fairslot_version_header
  COMMAND ${CMAKE_COMMAND}
    -DSOURCE=${PROJECT_SOURCE_DIR} -DVERSION=${PROJECT_VERSION} -DOUTPUT=${_folder}/fairslot_version.hpp
    -P ${PROJECT_SOURCE_DIR}/cmake/write_version.cmake
  BYPRODUCTS ${_folder}/fairslot_version.hpp
  COMMENT "Check the version header")
add_library(fairslot_version INTERFACE)
target_include_directories(fairslot_version INTERFACE ${_folder})
add_dependencies(fairslot_version fairslot_version_header)
