#pragma once

#include "kernels/phases/entitle.hpp"
#include "kernels/phases/queue.hpp"

namespace fairslot::inline FAIRSLOT_ISA::phases {

/// From this slot on the slots of a user that had no queue count, with its new head; or, for a user
/// that this head has blocked, they count no longer. False: its H_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool recount(ProblemView const& p, RunState& s, int user) {
  if (!entitle::account<K>(p, s, user, s.slot - 1)) return false;
  s.counts[user] = !s.is_blocked[user];
  entitle::count_with(p, s, user, s.head[user]);
  return true;
}

/// Appends the entries submitted in this slot to their users' queues. False: an H_sum overflowed.
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
    queue::mark_dirty(s, user);
    if (queue::waits(s, user)) continue;
    s.head[user] = entry;
    s.waiting[user / 64] |= std::uint64_t{1} << (user % 64);
    s.seats_stale = true;
    queue::open_head<K>(p, s, user);
    if (s.traits.entitled && !recount<K>(p, s, user)) return false;
  }
  return true;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::phases
