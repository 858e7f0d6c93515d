/// One worker that squeezes, in steps of time: starts are given, ends come out.
#pragma once

#include "host/stages/instance.hpp"

namespace fairslot::stages::twin {

/// Ends of tasks, all on the only worker; what happens there is late by a step at most.
std::vector<double> squeezed_ends(Instance const&, std::vector<double> const& starts,
                                  double penalty, double step);

}  // namespace fairslot::stages::twin
