#pragma once

#include "kernels/phases/fill.hpp"
#include "kernels/rows.hpp"
#include "kernels/users/weights.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace phases {

/// Under memory = slot nobody is charged for anything when a slot begins.
template <int K>
FAIRSLOT_FUNCTION inline void forget_slot(RunState& s, int user) {
  s.users.slot_started[user] = 0;
  for (int r = 0; r < K; ++r) s.users.slot_usage[static_cast<std::int64_t>(user) * K + r] = 0;
}

/// Later jobs have passed others in this slot only. False: queue_sum overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool end_passing(ProblemView const& p, RunState& s) {
  for (int w = 0; w < seats::user_words(p); ++w)
    for (std::uint64_t bits = s.users.passing[w]; bits != 0; bits &= bits - 1) {
      int const user = 64 * w + lowest_bit(bits);
      if (!users::book<K>(p, s, user)) return false;
      queue::end_passing<K>(p, s, user);
    }
  return true;
}

/// Nothing runs, arrives or is left to happen.
FAIRSLOT_FUNCTION inline bool is_over(ProblemView const& p, RunState const& s) {
  if (s.books.running > 0 || s.clock.next_change < p.changes) return false;
  for (std::int32_t i = s.clock.next_arrival; i < p.arrivals; ++i)
    if (!s.users.is_blocked[p.entry[p.arrival[i]].user]) return false;
  return true;
}

/// Where a slot steps: may the next one start what this one did not, though nothing happens in it?
template <int K>
FAIRSLOT_FUNCTION inline bool next_slot_differs(ProblemView const& p, RunState const& s) {
  if (s.books.started_in_slot > 0) return true;
  if (p.servers_change && p.horizon == 0 && is_over(p, s)) return false;
  return s.books.queued > 0 && (s.policy.traits.random_ties || Policies::goes_on<K>(p, s));
}

/// Closes the slot's books. False: queue_sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool tally(ProblemView const& p, RunState& s) {
  Region const region(s.regions, "fairslot::slot::tally");
  if (s.policy.traits.backfill && !end_passing<K>(p, s)) return false;
  for (int i = 0; i < s.users.starters; ++i) {
    int const user = s.users.starter[i];
    s.users.is_starter[user] = 0;
    if (!users::book<K>(p, s, user)) return false;
    if (s.policy.traits.slot_memory) {
      keys::settle<K>(p, s, user, s.clock.slot);
      forget_slot<K>(s, user);
    }
    Policies::end_slot<K>(p, s, user);
  }
  if (p.weighs_jobs) weights::of_next_slot<K>(p, s);
  // Who still waits has found no room.
  bool const tried = s.search.certificates && !s.policy.traits.in_turn && !replay::is_on(s);
  for (int w = 0; w < seats::user_words(p); ++w) {
    s.seats.failed_before[w] = tried ? s.users.waiting[w] : 0;
    for (std::uint64_t bits = s.seats.failed_before[w]; bits != 0; bits &= bits - 1)
      s.servers.failed[s.users.head_pair[64 * w + lowest_bit(bits)]] = s.clock.slot;
  }
  s.clock.step = s.policy.traits.steps && !replay::is_on(s) && next_slot_differs<K>(p, s);
  if (s.books.record_rows && (s.clock.row_due || s.books.started_in_slot > 0))
    if (s.books.rows_due++ % s.books.row_every == 0) rows::record<K>(p, s);
  return true;
}

}  // namespace phases
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
