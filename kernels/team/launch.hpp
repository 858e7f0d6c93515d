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

/// Enqueues the kernel by which a team of lanes advances each member (all of so many resources) by
/// about `budget` starts, or until the host has to act.
void enqueue_teams(std::string const& label, int resources, DeviceArray<Member> const& members,
                   std::int64_t budget, TeamShape shape);

}  // namespace fairslot::ensemble
