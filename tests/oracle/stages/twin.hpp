/// A run of stages in steps of time, for instances in which nothing is squeezed and all times are
/// multiples of the step.
#pragma once

#include "host/stages/outcome.hpp"
#include "host/stages/simulation.hpp"

namespace fairslot::stages::twin {

/// Tasks only. `step` divides all times of the instance and of the settings.
std::vector<TaskOutcome> simulate(Instance const&, Terms const&, double step);

}  // namespace fairslot::stages::twin
