/// The slot loop, compiled once for each instruction set that this program carries; the processor
/// decides at run time which one is used. The choice never changes a result.
#pragma once

#include <string_view>

#include "kernels/state.hpp"
#include "kernels/watch/onlooker.hpp"

namespace fairslot {

/// Advances the run by about `budget` starts, or until the host has to act (see Pause).
using Advance = void (*)(ProblemView const&, RunState&, std::int64_t budget);

/// For a problem of so many resources. FAIRSLOT_SIMD=portable or avx512 in the environment
/// overrides the choice; PolicyError where it names what is not there.
Advance advance_for(int resources);

/// Goes through a slot of the run with somebody who looks on (kernels/watch/slot.hpp).
using WatchSlot = void (*)(ProblemView const&, RunState&, std::int64_t slot, Onlooker&);
WatchSlot watch_for(int resources);

/// "avx512" or "portable".
std::string_view instruction_set();

/// Indexed by K.
struct AdvanceTable {
  Advance of[max_resources + 1];
};
struct WatchTable {
  WatchSlot of[max_resources + 1];
};

}  // namespace fairslot
