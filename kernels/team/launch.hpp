/// The kernel that advances runs by a team of lanes each.
#pragma once

#include "kernels/ensemble.hpp"

namespace fairslot::ensemble {

/// How the kernel is started.
struct TeamShape {
  int threads;        ///< lanes of a team
  int scratch_bytes;  ///< of a team
};

/// `threads` are wanted; 0: chosen.
TeamShape team_shape(std::vector<ResidentRun*> const& runs, int threads);

/// As enqueue(), for runs of Search::team.
void enqueue_teams(std::string const& label, int resources, DeviceArray<Member> const& members,
                   std::int64_t budget, TeamShape shape);

}  // namespace fairslot::ensemble
