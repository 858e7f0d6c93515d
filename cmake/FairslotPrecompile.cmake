# fairslot_precompile(TARGET...): the standard headers of nearly every source, read once a target, which is a third of
# what an unoptimised source takes. Larger libraries' headers make that slower, not faster.
function(fairslot_precompile)
  foreach(target IN LISTS ARGN)
    target_precompile_headers(${target} PRIVATE
      <algorithm> <array> <cmath> <cstdint> <filesystem> <functional> <limits> <map> <memory> <optional> <set> <span> <stdexcept>
      <string> <string_view> <utility> <variant> <vector> <fmt/format.h>)
  endforeach()
endfunction()
