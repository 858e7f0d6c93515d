# Random123 is headers only and ships no CMake package.
find_path(Random123_INCLUDE_DIR Random123/philox.h)
mark_as_advanced(Random123_INCLUDE_DIR)
include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(Random123 REQUIRED_VARS Random123_INCLUDE_DIR)
if(Random123_FOUND AND NOT TARGET Random123::Random123)
  add_library(Random123::Random123 INTERFACE IMPORTED)
  target_include_directories(Random123::Random123 INTERFACE ${Random123_INCLUDE_DIR})
  # Philox needs no intrinsics, whose headers take longer to compile than all of its own.
  target_compile_definitions(Random123::Random123 INTERFACE R123_USE_SSE=0)
endif()
