/// phases/entitle.hpp by a team.
#pragma once

#include "kernels/state/keys.hpp"
#include "kernels/team/team.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// Books of the users that do theirs one after the other. Called by one lane. False: one
/// overflowed.
template <int K>
FAIRSLOT_FUNCTION inline bool account_alone(ProblemView const& p, RunState& s) {
  for (int u = 0; u < p.users; ++u)
    if (users::waits(s, u) && Policies::accounts_alone(p, s, u) && !Policies::account<K>(p, s, u))
      return false;
  return true;
}

/// Keys of all who take part in this pass; int64_max: not at all. False: a sum overflowed.
template <int K>
KOKKOS_FUNCTION bool begin_pass(Team const& team, ProblemView const& p, RunState& s, int seats) {
  return all(team, seats, [&](int i) {
    int const u = s.seated[i];
    s.keys[i] = int64_max;
    if (!users::waits(s, u)) return true;
    keys::settle<K>(p, s, u, s.slot - 1);
    keys::note_head(p, s, u);
    if (!Policies::account<K>(p, s, u)) return false;
    s.keys[i] = keys::renew<K>(p, s, i);
    return true;
  });
}

/// Who takes part in this slot. False: a sum overflowed.
template <int K>
KOKKOS_FUNCTION bool entitle(Team const& team, ProblemView const& p, RunState& s) {
  int const seats = alone(team, [&] {
    s.pass = 0;
    seats::give<K>(p, s);
    return account_alone<K>(p, s) ? s.seats : -1;
  });
  return seats >= 0 && begin_pass<K>(team, p, s, seats);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
