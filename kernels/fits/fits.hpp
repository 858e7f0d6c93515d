/// On which server the next task runs.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/fits/candidate_lists.hpp"
#include "kernels/fits/index.hpp"
#include "kernels/phases/released.hpp"
#include "kernels/phases/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::fits {

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t the_pool = -1;

template <int K>
FAIRSLOT_FUNCTION inline bool pool_has_room(ProblemView const& p, RunState const& s, int demand) {
  for (int r = 0; r < K; ++r)
    if (p.demands[demand * K + r] > s.pool[r]) return false;
  return true;
}

/// Where a query looks: words of servers that may have room, which it may correct.
template <int K>
struct Candidates {
  ProblemView const& p;
  RunState& s;
  int demand;
  std::uint64_t const* allowed;
  std::uint64_t* row;  ///< null: scan

  FAIRSLOT_FUNCTION Candidates(ProblemView const& problem, RunState& state, std::int32_t entry)
      : p(problem),
        s(state),
        demand(problem.entry[entry].demand),
        allowed(servers::permitted(problem, state, entry)),
        row(state.search == Search::bits
                ? servers::row<K>(problem, state, problem.entry[entry].demand)
                : nullptr) {}

  FAIRSLOT_FUNCTION std::int32_t const* need() const { return p.demands + demand * K; }

  /// Permitted servers 64w .. that may have room.
  FAIRSLOT_FUNCTION std::uint64_t maybe(int w) const {
    return row ? row[w] & allowed[w] : allowed[w];
  }
  /// Those of them that have.
  FAIRSLOT_FUNCTION std::uint64_t surely(int w) const {
    std::uint64_t const room = servers::fitting<K>(p, s, demand, w);
    if (row) row[w] &= room;
    return room & allowed[w];
  }
};

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t first(Candidates<K> const& candidates) {
  for (int w = 0; w < candidates.p.words; ++w) {
    if (candidates.maybe(w) == 0) continue;
    std::uint64_t const word = candidates.surely(w);
    if (word != 0) return 64 * w + lowest_bit(word);
  }
  return nowhere;
}

/// Looks at a few candidates one by one.
template <int K>
FAIRSLOT_FUNCTION inline void best_of_few(Candidates<K> const& candidates,
                                          best_fit::Target<K> const& target, int w,
                                          best_fit::Best& best) {
  std::uint64_t stale = 0;
  for (std::uint64_t word = candidates.maybe(w); word != 0; word &= word - 1) {
    int const bit = lowest_bit(word);
    int const m = 64 * w + bit;
    bool const room = servers::fits<K>(candidates.p, candidates.s, candidates.need(), m);
    double const score = target.score(m);
    bool const better = room & (score < best.score);
    best.score = better ? score : best.score;
    best.server = better ? m : best.server;
    stale |= static_cast<std::uint64_t>(!room) << bit;
  }
  candidates.row[w] &= ~stale;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best(Candidates<K> const& candidates) {
  constexpr std::uint64_t few = 8;
  best_fit::Target<K> const target(candidates.p, candidates.s, candidates.demand);
  best_fit::Best found = best_fit::none_yet;
  for (int w = 0; w < candidates.p.words; ++w) {
    std::uint64_t const maybe = candidates.maybe(w);
    if (maybe == 0) continue;
    if (candidates.row && bits_set(maybe) <= few)
      best_of_few<K>(candidates, target, w, found);
    else
      best_fit::consider<K>(target, candidates.surely(w), 64 * w, 64, found);
  }
  return found.server;
}

/// Where the servers on which tasks have ended in this slot can be asked alone.
FAIRSLOT_FUNCTION inline bool knows_released(ProblemView const& p, RunState const& s, int demand) {
  return released::listed(s) || (s.certificates && index::serves(p, s, demand));
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t among_released(ProblemView const& p, RunState& s,
                                                     std::int32_t entry) {
  int const demand = p.entry[entry].demand;
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  return released::listed(s) ? released::find<K>(p, s, demand, allowed)
                             : index::find_fresh<K>(p, s, demand, allowed);
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t anywhere(ProblemView const& p, RunState& s,
                                               std::int32_t entry) {
  if (s.search == Search::lists) return candidate_lists::find<K>(p, s, entry);
  int const demand = p.entry[entry].demand;
  if (index::serves(p, s, demand) && !index::scan_pays(p, s))
    return index::find<K>(p, s, demand, servers::permitted(p, s, entry));
  Candidates<K> const candidates(p, s, entry);
  return s.traits.fit == Fit::best ? best<K>(candidates) : first<K>(candidates);
}

/// The server for one task of the entry: an index, the_pool, nowhere or candidate_lists::unknown.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find_server(ProblemView const& p, RunState& s,
                                                  std::int32_t entry) {
  int const demand = p.entry[entry].demand;
  if (s.traits.pool) return pool_has_room<K>(p, s, demand) ? the_pool : nowhere;
  // Residuals only shrink within a slot: what failed once has failed for all users alike.
  std::int64_t& failed = s.failed[p.entry[entry].pair];
  if (failed == s.slot) return nowhere;
  // And what failed in the slot before can only fit where tasks have ended since.
  std::int32_t const server = failed == s.previous_slot && knows_released(p, s, demand)
                                  ? among_released<K>(p, s, entry)
                                  : anywhere<K>(p, s, entry);
  if (server == nowhere) failed = s.slot;
  return server;
}

}  // namespace fairslot::inline FAIRSLOT_ISA::fits
