/// Dynamic DRF as CN105302650A has it, from the beginning at each arrival: what `ddrf` is measured
/// beside.
#pragma once

#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

/// [N] levels when all have come, of users who need something of every resource and do not leave.
/// At each arrival all are sorted by their levels; the highest of these to which everybody may rise
/// is found by bisection, in O(n m) a trial, and from there the lowest rise to the end of a
/// resource: O(n² m log n) in all. Throws Interrupted.
std::vector<double> levels_by_sorting(Instance const&);

}  // namespace fairslot::pool
