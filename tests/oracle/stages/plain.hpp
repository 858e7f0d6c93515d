/// The engine with a plain matcher: at every event it builds the future of every server that has
/// changed anew for every task that it starts, sorts all jobs that wait and asks for each of their
/// tasks by itself. Nothing is remembered, of no two tasks is it known that they match alike.
#pragma once

#include "host/stages/simulation.hpp"

namespace fairslot::stages::twin {

/// A scheduler for `simulate`.
MakeScheduler plain_scheduler();

}  // namespace fairslot::stages::twin
