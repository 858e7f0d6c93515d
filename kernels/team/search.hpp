/// Whose turn it is and where the task runs: both are the first of many, found by all lanes.
#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/fits/ranked.hpp"
#include "kernels/team/team.hpp"

namespace fairslot::inline FAIRSLOT_ISA::team {

/// A seat (phases/seats.hpp) and the key of its user; seat -1: nobody.
struct Turn {
  std::int64_t key;
  std::int32_t seat;
};

FAIRSLOT_FUNCTION inline bool before(Turn const& a, Turn const& b) {
  return a.key < b.key || (a.key == b.key && a.seat < b.seat);
}

/// The seat with the lowest key; those with the key int64_max take no part.
KOKKOS_FUNCTION inline Turn next_turn(Team const& team, RunState const& s, int seats) {
  return first(team, seats, Turn{int64_max, -1}, [&](int i) { return Turn{s.keys[i], i}; });
}

/// Where a task may find room.
enum class Scope : std::int32_t { nowhere, the_pool, released, anywhere };

/// Called by one lane. See fits::find_server.
template <int K>
FAIRSLOT_FUNCTION inline Scope scope_of(ProblemView const& p, RunState const& s,
                                        std::int32_t entry) {
  if (s.traits.pool)
    return fits::pool_has_room<K>(p, s, p.entry[entry].demand) ? Scope::the_pool : Scope::nowhere;
  std::int64_t const failed = s.failed[p.entry[entry].pair];
  if (failed == s.slot) return Scope::nowhere;
  return s.certificates && failed == s.previous_slot ? Scope::released : Scope::anywhere;
}

/// An index, fits::the_pool or fits::nowhere.
template <int K>
KOKKOS_FUNCTION std::int32_t find_server(Team const& team, ProblemView const& p, RunState const& s,
                                         std::int32_t entry, Scope scope) {
  if (scope == Scope::nowhere) return fits::nowhere;
  if (scope == Scope::the_pool) return fits::the_pool;
  int const demand = p.entry[entry].demand;
  std::int32_t const* const d = p.demands + static_cast<std::int64_t>(demand) * K;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  best_fit::Target<K> const target(p, s, demand);
  Ranked const best = first(team, p.servers, nobody(), [&](int m) {
    std::uint64_t const word =
        scope == Scope::released ? s.touched[m / 64] & allowed[m / 64] : allowed[m / 64];
    if (!(word >> (m % 64) & 1) || !servers::fits<K>(p, s, d, m)) return nobody();
    return Ranked{s.traits.fit == Fit::best ? target.score(m) : 0.0, m};
  });
  return best.server;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::team
