/// On which server the next task runs.
#pragma once

#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/searches.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace search {

inline constexpr std::int32_t unknown = candidate_lists::unknown;

template <int K>
FAIRSLOT_FUNCTION inline bool pool_has_room(ProblemView const& p, RunState const& s, int demand) {
  std::int32_t const* const d = demand_of<K>(p, demand);
  for (int r = 0; r < K; ++r)
    if (d[r] > s.servers.pool[r]) return false;
  return true;
}

/// Where a task may find room.
enum class Scope : std::int32_t { none, pool, released, anywhere };

/// Of the servers, by what has failed.
FAIRSLOT_FUNCTION inline Scope scope_left(ProblemView const& p, RunState const& s,
                                          std::int32_t entry) {
  // Residuals only shrink within a slot: what failed once has failed for all users alike.
  std::int64_t const failed = s.servers.failed[p.entry[entry].pair];
  if (failed == s.clock.slot) return Scope::none;
  // And what failed in the slot before can only fit where tasks have ended since.
  bool const released = s.search.certificates && failed == s.clock.previous_slot;
  return released ? Scope::released : Scope::anywhere;
}

/// Called by one lane.
template <int K, class Rules, class Executor>
FAIRSLOT_FUNCTION inline Scope scope_of(ProblemView const& p, RunState& s, std::int32_t entry) {
  if (Rules::asks(s.policy.traits.pool)) {
    count(s, Path::pool);
    return pool_has_room<K>(p, s, p.entry[entry].demand) ? Scope::pool : Scope::none;
  }
  Scope const scope = scope_left(p, s, entry);
  if (scope == Scope::none) {
    count(s, Path::known);
    return scope;
  }
  bool const released = scope == Scope::released;
  if (s.search.engine == Search::lists) count(s, Path::lists);
  if (s.search.engine == Search::team) count(s, released ? Path::team_released : Path::team);
  return scope;
}

/// Does the entry's task find room on any server?
template <int K>
FAIRSLOT_FUNCTION inline bool has_room(ProblemView const& p, RunState& s, std::int32_t entry) {
  Scope const scope = scope_left(p, s, entry);
  if (scope == Scope::none) return false;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  for (int w = 0; w < p.words; ++w)
    if (scan::open_among<K>(p, s, entry, allowed, w, scope == Scope::released) != 0) return true;
  s.servers.failed[p.entry[entry].pair] = s.clock.slot;
  return false;
}

FAIRSLOT_FUNCTION inline bool is_asked(RunState const& s, Scope scope, int m) {
  return scope == Scope::anywhere || (s.servers.touched[m / 64] >> (m % 64) & 1) != 0;
}

/// By all lanes, where the policy prefers servers instead of a placement.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t preferred_by_lanes(Executor const& by, ProblemView const& p,
                                                         RunState& s, int user, std::int32_t entry,
                                                         Scope scope) {
  candidate_lists::Candidates<K, fits::First> const candidates(p, s, entry);
  Ranked const best = by.first(p.servers, nobody(), [&](int m) {
    bool const open = is_asked(s, scope, m) && candidates.is_open(m);
    return open ? Ranked{-static_cast<double>(Policies::preference<K>(p, s, user, m)), m}
                : nobody();
  });
  return best.server;
}

/// By all lanes: they score the servers, or those that have changed since the lists were made.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t by_lanes(Executor const& by, ProblemView const& p,
                                               RunState& s, int user, std::int32_t entry,
                                               Scope scope) {
  if (s.search.engine == Search::lists) return candidate_lists::find<K>(by, p, s, entry);
  if (s.policy.traits.by_server) return preferred_by_lanes<K>(by, p, s, user, entry, scope);
  return Fits::with(s.policy.traits.fit, [&]<class F>(F) {
    candidate_lists::Candidates<K, F> const candidates(p, s, entry);
    Ranked const best = by.first(p.servers, nobody(), [&](int m) {
      return is_asked(s, scope, m) ? candidates.of(m) : nobody();
    });
    return best.server;
  });
}

/// The server for the user's next task, the entry's: an index, the_pool, nowhere or unknown.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t find_server(Executor const& by, ProblemView const& p,
                                                  RunState& s, int user, std::int32_t entry,
                                                  Scope scope) {
  if (scope == Scope::none) return nowhere;
  if (scope == Scope::pool) return the_pool;
  if constexpr (!Executor::one_lane)
    return by_lanes<K>(by, p, s, user, entry, scope);
  else
    return Searches::find<K>(p, s, Question(p, s, user, entry, scope == Scope::released));
}

}  // namespace search
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
