/// Plays the picks of a run back and checks what must hold whatever the policy: no server is ever
/// overfull, tasks start in queue order, where and when they may, and end when they should; nothing
/// is lost; and at the end of a slot nobody who waits would fit (unless `strict`).
#pragma once

#include <string>

#include "kernels/simulation.hpp"

namespace fairslot {

/// "" or what is wrong. The run must have recorded slots and picks.
std::string broken_invariant(Problem const& problem, Policy const& policy, RunResult const& result);

}  // namespace fairslot
