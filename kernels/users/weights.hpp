/// w of a slot: that of the user's head when it begins, for the whole slot; without a queue that of
/// its latest head, before the first arrival that of its first job. A job without a weight has the
/// user's.
#pragma once

#include "kernels/users/keys.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace weights {

FAIRSLOT_FUNCTION inline double of_entry(ProblemView const& p, RunState const& s, int user,
                                         std::int32_t entry) {
  bool const own = p.weighs_jobs && p.job_weight[entry] > 0.0;
  return own ? p.job_weight[entry] : s.users.own_weight[user];
}

FAIRSLOT_FUNCTION inline bool has_jobs(ProblemView const& p, int user) {
  return p.job_begin[user] < p.job_begin[user + 1];
}

/// Before the first slot, and before the policy.
FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, RunState& s) {
  for (int u = 0; u < p.users; ++u) {
    s.users.own_weight[u] = p.weight[u];
    if (p.weighs_jobs) s.users.weigher[u] = p.job_begin[u];
    s.users.weight[u] = has_jobs(p, u) ? of_entry(p, s, u, p.job_begin[u]) : p.weight[u];
  }
}

FAIRSLOT_FUNCTION inline void set(RunState& s, int user, double weight) {
  s.users.reweighed |= weight != s.users.weight[user];
  s.users.weight[user] = weight;
}

/// The user's head decides from now on. Its sums are known up to the slot before.
FAIRSLOT_FUNCTION inline void of_head(ProblemView const& p, RunState& s, int user) {
  s.users.weigher[user] = s.users.head[user];
  set(s, user, of_entry(p, s, user, s.users.head[user]));
}

/// The user's own weight is another from this slot on. False: a sum overflowed.
template <int K>
[[nodiscard]] FAIRSLOT_FUNCTION inline bool of_user(ProblemView const& p, RunState& s, int user,
                                                    double weight) {
  bool const fits = Policies::catch_up<K>(p, s, user);
  s.users.own_weight[user] = weight;
  s.users.mark_dirty(user);
  set(s, user, has_jobs(p, user) ? of_entry(p, s, user, s.users.weigher[user]) : weight);
  return fits;
}

/// Tells the policy.
FAIRSLOT_FUNCTION inline void announce(ProblemView const& p, RunState& s) {
  Policies::reweigh(p, s);
  s.users.reweighed = false;
}

/// The user leaves before the next slot knows a head of it.
FAIRSLOT_FUNCTION inline bool leaves_next(ProblemView const& p, RunState const& s, int user) {
  for (int i = s.clock.next_departure; i < p.departures; ++i) {
    if (p.departure[i].slot > s.clock.slot + 1) return false;
    if (p.departure[i].user == user) return true;
  }
  return false;
}

/// After a slot: who has started something may have another head.
template <int K>
FAIRSLOT_FUNCTION inline void of_next_slot(ProblemView const& p, RunState& s) {
  if (s.users.starters == 0) return;
  keys::settle_all<K>(p, s, s.clock.slot);
  for (int i = 0; i < s.users.starters; ++i) {
    int const user = s.users.starter[i];
    bool const has_head = s.users.waits(user) || s.users.is_blocked[user];
    if (has_head && !leaves_next(p, s, user)) of_head(p, s, user);
  }
  if (s.users.reweighed) announce(p, s);
}

}  // namespace weights
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
