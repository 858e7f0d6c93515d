/// How many runs are under way at the same time.
#pragma once

#include <cstdint>

namespace fairslot {

/// On a processor, at most, unless SimulatorSettings say otherwise: so many that none of the
/// threads waits for the host. Threads beyond the machine's cores take turns, which needs no more.
int places_of_runs(int threads);

/// Of long runs a few are enough, once all that are under way have `tasks_of_few` for each of so
/// many: they end one after the other, so that problems are made and results written meanwhile, and
/// less memory is taken.
int few_runs(int threads);
inline constexpr std::int64_t tasks_of_few = std::int64_t{1} << 21;

/// Problems that are made or being made before their runs find a place, beside those of runs.
int problems_ahead(int threads);

}  // namespace fairslot
