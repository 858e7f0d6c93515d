/// On which server the next task runs.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/phases/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot::fits {

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t the_pool = -1;

FAIRSLOT_FUNCTION inline std::uint64_t const* permitted(ProblemView const& p, RunState const& s,
                                                        std::int32_t entry) {
  return s.traits.ignore_permitted
             ? p.everywhere
             : p.placements + static_cast<std::int64_t>(p.placement[entry]) * p.words;
}

template <int K>
FAIRSLOT_FUNCTION inline bool pool_has_room(ProblemView const& p, RunState const& s, int demand) {
  for (int r = 0; r < K; ++r)
    if (p.demands[demand * K + r] > s.pool[r]) return false;
  return true;
}

/// Has the entry's task room anywhere? Cheap only with the bits engine and the pool.
template <int K>
FAIRSLOT_FUNCTION inline bool has_room(ProblemView const& p, RunState const& s,
                                       std::int32_t entry) {
  int const demand = p.demand[entry];
  if (s.traits.pool) return pool_has_room<K>(p, s, demand);
  std::uint64_t const* const allowed = permitted(p, s, entry);
  std::uint64_t any = 0;
  for (int w = 0; w < p.words; ++w) any |= servers::fits<K>(p, s, demand, w) & allowed[w];
  return any != 0;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t first(ProblemView const& p, RunState const& s, int demand,
                                            std::uint64_t const* allowed) {
  for (int w = 0; w < p.words; ++w) {
    if (allowed[w] == 0) continue;
    std::uint64_t const word = servers::fits<K>(p, s, demand, w) & allowed[w];
    if (word != 0) return 64 * w + lowest_bit(word);
  }
  return nowhere;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best(ProblemView const& p, RunState const& s, int demand,
                                           std::uint64_t const* allowed) {
  best_fit::Target<K> const target(p, s, demand);
  best_fit::Best found{double_of(std::uint64_t{0x7ff} << 52), nowhere};
  for (int w = 0; w < p.words; ++w) {
    if (allowed[w] == 0) continue;
    best_fit::consider<K>(target, servers::fits<K>(p, s, demand, w) & allowed[w], 64 * w, found);
  }
  return found.server;
}

/// The server for one task of the entry: an index, the_pool, or nowhere.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find_server(ProblemView const& p, RunState& s,
                                                  std::int32_t entry) {
  int const demand = p.demand[entry];
  if (s.traits.pool) return pool_has_room<K>(p, s, demand) ? the_pool : nowhere;
  // Residuals only shrink within a slot: what failed once has failed for all users alike.
  std::int64_t& failed = s.failed[p.pair[entry]];
  if (failed == s.slot) return nowhere;
  std::uint64_t const* const allowed = permitted(p, s, entry);
  std::int32_t const server = s.traits.fit == Fit::best ? best<K>(p, s, demand, allowed)
                                                        : first<K>(p, s, demand, allowed);
  if (server == nowhere) failed = s.slot;
  return server;
}

}  // namespace fairslot::fits
