/// What a scenario wants compared at a point of its sweep.
#pragma once

#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"
#include "host/statistics/summary.hpp"

namespace fairslot::sweep {

/// Of point number `number`, at which `here` run, indices of `policies`; comparisons of which some
/// policy does not run here are left out. Without wishes of the scenario: the first policy with
/// each other.
std::vector<statistics::Comparison> comparisons_at(scenario::Scenario const&, std::size_t number,
                                                   std::vector<int> const& here,
                                                   List<std::string> const& policies);

}  // namespace fairslot::sweep
