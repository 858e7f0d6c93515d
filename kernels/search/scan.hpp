/// All servers, word by word: the plain search, and what the indices fall back on.
#pragma once

#include "kernels/search/score.hpp"
#include "kernels/servers/room.hpp"
#include "kernels/servers/servers.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace scan {

/// Bits of the permitted servers 64w .. that have room for a task of the entry. `own_room` false:
/// the run's own_room is known to be. (The call behind it would cost a loop its registers.)
template <int K, bool own_room = true>
FAIRSLOT_FUNCTION inline std::uint64_t open(ProblemView const& p, RunState const& s,
                                            std::int32_t entry, std::uint64_t const* allowed,
                                            int w) {
  if (allowed[w] == 0) return 0;
  std::uint64_t const fit = allowed[w] & servers::fitting<K>(p, s, p.entry[entry].demand, w);
  if constexpr (own_room)
    return servers::narrowed(p, s, entry, fit, [=](int i) { return 64 * w + i; });
  else
    return fit;
}

/// The same, or of these the released ones only.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t open_among(ProblemView const& p, RunState const& s,
                                                  std::int32_t entry, std::uint64_t const* allowed,
                                                  int w, bool released) {
  if (!released) return open<K>(p, s, entry, allowed, w);
  std::uint64_t const touched = s.servers.touched[w];
  return touched == 0 ? 0 : touched & open<K>(p, s, entry, allowed, w);
}

/// score::none_yet.server where there is none.
template <int K, bool own_room>
FAIRSLOT_FUNCTION inline std::int32_t first(ProblemView const& p, RunState const& s,
                                            std::int32_t entry, std::uint64_t const* allowed) {
  for (int w = 0; w < p.words; ++w) {
    std::uint64_t const bits = open<K, own_room>(p, s, entry, allowed, w);
    if (bits != 0) return 64 * w + lowest_bit(bits);
  }
  return score::none_yet.server;
}

/// Of the least score under placement F.
template <int K, bool own_room, class F>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t least(ProblemView const& p, RunState const& s,
                                                           std::int32_t entry,
                                                           std::uint64_t const* allowed) {
  score::Scorer<K, F> const scorer(p, s, p.entry[entry].demand);
  score::Least found = score::none_yet;
  for (int w = 0; w < p.words; ++w)
    score::consider(scorer, open<K, own_room>(p, s, entry, allowed, w), 64 * w, 64, found);
  return found.server;
}

template <int K, bool own_room>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s,
                                           std::int32_t entry, std::uint64_t const* allowed) {
  return Fits::with(s.policy.traits.fit, [&]<class F>(F) {
    if constexpr (F::traits.scores)
      return least<K, own_room, F>(p, s, entry, allowed);
    else
      return first<K, own_room>(p, s, entry, allowed);
  });
}

}  // namespace scan
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
