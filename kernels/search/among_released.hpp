/// The best of the released servers that are listed.
#pragma once

#include "kernels/search/score.hpp"
#include "kernels/servers/released.hpp"
#include "kernels/servers/room.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace released {

/// Bit i: the task has room on the i-th released server and may run there.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t open_to(ProblemView const& p, RunState const& s,
                                               std::int32_t entry, std::uint64_t const* allowed) {
  if (s.released.count == 0) return 0;
  std::uint64_t open = 0;
  int filled = 0;
  for (int w = 0; w < p.words; ++w) {
    if (s.servers.touched[w] == 0) continue;
    open |= lanes::gather_bits(allowed[w], s.servers.touched[w]) << filled;
    filled += static_cast<int>(bits_set(s.servers.touched[w]));
  }
  open &=
      simd::at_least<K>(s.released.residual, released_most, demand_of<K>(p, p.entry[entry].demand));
  return servers::narrowed(p, s, entry, open, [&](int at) { return s.released.server[at]; });
}

/// The same for the head of a user with a certificate.
FAIRSLOT_FUNCTION inline std::uint64_t open_to_certified(RunState const& s, int seat) {
  return simd::column(at_word(s.seats.reach, seat / 64), s.released.count, seat % 64);
}

/// The best of those with a bit, by the run's placement.
template <int K>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::int32_t best(ProblemView const& p, RunState const& s,
                                                           int demand, std::uint64_t open) {
  if (open == 0) return score::none_yet.server;
  int at = lowest_bit(open);
  if (s.policy.fit.scores && (open & (open - 1)) != 0)
    at = Fits::with(s.policy.traits.fit, [&]<class F>(F) {
      score::Least best = score::none_yet;
      score::Scorer<K, F> scorer(p, demand, s.released.residual, s.released.ratio, released_most);
      score::consider(scorer, open, 0, s.released.count, best);
      return best.server;
    });
  return s.released.server[at];
}

}  // namespace released
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
