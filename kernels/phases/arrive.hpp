#pragma once

#include "kernels/users/queue.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

/// Appends the entries submitted in this slot to their users' queues. False: a sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool arrive(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::arrive");
  for (; s.clock.next_arrival < p.arrivals; ++s.clock.next_arrival) {
    std::int32_t const entry = p.arrival[s.clock.next_arrival];
    if (p.entry[entry].submit > s.clock.slot) break;
    int const user = p.entry[entry].user;
    if (s.users.is_blocked[user]) continue;
    s.clock.row_due = true;
    s.users.tail[user] = entry + 1;
    queue::add<K>(p, s, entry, p.entry[entry].tasks);
    s.users.mark_dirty(user);
    if (s.users.waits(user)) continue;
    s.users.head[user] = entry;
    s.users.waiting[user / 64] |= std::uint64_t{1} << (user % 64);
    s.seats.stale = true;
    queue::open_head<K>(p, s, user);
    if (!Policies::arrive<K>(p, s, user)) return false;
    if (p.weighs_jobs) weights::of_head(p, s, user);
  }
  if (s.users.reweighed) weights::announce(p, s);
  return true;
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
