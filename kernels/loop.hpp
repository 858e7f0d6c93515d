/// One run, slot by slot: release, arrive, entitle, fill, tally. Slots in which nothing is released
/// and nothing arrives are jumped: residuals and heads are those under which every head has just
/// failed (where a slot steps, only once one has passed without a start).
#pragma once

#include "kernels/phases/arrive.hpp"
#include "kernels/phases/entitle.hpp"
#include "kernels/phases/fill.hpp"
#include "kernels/phases/release.hpp"
#include "kernels/phases/tally.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// Residuals, ratios, rows and pool of the empty cluster.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, RunState& s) {
  for (int i = 0; i < K * p.server_stride; ++i) s.residual[i] = p.capacity[i];
  for (int r = 0; r < K; ++r) s.pool[r] = p.totals[r];
  if (!s.traits.pool)
    for (int m = 0; m < p.servers; ++m) servers::refresh<K>(p, s, m);
  if constexpr (Executor::one_lane)
    if (index::kept(s) && p.classes > 0) index::build<K>(p, s, index::every, p.everywhere);
  for (int i = 0; i < calendar_slots; ++i) s.ring[i] = -1;
  s.far = s.chunk_free = -1;
  s.far_min = int64_max;
  s.next_merge = calendar_slots / 2;
  for (int i = 0; i < p.users; ++i) {
    s.head_pair[i] = s.shown_group[i] = s.slot_event[i] = -1;
  }
  FirstLeast{s.keys, s.contenders, s.key_blocks, p.users}.clear();
  Policies::initialize<K>(p, s);
  s.initialized = true;
}

/// The next slot in which something can happen, int64_max if there is none.
FAIRSLOT_FUNCTION inline std::int64_t next_slot(ProblemView const& p, RunState& s) {
  if (s.step) return s.slot + 1;
  while (s.next_arrival < p.entries && s.is_blocked[p.entry[p.arrival[s.next_arrival]].user])
    ++s.next_arrival;
  std::int64_t const release = calendar::next_release(s);
  if (s.next_arrival == p.entries) return release;
  std::int64_t const arrival = p.entry[p.arrival[s.next_arrival]].submit;
  return arrival < release ? arrival : release;
}

/// After the last slot.
template <int K>
FAIRSLOT_FUNCTION inline void finish(ProblemView const& p, RunState& s) {
  std::int64_t const last = p.horizon > 0 ? p.horizon : s.slot;
  if (!Policies::finish<K>(p, s, last)) s.status = RunStatus::h_sum_overflow;
  s.slot = p.horizon > 0 ? p.horizon : s.last_release;
  s.pause = Pause::done;
}

/// Goes to the next slot. False: the run pauses or is over, see s.pause.
template <int K>
FAIRSLOT_FUNCTION inline bool find_slot(ProblemView const& p, RunState& s, std::int64_t budget) {
  if (budget <= 0) s.pause = Pause::budget;
  if (s.record_rows && s.row_count == s.row_capacity) s.pause = Pause::rows_full;
  if (Policies::is_full(p, s)) s.pause = Pause::policy_full;
  if (s.pause != Pause::none) return false;

  std::int64_t const next = next_slot(p, s);
  if (next == int64_max || (p.horizon > 0 && next > p.horizon)) {
    finish<K>(p, s);
    return false;
  }
  s.previous_slot = s.slot > 0 ? s.slot : -1;
  s.slot = next;
  s.row_due = false;
  s.started_in_slot = 0;
  s.starters = 0;
  return true;
}

/// What comes before the first start. False: a sum overflowed.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline bool open_slot(Executor const& by, ProblemView const& p, RunState& s) {
  phases::release<K>(by, p, s);
  bool const arrived = by.alone([&] {
    s.in_slot = true;
    return phases::arrive<K>(p, s);
  });
  return arrived && phases::entitle<K>(by, p, s);
}

template <class Executor>
FAIRSLOT_FUNCTION inline void end(Executor const& by, RunState& s, RunStatus status) {
  by.alone([&] {
    s.status = status;
    s.pause = Pause::done;
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
    if (!s.initialized) initialize<K, Executor>(p, s);
    s.pause = Pause::none;
    return s.in_slot;
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
      s.in_slot = false;
      return phases::tally<K>(p, s);
    });
    if (!tallied) return end(by, s, RunStatus::queue_sum_overflow);
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA
