#include "host/pool/mechanisms/cdrf_g.hpp"

#include "host/pool/leveling.hpp"
#include "host/pool/servers.hpp"

namespace fairslot::pool::mechanisms {

Answer CdrfG::solve(Instance const& in, Steps) const {
  return even_levels(in, {.unit = weighted(in, alone(in, {.permitted = true, .floor = floor}))});
}

}  // namespace fairslot::pool::mechanisms
