/// Lexicographic max-min as its sources have it: round by round, and in each a program for every
/// user whose level is not fixed yet, whether it could have more.
#pragma once

#include <vector>

#include "host/pool/leveling.hpp"

namespace fairslot::pool::twins {

/// [N] levels; 0 of who is left out.
std::vector<double> levels(Instance const&, Measure const&);

}  // namespace fairslot::pool::twins
