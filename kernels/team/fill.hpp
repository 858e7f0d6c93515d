/// phases/fill.hpp by a team.
#pragma once

#include "kernels/phases/fill.hpp"
#include "kernels/team/entitle.hpp"
#include "kernels/team/search.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// What is asked for the user whose turn it is.
struct Query {
  std::int32_t user, entry;
  Scope scope;
  bool paused, refused;
};

/// Called by one lane.
template <int K>
FAIRSLOT_FUNCTION inline Query query_of(ProblemView const& p, RunState& s, int seat,
                                        std::int64_t budget) {
  s.pause = phases::obstacle(s);
  if (s.pause == Pause::none && budget <= 0) s.pause = Pause::budget;
  std::int32_t const user = s.seated[seat], entry = s.head[user];
  bool const refused = s.traits.refuses && !Policies::may_start<K>(p, s, user);
  return {user, entry, scope_of<K>(p, s, entry), s.pause != Pause::none, refused};
}

enum class Served : std::int32_t { started, failed, refused, overflow };

/// Called by one lane: starts the task, or takes the user out of the slot.
template <int K>
FAIRSLOT_FUNCTION inline Served serve(ProblemView const& p, RunState& s, int seat, int user,
                                      std::int32_t server) {
  using phases::Started;
  if (server == search::nowhere) {
    s.keys[seat] = int64_max;
    if (!s.traits.pool) s.failed[p.entry[s.head[user]].pair] = s.slot;
    return Served::failed;
  }
  Started const started = phases::start<K>(p, s, user, server);
  if (started == Started::overflow) return Served::overflow;
  s.keys[seat] = started == Started::user_goes_on ? keys::renew<K>(p, s, seat) : int64_max;
  return Served::started;
}

/// A start has changed the keys of all of the user's queue.
template <int K>
KOKKOS_FUNCTION void renew_queue(Team const& team, ProblemView const& p, RunState& s, int seats,
                                 int user) {
  each(team, seats, [&](int i) {
    if (s.keys[i] != int64_max && p.queue[s.seated[i]] == p.queue[user])
      s.keys[i] = keys::renew<K>(p, s, i);
  });
}

/// The policy refuses: the user is out, with all whose keys it shares.
KOKKOS_FUNCTION inline void refuse(Team const& team, ProblemView const& p, RunState& s, int seats,
                                   int seat) {
  int const queue = alone(team, [&] { return p.queue[s.seated[seat]]; });
  bool const all = s.traits.shares_keys;
  each(team, seats, [&](int i) {
    if (i == seat || (all && p.queue[s.seated[i]] == queue)) s.keys[i] = int64_max;
  });
}

/// The task of the entry has just found no room: who asks for no less of every resource on no
/// other servers finds none either.
template <int K>
KOKKOS_FUNCTION void freeze_dominated(Team const& team, ProblemView const& p, RunState& s,
                                      int seats, std::int32_t entry) {
  std::int32_t const* const d = p.demands + static_cast<std::int64_t>(p.entry[entry].demand) * K;
  std::int32_t const group = p.entry[entry].placement;
  bool const any_group = s.traits.ignore_permitted || p.is_everywhere[group];
  int const stride = seats::stride(p);
  each(team, seats, [&](int i) {
    bool dominated = any_group || s.head_group[i] == group;
    for (int r = 0; r < K; ++r) dominated &= s.head_demand[r * stride + i] >= d[r];
    if (dominated) s.keys[i] = int64_max;
  });
}

/// phases/fill.hpp's fill_pass().
template <int K>
KOKKOS_FUNCTION phases::Filled fill_pass(Team const& team, ProblemView const& p, RunState& s,
                                         int seats, std::int64_t& budget) {
  using phases::Filled;
  for (;;) {
    int const seat = next_turn(team, s, seats).seat;
    if (seat < 0) return Filled::yes;
    Query const query = alone(team, [&] { return query_of<K>(p, s, seat, budget); });
    if (query.paused) return Filled::paused;
    --budget;
    if (query.refused) {
      refuse(team, p, s, seats, seat);
      continue;
    }
    std::int32_t const server = find_server<K>(team, p, s, query.entry, query.scope);
    Served const served = alone(team, [&] { return serve<K>(p, s, seat, query.user, server); });
    if (served == Served::overflow) return Filled::overflow;
    if (served == Served::started) {
      if (s.traits.shares_keys) renew_queue<K>(team, p, s, seats, query.user);
      continue;
    }
    if (s.traits.strict) return Filled::yes;
    if (s.certificates && !s.traits.in_turn) freeze_dominated<K>(team, p, s, seats, query.entry);
  }
}

/// phases/fill.hpp's fill().
template <int K>
KOKKOS_FUNCTION phases::Filled fill(Team const& team, ProblemView const& p, RunState& s,
                                    std::int64_t& budget) {
  using phases::Filled;
  int const seats = alone(team, [&] { return s.seats; });
  for (;;) {
    Filled const filled = fill_pass<K>(team, p, s, seats, budget);
    if (filled != Filled::yes) return filled;
    bool const last = alone(team, [&] { return ++s.pass == s.traits.passes; });
    if (last) return filled;
    if (!begin_pass<K>(team, p, s, seats)) return Filled::overflow;
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
