/// What others picked before the run's policy, gone through once more: see kernels/replay.hpp.
#pragma once

#include <cstdint>

namespace fairslot {

/// The start of a task, as it was.
struct PastStart {
  std::int64_t slot, end;
  std::int32_t user, entry, server, unused;
};

struct Replay {
  PastStart const* start;    ///< [count] in the order in which they were made
  std::int64_t count, next;  ///< how many; the index of the next one
  std::int64_t until;        ///< the first slot in which the run picks for itself; 0: there is none
  bool then_rows, then_picks;  ///< what is recorded from then on
};

}  // namespace fairslot
