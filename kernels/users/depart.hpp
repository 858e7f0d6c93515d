#pragma once

#include "kernels/users/queue.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace users {

/// Cancels what is queued of those that leave in this slot; their running tasks go on. False: a sum
/// overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_APART FAIRSLOT_FUNCTION inline bool depart_all(ProblemView const& p,
                                                                      RunState& s) {
  for (; s.clock.next_departure < p.departures; ++s.clock.next_departure) {
    Departure const& departure = p.departure[s.clock.next_departure];
    if (departure.slot > s.clock.slot) return true;
    s.clock.last_departure = departure.slot;
    if (s.users.is_blocked[departure.user]) queue::unblock(s, departure.user);
    if (s.users.waits(departure.user)) {
      s.clock.row_due = true;
      queue::cancel<K>(p, s, departure.user);
    }
    if (!Policies::depart<K>(p, s, departure.user)) return false;
  }
  return true;
}

template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool depart(ProblemView const& p, RunState& s) {
  return s.clock.next_departure == p.departures || depart_all<K>(p, s);
}

}  // namespace users
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
