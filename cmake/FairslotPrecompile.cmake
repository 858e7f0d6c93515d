# The standard headers of nearly every source, read once, which is a third of what an unoptimised source takes. Larger
# libraries' headers make that slower, not faster.
set(fairslot_common_headers
  <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <future> <limits> <map> <memory> <optional> <set> <span>
  <stdexcept> <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)

# fairslot_precompile(TARGET...): these targets share them, and so the flags that a precompiled header asks for.
function(fairslot_precompile)
  add_library(fairslot_headers OBJECT ${PROJECT_SOURCE_DIR}/cmake/empty.cpp)
  target_link_libraries(fairslot_headers PRIVATE fairslot_flags ${fairslot_fmt})
  target_precompile_headers(fairslot_headers PRIVATE ${fairslot_common_headers})
  fairslot_position_independent(fairslot_headers ${ARGN})
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} REUSE_FROM fairslot_headers)
  endforeach()
endfunction()
