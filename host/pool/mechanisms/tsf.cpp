#include "host/pool/mechanisms/tsf.hpp"

#include "host/pool/leveling.hpp"
#include "host/pool/servers.hpp"

namespace fairslot::pool::mechanisms {

Answer Tsf::solve(Instance const& in, Steps) const {
  return even_levels(in, {.unit = weighted(in, alone(in, {.floor = floor}))});
}

}  // namespace fairslot::pool::mechanisms
