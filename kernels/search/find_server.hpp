/// On which server the next task runs.
#pragma once

#include "kernels/search/candidate_lists.hpp"
#include "kernels/search/count.hpp"
#include "kernels/search/index.hpp"
#include "kernels/search/scan.hpp"
#include "kernels/search/score.hpp"
#include "kernels/state.hpp"
#include "kernels/state/released.hpp"
#include "kernels/state/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::search {

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t the_pool = -1;

template <int K>
FAIRSLOT_FUNCTION inline bool pool_has_room(ProblemView const& p, RunState const& s, int demand) {
  for (int r = 0; r < K; ++r)
    if (p.demands[demand * K + r] > s.pool[r]) return false;
  return true;
}

/// Where the servers on which tasks have ended in this slot can be asked alone.
FAIRSLOT_FUNCTION inline bool knows_released(ProblemView const& p, RunState const& s, int demand) {
  return released::listed(s) || (s.certificates && index::serves(p, s, demand));
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t among_released(ProblemView const& p, RunState& s, int user) {
  std::int32_t const entry = s.head[user];
  int const demand = p.entry[entry].demand;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  if (!released::listed(s)) return index::find_fresh<K>(p, s, p.entry[entry], allowed);
  int const seat = s.seat[user];
  bool const certified = s.certified[seat / 64] >> (seat % 64) & 1;
  count(s, certified ? Path::reach : Path::released);
  return released::best<K>(p, s, demand,
                           certified ? released::open_to_certified(s, seat)
                                     : released::open_to<K>(p, s, demand, allowed));
}

template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t anywhere(ProblemView const& p, RunState& s,
                                                              std::int32_t entry) {
  if (s.search == Search::lists) {
    std::int32_t const server = candidate_lists::find<K>(p, s, entry);
    count(s, server == candidate_lists::unknown ? Path::awaited : Path::lists);
    return server;
  }
  int const demand = p.entry[entry].demand;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  bool const served = index::serves(p, s, demand);
  if (served && !index::scan_pays(p, s)) return index::find<K>(p, s, demand, allowed);
  count(s, served ? Path::scan_behind : index::kept(s) ? Path::scan_other : Path::scan);
  return scan::find<K>(p, s, demand, allowed);
}

/// The server for the user's next task: an index, the_pool, nowhere or candidate_lists::unknown.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find_server(ProblemView const& p, RunState& s, int user) {
  std::int32_t const entry = s.head[user];
  int const demand = p.entry[entry].demand;
  if (s.traits.pool) {
    count(s, Path::pool);
    return pool_has_room<K>(p, s, demand) ? the_pool : nowhere;
  }
  // Residuals only shrink within a slot: what failed once has failed for all users alike.
  std::int64_t& failed = s.failed[p.entry[entry].pair];
  if (failed == s.slot) {
    count(s, Path::known);
    return nowhere;
  }
  // And what failed in the slot before can only fit where tasks have ended since.
  std::int32_t const server = failed == s.previous_slot && knows_released(p, s, demand)
                                  ? among_released<K>(p, s, user)
                                  : anywhere<K>(p, s, entry);
  if (server == nowhere) failed = s.slot;
  return server;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::search
