/// From a scenario to what one sample runs.
#pragma once

#include "host/stages/background.hpp"
#include "host/stages/scenario.hpp"
#include "host/stages/swim.hpp"

namespace fairslot::stages {

/// Sample number `sample`: the same jobs, truths and places of input for all schedulers.
/// `rows`: of the scenario's `swim`, where jobs are drawn.
Instance make_instance(Scenario const&, std::uint64_t sample, std::vector<SwimRow> const& rows);
Settings settings_of(Scenario const&);
OnOff background_of(Scenario const&, std::uint64_t sample);

}  // namespace fairslot::stages
