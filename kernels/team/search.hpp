/// Whose turn it is and where the task runs: both are the first of many, found by all lanes.
#pragma once

#include "kernels/search/find_server.hpp"
#include "kernels/search/ranked.hpp"
#include "kernels/team/team.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// A seat (state/seats.hpp) and the key of its user; seat -1: nobody.
struct Turn {
  std::int64_t key, tie;
  std::int32_t seat;
};

FAIRSLOT_FUNCTION inline bool before(Turn const& a, Turn const& b) {
  if (a.key != b.key) return a.key < b.key;
  return a.tie < b.tie || (a.tie == b.tie && a.seat < b.seat);
}

/// The seat with the lowest key; those with the key int64_max take no part.
KOKKOS_FUNCTION inline Turn next_turn(Team const& team, RunState const& s, int seats) {
  return first(team, seats, Turn{int64_max, int64_max, -1}, [&](int i) {
    if (s.keys[i] == int64_max) return Turn{int64_max, int64_max, -1};
    return Turn{s.keys[i], s.has_ties ? s.ties[i] : 0, i};
  });
}

/// Where a task may find room.
enum class Scope : std::int32_t { nowhere, the_pool, released, anywhere };

/// Called by one lane. See search::find_server.
template <int K>
FAIRSLOT_FUNCTION inline Scope scope_of(ProblemView const& p, RunState& s, std::int32_t entry) {
  if (s.traits.pool) {
    search::count(s, Path::pool);
    return search::pool_has_room<K>(p, s, p.entry[entry].demand) ? Scope::the_pool : Scope::nowhere;
  }
  std::int64_t const failed = s.failed[p.entry[entry].pair];
  bool const known = failed == s.slot, released = s.certificates && failed == s.previous_slot;
  search::count(s, known ? Path::known : released ? Path::team_released : Path::team);
  if (known) return Scope::nowhere;
  return released ? Scope::released : Scope::anywhere;
}

/// An index, search::the_pool or search::nowhere.
template <int K>
KOKKOS_FUNCTION std::int32_t find_server(Team const& team, ProblemView const& p, RunState const& s,
                                         std::int32_t entry, Scope scope) {
  if (scope == Scope::nowhere) return search::nowhere;
  if (scope == Scope::the_pool) return search::the_pool;
  int const demand = p.entry[entry].demand;
  std::int32_t const* const d = p.demands + static_cast<std::int64_t>(demand) * K;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  return Fits::with(s.traits.fit, [&]<class F>(F) {
    score::Scorer<K, F> const scorer(p, s, demand);
    Ranked const best = first(team, p.servers, nobody(), [&](int m) {
      std::uint64_t const word =
          scope == Scope::released ? s.touched[m / 64] & allowed[m / 64] : allowed[m / 64];
      if (!(word >> (m % 64) & 1) || !servers::fits<K>(p, s, d, m)) return nobody();
      return Ranked{scorer.of(m), m};
    });
    return best.server;
  });
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
