/// How many runs are under way at the same time.
#pragma once

namespace fairslot {

/// On a processor, at most, unless SimulatorSettings say otherwise: so many that none of the
/// threads waits for the host. Threads beyond the machine's cores take turns, which needs no more.
int places_of_runs(int threads);

}  // namespace fairslot
