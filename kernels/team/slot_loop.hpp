/// slot_loop.hpp by a team: what grows with users, servers or running tasks is shared among the
/// lanes, the rest is done by one. Keys are kept for all seats, int64_max for those that do not
/// contend; other marks of who contends, and lists of released servers, are not kept.
#pragma once

#include "kernels/slot_loop.hpp"
#include "kernels/team/fill.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// How they are changed where other lanes do so as well.
struct Together {
  template <class T>
  FAIRSLOT_FUNCTION static void add(T& sum, T amount) {
    Kokkos::atomic_add(&sum, amount);
  }
  FAIRSLOT_FUNCTION static void set_bit(std::uint64_t* words, int i) {
    Kokkos::atomic_or(&words[i / 64], std::uint64_t{1} << (i % 64));
  }
};

/// Tasks that end at the beginning of this slot give back what they held.
template <int K>
KOKKOS_FUNCTION void release(Team const& team, ProblemView const& p, RunState& s) {
  std::int32_t const due = alone(team, [&] {
    for (int w = 0; w < p.words; ++w) s.touched[w] = 0;
    std::int32_t const list = calendar::take_due(s);
    if (list >= 0) s.last_release = s.slot;
    s.row_due = list >= 0;
    phases::settle<K>(p, s, list);
    return list;
  });
  if (due < 0) return;
  // Every lane follows the list and takes its turn at the events.
  int const lanes = team.team_size();
  each(team, lanes, [&](int lane) {
    int at = 0;
    for (std::int32_t chunk = due; chunk >= 0; chunk = s.chunks[chunk].next)
      for (int i = 0; i < s.chunks[chunk].count; ++i)
        if (at++ % lanes == lane) phases::give_back<K, Together>(p, s, s.chunks[chunk].events[i]);
  });
  alone(team, [&] {
    for (std::int32_t chunk = due; chunk >= 0;) {
      std::int32_t const next = s.chunks[chunk].next;
      calendar::recycle(s, chunk);
      chunk = next;
    }
  });
  if (s.traits.pool) return;
  each(team, p.servers, [&](int m) {
    if (s.touched[m / 64] >> (m % 64) & 1) servers::refresh<K>(p, s, m);
  });
}

/// What comes before the first start. False: a sum overflowed.
template <int K>
KOKKOS_FUNCTION bool open_slot(Team const& team, ProblemView const& p, RunState& s) {
  release<K>(team, p, s);
  bool const arrived = alone(team, [&] {
    s.started_in_slot = 0;
    s.starters = 0;
    s.in_slot = true;
    return phases::arrive<K>(p, s);
  });
  return arrived && entitle<K>(team, p, s);
}

KOKKOS_FUNCTION inline void end(Team const& team, RunState& s, RunStatus status) {
  alone(team, [&] {
    s.status = status;
    s.pause = Pause::done;
  });
}

/// Advances the run by about `budget` starts, or until the host has to act.
template <int K>
KOKKOS_FUNCTION void advance(Team const& team, ProblemView const& p, RunState& s,
                             std::int64_t budget) {
  constexpr int slot_cost = 8;  // in starts
  bool in_slot = alone(team, [&] {
    if (!s.initialized) initialize<K>(p, s);
    s.released_count = -1;  // never listed
    s.pause = Pause::none;
    return s.in_slot;
  });
  for (;; in_slot = false) {
    if (!in_slot) {
      if (!alone(team, [&] { return find_slot<K>(p, s, budget); })) return;
      if (!open_slot<K>(team, p, s)) return end(team, s, RunStatus::h_sum_overflow);
      budget -= slot_cost;
    }
    phases::Filled const filled = fill<K>(team, p, s, budget);
    if (filled == phases::Filled::paused) return;
    bool const counted = filled == phases::Filled::yes && alone(team, [&] {
                           s.in_slot = false;
                           return phases::tally<K>(p, s);
                         });
    if (!counted) return end(team, s, RunStatus::queue_sum_overflow);
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
