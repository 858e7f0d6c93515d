/// How large a problem is, as far as memory is concerned.
#pragma once

#include "host/scenario/scenario.hpp"
#include "kernels/simulation.hpp"

namespace fairslot::forecast {

ProblemShape shape_of(Problem const& problem);
/// Of a sample, before it is drawn: nothing of it is made. Counts past 2^31 are cut.
ProblemShape shape_of(scenario::Scenario const& scenario, double entries);

/// Bytes of a problem of that shape.
double problem_bytes(ProblemShape const& shape);

}  // namespace fairslot::forecast
