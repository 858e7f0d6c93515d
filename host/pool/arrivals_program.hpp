/// Dynamic DRF by the linear program (1) of CN105302650A at each arrival: what `ddrf` is compared
/// and measured with.
#pragma once

#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// [N] levels when all have come, of users who need something of every resource and do not leave.
/// Throws NotConverged, Interrupted.
std::vector<double> levels_by_programs(Instance const&);

}  // namespace fairslot::pool
