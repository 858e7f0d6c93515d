/// All servers, word by word: the plain search, and what the indices fall back on.
#pragma once

#include "kernels/search/score.hpp"
#include "kernels/servers/room.hpp"
#include "kernels/servers/servers.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace scan {

/// Bits of the permitted servers 64w .. that have room for a task of the entry. `narrows` false:
/// nothing in the run does. (The call behind it would cost a loop its registers.)
template <int K, bool narrows = true>
FAIRSLOT_FUNCTION inline std::uint64_t open(ProblemView const& p, RunState const& s,
                                            std::int32_t entry, std::uint64_t const* allowed,
                                            int w) {
  if (allowed[w] == 0) return 0;
  std::uint64_t const fit = allowed[w] & servers::fitting<K>(p, s, p.entry[entry].demand, w);
  if constexpr (narrows)
    return servers::narrowed<K>(p, s, entry, fit, w);
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

/// Do the resources of some permitted server suffice for a task of the entry?
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline bool fits_somewhere(ProblemView const& p, RunState const& s,
                                                            std::int32_t entry) {
  std::uint64_t const* const allowed = servers::permitted(p, s, entry);
  for (int w = 0; w < p.words; ++w)
    if ((allowed[w] & servers::fitting<K>(p, s, p.entry[entry].demand, w)) != 0) return true;
  return false;
}

/// score::none_yet.server where there is none.
template <int K, bool narrows>
FAIRSLOT_FUNCTION inline std::int32_t first(ProblemView const& p, RunState const& s,
                                            std::int32_t entry, std::uint64_t const* allowed) {
  for (int w = 0; w < p.words; ++w) {
    std::uint64_t const bits = open<K, narrows>(p, s, entry, allowed, w);
    if (bits != 0) return 64 * w + lowest_bit(bits);
  }
  return score::none_yet.server;
}

/// Of the least score under placement F.
template <int K, bool narrows, class F>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t least(ProblemView const& p, RunState const& s,
                                                           std::int32_t entry,
                                                           std::uint64_t const* allowed) {
  score::Scorer<K, F> scorer(p, s, p.entry[entry].demand);
  score::Least found = score::none_yet;
  for (int w = 0; w < p.words; ++w)
    score::consider(scorer, open<K, narrows>(p, s, entry, allowed, w), 64 * w, 64, found);
  return found.server;
}

template <int K, bool narrows>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s,
                                           std::int32_t entry, std::uint64_t const* allowed) {
  return Fits::with(s.policy.traits.fit, [&]<class F>(F) {
    if constexpr (F::traits.scores)
      return least<K, narrows, F>(p, s, entry, allowed);
    else
      return first<K, narrows>(p, s, entry, allowed);
  });
}

}  // namespace scan
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
