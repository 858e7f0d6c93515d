/// Cumulative task shares (Li and Wang 2024, eq. 3 and 4): what a user has started, in parts of
/// what it would have started with the cluster to itself, in the slots in which it had a queue.
#pragma once

#include <utility>
#include <vector>

#include "host/audit/audit.hpp"

namespace fairslot::audit {

/// Notes those of the users of all witnesses, in their slots: s_i as tvtsf has it, whatever policy
/// the run was under. Infinite where a user could start nothing, even alone.
void note_shares(Subject const& subject, RunResult const& run, std::vector<Finding>& findings);

}  // namespace fairslot::audit
