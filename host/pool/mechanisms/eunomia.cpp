#include "host/pool/mechanisms/eunomia.hpp"

#include "host/pool/leveling.hpp"
#include "host/pool/servers.hpp"

namespace fairslot::pool::mechanisms {

Answer Eunomia::solve(Instance const& in, Steps) const {
  AloneTerms const terms{.floor = floor, .by_speed = true};
  return even_levels(in, {.unit = weighted(in, alone(in, terms)), .by_speed = true});
}

}  // namespace fairslot::pool::mechanisms
