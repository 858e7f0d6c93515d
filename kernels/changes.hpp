/// Events of the problem, at the beginning of their slot: servers go down, and what runs there is
/// lost; servers come back; weights and guarantees are others; another policy picks.
#pragma once

#include "kernels/phases/release.hpp"
#include "kernels/users/guarantees.hpp"
#include "kernels/users/start.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace changes {

/// `count` starts that waited so long are none.
FAIRSLOT_FUNCTION inline void uncount_queueing(RunState& s, std::int64_t waited,
                                               std::int32_t count) {
  if (waited < dense_queueing) {
    s.books.queueing[waited] -= count;
    return;
  }
  FAIRSLOT_ASSERT(s.books.long_queueing_count < s.books.long_queueing_capacity);
  s.books.long_queueing[s.books.long_queueing_count++] = {waited, -std::int64_t{count}};
}

/// Takes back that these tasks started, but for what they held until now, which is lost.
template <int K>
FAIRSLOT_FUNCTION inline void take_back(ProblemView const& p, RunState& s, Event const& event,
                                        std::int64_t end, Origin const& origin) {
  std::int32_t const entry = origin.entry;
  std::int64_t const waited = origin.start - p.entry[entry].submit;
  Booked& booked = s.books.booked[entry];
  booked.started -= event.count;
  booked.queue_sum -= waited * event.count;
  booked.held -= users::slots_until(p, s, end) * event.count;
  booked.last_end = s.books.last_done[entry];
  FAIRSLOT_ASSERT(waited >= 0 && booked.started >= 0 && booked.queue_sum >= 0);
  uncount_queueing(s, waited, event.count);
  std::int64_t const slots = (s.clock.slot - origin.start) * event.count;
  std::int32_t const* const demand = demand_of<K>(p, event.demand);
  for (int r = 0; r < K; ++r)
    s.books.lost_time[r] += static_cast<Amount>(slots) * static_cast<Amount>(demand[r]);
  s.users.total_started[event.user] -= event.count;
  s.users.lost[event.user] += event.count;
  s.books.started -= event.count;
}

/// The server's tasks are lost: they wait again. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool lose_tasks(ProblemView const& p, RunState& s, int m) {
  bool fits = true, lost = false;
  calendar::take_out(s, [&](Event const& event, std::int64_t end, Origin const& origin) {
    if (event.server != m) return false;
    if (!s.policy.traits.slot_memory) keys::settle<K>(p, s, event.user, s.clock.slot - 1);
    phases::give_back<K, Executor>(p, s, event);
    take_back<K>(p, s, event, end, origin);
    fits &= queue::come_back<K>(p, s, event.user, origin.entry, event.count);
    return lost = true;
  });
  if (!lost) return fits;
  s.books.last_release = s.clock.slot;
  s.clock.row_due = true;
  calendar::take_out(s, [&](Event const&, std::int64_t end, Origin const& origin) {
    Booked& booked = s.books.booked[origin.entry];
    if (end > booked.last_end) booked.last_end = end;
    return false;
  });
  return fits;
}

/// A server that is down has nothing left; one that comes back has all that it is.
template <int K>
FAIRSLOT_FUNCTION inline void set_server(ProblemView const& p, RunState& s, int m, bool up) {
  for (int r = 0; r < K; ++r) {
    std::int64_t const at = r * p.server_stride + m;
    s.servers.residual[at] = up ? p.capacity[at] : 0;
  }
  s.servers.touched[m / 64] |= std::uint64_t{1} << (m % 64);
}

/// What is due in this slot happens, in order. True: servers have changed. Called by one lane.
template <int K, class Executor>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline bool take(ProblemView const& p, RunState& s) {
  bool fits = true, changed = false;
  int const first = s.clock.next_change;
  for (; s.clock.next_change < p.changes; ++s.clock.next_change) {
    Change const& next = p.change[s.clock.next_change];
    if (next.slot > s.clock.slot) break;
    if (next.what == Change::What::weight) fits &= weights::of_user<K>(p, s, next.of, next.value);
    if (next.what == Change::What::guarantee) guarantees::set(p, s, next.of, next.value);
    if (next.what == Change::What::policy && !s.policy.traits.pool)
      s.policy.judge = p.judge[next.of];
    bool const up = next.what == Change::What::server_up;
    bool const down = next.what == Change::What::server_down;
    if ((!up && !down) || s.policy.traits.pool) continue;  // which has no servers
    if (down) fits &= lose_tasks<K, Executor>(p, s, next.of);
    set_server<K>(p, s, next.of, up);
    changed = true;
  }
  if ((p.guarantees_change || p.policies_change) && s.clock.next_change > first)
    fits &= queue::judge_anew<K>(p, s);
  if (!fits) s.clock.status = RunStatus::h_sum_overflow;
  return changed;
}

/// After the last slot of a run in which tasks may have been lost.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void close(ProblemView const& p, RunState& s) {
  s.books.makespan = 0;
  for (int e = 0; e < p.entries; ++e)
    if (s.books.booked[e].last_end > s.books.makespan)
      s.books.makespan = s.books.booked[e].last_end;
  if (p.horizon > 0) return;
  // A drained run ends where nothing more can happen: no server is up for who still waits.
  for (int u = 0; u < p.users; ++u)
    if (s.users.waits(u)) queue::block<K>(p, s, u);
}

}  // namespace changes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
