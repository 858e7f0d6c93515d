/// w of a slot: that of the user's head when it begins, for the whole slot; without a queue that of
/// its latest head, before the first arrival that of its first job. A job without a weight has the
/// user's.
#pragma once

#include "kernels/users/keys.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace weights {

FAIRSLOT_FUNCTION inline double of_entry(ProblemView const& p, int user, std::int32_t entry) {
  bool const own = p.weighs_jobs && p.job_weight[entry] > 0.0;
  return own ? p.job_weight[entry] : p.weight[user];
}

/// Before the first slot, and before the policy.
FAIRSLOT_FUNCTION inline void initialize(ProblemView const& p, RunState& s) {
  for (int u = 0; u < p.users; ++u)
    s.users.weight[u] =
        p.job_begin[u] < p.job_begin[u + 1] ? of_entry(p, u, p.job_begin[u]) : p.weight[u];
}

/// The user's head decides from now on. Its sums are known up to the slot before.
FAIRSLOT_FUNCTION inline void of_head(ProblemView const& p, RunState& s, int user) {
  double const weight = of_entry(p, user, s.users.head[user]);
  s.users.reweighed |= weight != s.users.weight[user];
  s.users.weight[user] = weight;
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
