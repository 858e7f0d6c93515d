/// One big run at a time, for any score: the servers of many queries are scored by the whole
/// device, then a batch of starts is made in order. See search/candidate_lists.hpp.
#pragma once

#include "kernels/resident_run.hpp"

namespace fairslot::cluster_wide {

/// The limits as they are used: in their ranges, and chosen for the device where left open.
WideLimits settled(WideLimits limits);

/// Enqueues a chunk of batches, three kernels each, and waits for its end. The run (of
/// Search::lists) is advanced by about `budget` starts, or until the host has to act. Its state is
/// brought up to date.
void launch(ResidentRun& run, std::int64_t budget, int team_threads);

}  // namespace fairslot::cluster_wide
