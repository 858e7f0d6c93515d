#pragma once

#include "kernels/users/queue.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// Appends the entries submitted in this slot to their users' queues. False: a sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool arrive(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::arrive");
  for (; s.next_arrival < p.entries; ++s.next_arrival) {
    std::int32_t const entry = p.arrival[s.next_arrival];
    if (p.entry[entry].submit > s.slot) break;
    int const user = p.entry[entry].user;
    if (s.is_blocked[user]) continue;
    s.row_due = true;
    s.tail[user] = entry + 1;
    s.queued += p.entry[entry].tasks;
    users::mark_dirty(s, user);
    if (users::waits(s, user)) continue;
    s.head[user] = entry;
    s.waiting[user / 64] |= std::uint64_t{1} << (user % 64);
    s.seats_stale = true;
    queue::open_head<K>(p, s, user);
    if (!Policies::arrive<K>(p, s, user)) return false;
  }
  return true;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
