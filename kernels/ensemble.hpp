/// Many runs at once: a team each, advanced by a budget of starts a launch.
#pragma once

#include <string>
#include <vector>

#include "kernels/resident_run.hpp"

namespace fairslot::ensemble {

/// A run as a kernel sees it.
struct Member {
  ProblemView problem;
  RunState state;
  double share = 1.0;  ///< of the budget

  FAIRSLOT_FUNCTION std::int64_t part_of(std::int64_t budget) const {
    return static_cast<std::int64_t>(static_cast<double>(budget) * share) + 1;
  }
};

/// One launch over all `runs` (of equal K): they are advanced by about `budget` starts on average,
/// each, where they shall end `together`, in proportion to what it has left, so that long ones do
/// not stay behind alone, or until the host has to act. Their states are brought up to date. All or
/// none are of Search::team; `team_threads`: see SimulatorSettings.
void launch(std::vector<ResidentRun*> runs, std::int64_t budget, int team_threads,
            bool together = true);

/// Of the kernel that advances runs of two resources by teams, a thread; zeros on a processor.
struct KernelNeeds {
  int registers, local_bytes;
};
KernelNeeds kernel_needs();

}  // namespace fairslot::ensemble
