/// Lexicographic max-min on servers: the lowest level is made as high as it can be, then among the
/// others the lowest, and so on, under permitted servers and limits.
#pragma once

#include <span>
#include <vector>

#include "host/pool/answer.hpp"

namespace fairslot::pool {

/// What a user's level is: its tasks over `unit`, each counted, if `by_speed`, as often as its
/// server is fast. Who has no unit is left out.
struct Measure {
  std::vector<double> unit;  ///< [N]
  bool by_speed = false;
};

/// With the places of the tasks. Throws NotConverged.
Answer even_levels(Instance const&, Measure const&);

/// The same by linear programs in any case: even_levels() fills one pool progressively.
Answer even_levels_by_programs(Instance const&, Measure const&);

}  // namespace fairslot::pool
