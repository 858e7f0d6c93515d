/// The oracle: a slow, plain simulator with loops as in the paper (Li and Wang 2024, algorithms 1
/// to 4).
///
/// It is written from the specification alone and shares only data types with the engine: the
/// engine's result must equal the oracle's in every field, to the last bit. It visits every slot in
/// which somebody has tasks queued; its cost is slots x users x servers, so keep problems small.
#pragma once

#include "kernels/simulation.hpp"
#include "kernels/watch/watch.hpp"

namespace fairslot {

RunResult oracle(Problem const& problem, Policy const& policy, Recording recording = {});

/// A slot of the run, pick by pick; nullopt: it was over before.
std::optional<WatchedSlot> oracle_slot(Problem const& problem, Policy const& policy,
                                       WatchRequest const& asked);

}  // namespace fairslot
