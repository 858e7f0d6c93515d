/// Where a run stands.
#pragma once

#include <cstdint>

#include "kernels/simulation.hpp"

namespace fairslot {

/// Why a run returned from a launch.
enum class Pause : std::int32_t {
  none,
  budget,
  done,
  rows_full,
  picks_full,
  queueing_full,
  events_full,
  policy_full,
  another_policy,  ///< from the next slot on: the run goes on as another one
  watched,         ///< somebody looks on in the next slot
  candidates       ///< the lists of the wide engine have to be made anew: no matter for the host
};

struct Clock {
  RunStatus status;
  Pause pause;
  bool initialized;
  bool in_slot;                 ///< a slot's fill was interrupted
  bool row_due;                 ///< something was released, arrived or was cancelled in this slot
  bool step;                    ///< strict: the next slot may differ though nothing happens in it
  bool watched;                 ///< the cut is a slot in which somebody looks on
  int pass;                     ///< of the fill, from 0
  std::int32_t next_arrival;    ///< index into ProblemView::arrival
  std::int32_t next_departure;  ///< index into ProblemView::departure
  std::int32_t last_departure;  ///< slot of the latest; 0: nobody has left
  std::int32_t next_change;     ///< index into ProblemView::change
  std::int64_t slot;            ///< the current or last slot
  std::int64_t cut;             ///< before this slot the host acts; int64_max: never
  std::int64_t previous_slot;   ///< the one simulated before it; -1: none
  std::int64_t settled;         ///< the last slot that is in the policy's books of all users
};

}  // namespace fairslot
