/// One run, slot by slot: release, change, depart, arrive, entitle, fill, tally. Slots in which
/// nothing is released, changes or arrives and nobody leaves are jumped: residuals and heads are
/// those under which every head has just failed (where a slot steps, only once one has passed
/// without a start).
#pragma once

#include "kernels/changes.hpp"
#include "kernels/fragmentation.hpp"
#include "kernels/phases/arrive.hpp"
#include "kernels/phases/entitle.hpp"
#include "kernels/phases/fill.hpp"
#include "kernels/phases/release.hpp"
#include "kernels/phases/tally.hpp"
#include "kernels/rows.hpp"
#include "kernels/users/depart.hpp"
#include "kernels/users/guarantees.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// Residuals, ratios, rows and pool of the empty cluster.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, RunState& s) {
  for (std::int64_t i = 0; i < K * p.server_stride; ++i) s.servers.residual[i] = p.capacity[i];
  for (int r = 0; r < K; ++r) s.servers.pool[r] = p.totals[r];
  if (!s.policy.traits.pool)
    for (int m = 0; m < p.servers; ++m) servers::refresh<K>(p, s, m);
  if constexpr (Executor::one_lane)
    if (p.classes > 0) search::Searches::build<K>(p, s);
  for (int i = 0; i < calendar_slots; ++i) s.calendar.ring[i] = -1;
  s.calendar.far = s.calendar.chunk_free = -1;
  s.calendar.far_min = int64_max;
  s.calendar.next_merge = calendar_slots / 2;
  for (int i = 0; i < p.users; ++i) {
    s.users.head_pair[i] = s.users.shown_group[i] = s.users.slot_event[i] = -1;
  }
  FirstLeast{s.seats.keys, s.seats.contenders, s.seats.key_blocks, p.users}.clear();
  weights::initialize(p, s);
  guarantees::initialize(p, s);
  Policies::initialize<K>(p, s);
  if (s.books.record_fragmentation) fragmentation::initialize<K>(p, s.books.fragments);
  s.clock.initialized = true;
}

/// The slot in which a user leaves, if that is before `next`; nothing waits for it (int64_max) but
/// a horizon.
FAIRSLOT_FUNCTION inline std::int64_t or_departure(ProblemView const& p, RunState const& s,
                                                   std::int64_t next) {
  if (s.clock.next_departure == p.departures) return next;
  if (next == int64_max && p.horizon == 0) return next;
  std::int64_t const departure = p.departure[s.clock.next_departure].slot;
  return departure < next ? departure : next;
}

/// The slot of the next change, if that is before `next`.
FAIRSLOT_FUNCTION inline std::int64_t or_change(ProblemView const& p, RunState const& s,
                                                std::int64_t next) {
  if (s.clock.next_change == p.changes) return next;
  std::int64_t const change = p.change[s.clock.next_change].slot;
  return change < next ? change : next;
}

/// The next slot in which something can happen, int64_max if there is none.
FAIRSLOT_FUNCTION inline std::int64_t next_slot(ProblemView const& p, RunState& s) {
  if (s.clock.step) return s.clock.slot + 1;
  while (s.clock.next_arrival < p.arrivals &&
         s.users.is_blocked[p.entry[p.arrival[s.clock.next_arrival]].user])
    ++s.clock.next_arrival;
  std::int64_t const release = or_change(p, s, calendar::next_release(s));
  if (s.clock.next_arrival == p.arrivals) return or_departure(p, s, release);
  std::int64_t const arrival = p.entry[p.arrival[s.clock.next_arrival]].submit;
  return or_departure(p, s, arrival < release ? arrival : release);
}

/// A slot of changes may take back as many starts as there are: those that waited long need room in
/// the buffer, of which the host sees to it that it is large enough.
FAIRSLOT_FUNCTION inline bool lacks_room_for(ProblemView const& p, RunState const& s,
                                             std::int64_t next) {
  return p.servers_change && s.books.long_queueing_count > 0 && s.clock.next_change < p.changes &&
         p.change[s.clock.next_change].slot == next;
}

/// After the last slot.
template <int K>
FAIRSLOT_FUNCTION inline void finish(ProblemView const& p, RunState& s) {
  std::int64_t const last = p.horizon > 0 ? p.horizon : s.clock.slot;
  if (p.servers_change) changes::close<K>(p, s);
  if (!Policies::finish<K>(p, s, last)) s.clock.status = RunStatus::h_sum_overflow;
  s.clock.slot = last;
  s.clock.pause = Pause::done;
}

/// Before a slot in which somebody looks on, or another policy picks: the host goes on with another
/// run.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void give_way(ProblemView const& p, RunState& s) {
  if (s.clock.watched) {
    s.clock.pause = Pause::watched;
    return;
  }
  bool const fits = Policies::finish<K>(p, s, s.clock.cut - 1);
  s.clock.pause = fits ? Pause::another_policy : Pause::done;
  if (!fits) s.clock.status = RunStatus::h_sum_overflow;
}

/// Books that change in every slot are brought up to slot `to` in pieces of a long stretch, so that
/// a launch ends within a second. False: it pauses, and some are left.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline bool catch_up(ProblemView const& p, RunState& s,
                                                      std::int64_t to) {
  constexpr std::int64_t piece = 1 << 21;
  int pieces = 4;
  for (int u = 0; u < p.users; ++u)
    while (to - s.users.settled[u] > piece && !Policies::steady<K>(p, s, u)) {
      if (pieces-- == 0) {
        s.clock.pause = Pause::budget;
        return false;
      }
      keys::settle<K>(p, s, u, s.users.settled[u] + piece);
    }
  return true;
}

/// There is such a slot as that before which the host acts.
FAIRSLOT_FUNCTION inline bool reaches_cut(ProblemView const& p, RunState const& s,
                                          std::int64_t next) {
  if (next < s.clock.cut) return false;
  return p.horizon > 0 ? s.clock.cut <= p.horizon : next != int64_max;
}

/// Goes to the slot. False: the run pauses, see s.clock.pause.
template <int K>
FAIRSLOT_FUNCTION inline bool enter(ProblemView const& p, RunState& s, std::int64_t next) {
  replay::end(s, next);
  if (lacks_room_for(p, s, next)) {
    s.clock.pause = Pause::queueing_full;
    return false;
  }
  constexpr std::int64_t long_stretch = 1 << 23;
  if (s.policy.settles && next - s.clock.slot > long_stretch && !catch_up<K>(p, s, next - 1))
    return false;
  s.clock.previous_slot = s.clock.slot > 0 ? s.clock.slot : -1;
  s.clock.slot = next;
  s.clock.row_due = false;
  s.books.started_in_slot = 0;
  s.users.starters = 0;
  return true;
}

/// Goes to the next slot. False: the run pauses or is over, see s.clock.pause.
template <int K>
FAIRSLOT_FUNCTION inline bool find_slot(ProblemView const& p, RunState& s, std::int64_t budget) {
  if (budget <= 0) s.clock.pause = Pause::budget;
  if (s.books.record_rows && !rows::have_room(p, s)) s.clock.pause = Pause::rows_full;
  if (Policies::is_full(p, s)) s.clock.pause = Pause::policy_full;
  if (s.clock.pause != Pause::none) return false;

  std::int64_t const next = replay::or_start(s, next_slot(p, s));
  if (reaches_cut(p, s, next)) {
    give_way<K>(p, s);
    return false;
  }
  if (next == int64_max || (p.horizon > 0 && next > p.horizon)) {
    finish<K>(p, s);
    return false;
  }
  return enter<K>(p, s, next);
}

/// What comes before the first start. False: a sum overflowed.
template <int K, class Executor>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool open_slot(Executor const& by, ProblemView const& p,
                                                      RunState& s) {
  bool const released = phases::release<K>(by, p, s);
  bool const changed = p.changes > 0 && by.alone([&] { return changes::take<K, Executor>(p, s); });
  if (released || changed) phases::show_released<K>(by, p, s);
  bool const arrived = by.alone([&] {
    s.clock.in_slot = true;
    return s.clock.status == RunStatus::complete && users::depart<K>(p, s) &&
           phases::arrive<K>(p, s);
  });
  return arrived && phases::entitle<K>(by, p, s);
}

template <class Executor>
FAIRSLOT_FUNCTION inline void end(Executor const& by, RunState& s, RunStatus status) {
  by.alone([&] {
    s.clock.status = status;
    s.clock.pause = Pause::done;
  });
}

/// Advances the run by about `budget` starts, or until the host has to act.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline void advance(Executor const& by, ProblemView const& p, RunState& s,
                                      std::int64_t budget) {
  constexpr int slot_cost = 8;  // in starts
  if constexpr (!Executor::one_lane)
    if (by.alone([&] { return candidate_lists::awaits_host(s); })) return;
  bool in_slot = by.alone([&] {
    if (!s.clock.initialized) initialize<K, Executor>(p, s);
    s.clock.pause = Pause::none;
    return s.clock.in_slot;
  });
  for (;; in_slot = false) {
    if (!in_slot && !by.alone([&] { return find_slot<K>(p, s, budget); })) return;
    Region const region(s.regions, "fairslot::slot::step");
    if (!in_slot) {
      if (!open_slot<K>(by, p, s)) return end(by, s, RunStatus::h_sum_overflow);
      budget -= slot_cost;
    }
    phases::Filled const filled = phases::fill<K>(by, p, s, budget);
    if (filled == phases::Filled::paused) return;
    bool const tallied = filled == phases::Filled::yes && by.alone([&] {
      s.clock.in_slot = false;
      return phases::tally<K>(p, s);
    });
    if (!tallied) return end(by, s, RunStatus::queue_sum_overflow);
  }
}

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
