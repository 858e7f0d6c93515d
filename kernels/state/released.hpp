/// The servers on which tasks have ended in this slot, side by side in ascending order.
///
/// A task that found no room in the slot before finds it now on one of these, if at all: all other
/// residuals have only shrunk since. They are few, so such a task is asked about them only.
#pragma once

#include "kernels/primitives/simd.hpp"
#include "kernels/search/score.hpp"
#include "kernels/state.hpp"
#include "kernels/state/servers.hpp"

namespace fairslot::inline FAIRSLOT_ISA::released {

/// True where the released servers are listed: they are few, and so are the words of their bits.
FAIRSLOT_FUNCTION inline bool listed(RunState const& s) { return s.released_count >= 0; }

template <int K>
FAIRSLOT_FUNCTION inline void copy(ProblemView const& p, RunState& s, int at, int m) {
  for (int r = 0; r < K; ++r)
    s.released_residual[r * released_most + at] =
        s.residual[static_cast<std::int64_t>(r) * p.server_stride + m];
  for (int i = 0; s.fit.reads_ratios && i < p.references; ++i)
    for (int k = 0; k < K - 1; ++k) {
      std::int64_t const row = i * K + k + (k >= p.reference_of[i]);
      s.released_ratio[row * released_most + at] = s.ratio[row * p.server_stride + m];
    }
}

/// After the slot's releases: lists the touched servers.
template <int K>
FAIRSLOT_FUNCTION inline void list(ProblemView const& p, RunState& s) {
  s.released_count = -1;
  if (!s.lists_released) return;
  std::uint64_t count = 0;
  for (int w = 0; w < p.words; ++w) count += bits_set(s.touched[w]);
  if (count > released_most) return;
  s.released_count = 0;
  for (int i = 0; i < K * released_most; ++i) s.released_residual[i] = -1;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = s.touched[w]; bits != 0; bits &= bits - 1) {
      int const m = 64 * w + lowest_bit(bits);
      s.released_server[s.released_count] = m;
      s.released_place[m] = static_cast<std::uint8_t>(s.released_count);
      copy<K>(p, s, s.released_count++, m);
    }
}

FAIRSLOT_FUNCTION inline bool has(RunState const& s, int m) {
  return listed(s) && (s.touched[m / 64] >> (m % 64) & 1);
}

/// Where server m is in the list, -1 where it is not.
FAIRSLOT_FUNCTION inline int place(RunState const& s, int m) {
  return has(s, m) ? s.released_place[m] : -1;
}

/// Bit i: the task has room on the i-th released server and may run there.
template <int K>
FAIRSLOT_FUNCTION inline std::uint64_t open_to(ProblemView const& p, RunState const& s, int demand,
                                               std::uint64_t const* allowed) {
  if (s.released_count == 0) return 0;
  std::uint64_t open = 0;
  int filled = 0;
  for (int w = 0; w < p.words; ++w) {
    if (s.touched[w] == 0) continue;
    open |= lanes::gather_bits(allowed[w], s.touched[w]) << filled;
    filled += static_cast<int>(bits_set(s.touched[w]));
  }
  return open & simd::at_least<K>(s.released_residual, released_most, p.demands + demand * K);
}

/// The same for the head of a user with a certificate.
FAIRSLOT_FUNCTION inline std::uint64_t open_to_certified(RunState const& s, int seat) {
  return simd::column(s.reach + seat / 64 * released_most, s.released_count, seat % 64);
}

/// The best of those with a bit, by the run's placement.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best(ProblemView const& p, RunState const& s, int demand,
                                           std::uint64_t open) {
  if (open == 0) return score::none_yet.server;
  int at = lowest_bit(open);
  if (s.fit.scores && (open & (open - 1)) != 0)
    at = Fits::with(s.traits.fit, [&]<class F>(F) {
      score::Least best = score::none_yet;
      score::Scorer<K, F> const scorer(p, demand, s.released_residual, s.released_ratio,
                                       released_most);
      score::consider(scorer, open, 0, s.released_count, best);
      return best.server;
    });
  return s.released_server[at];
}

}  // namespace fairslot::inline FAIRSLOT_ISA::released
