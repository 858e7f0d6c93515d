/// Clusters as datacenters have them. A case is a value of each of seven dimensions and named by
/// them: dc-s10k-t10-used80-bytype-j10-u100-k2 has 10,000 servers in 10 types, jobs for 80 % of the
/// scarcest resource, users that may run on some of the types, jobs of 10 tasks on average, 100
/// users and two resources.
#pragma once

#include <vector>

#include "host/bench/cases.hpp"

namespace fairslot::bench {

/// The middle, and the cases that differ from it in one dimension.
std::vector<Case> datacenter_star();

/// Every combination: some thousands.
std::vector<Case> datacenter_grid();

}  // namespace fairslot::bench
