/// Best fit: the server whose residual is shaped most like the demand. Seed 000, algorithm 4, with
/// ratios normalized by the cluster's totals: H = sum over r != n of |p_r - q_mr|, r ascending.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::best_fit {

using lanes::Doubles;
using lanes::Longs;

/// What the score of one demand class reads.
template <int K>
struct Target {
  double const* p;      ///< [K]
  double const* ratio;  ///< [K][stride]
  std::int64_t stride;
  int n;

  /// `ratios`: [references][K][stride].
  FAIRSLOT_FUNCTION Target(ProblemView const& problem, int demand, double const* ratios,
                           std::int64_t ratio_stride)
      : p(problem.target + static_cast<std::int64_t>(demand) * K),
        ratio(ratios + problem.reference_slot[demand] * K * ratio_stride),
        stride(ratio_stride),
        n(problem.reference[demand]) {}

  /// Of all servers.
  FAIRSLOT_FUNCTION Target(ProblemView const& problem, RunState const& s, int demand)
      : Target(problem, demand, s.ratio, problem.server_stride) {}

  FAIRSLOT_FUNCTION double score(int m) const {
    double h = 0.0;
    for (int r = 0; r < K; ++r) {
      if (r == n) continue;
      double const gap = p[r] - ratio[r * stride + m];
      h += gap < 0.0 ? -gap : gap;
    }
    return h;
  }
};

/// The least score so far, first index on ties.
struct Best {
  double score;
  std::int32_t server;
};

/// Considers the servers first + i for every bit i of `word`.
template <int K>
FAIRSLOT_FUNCTION inline void consider_each(Target<K> const& target, std::uint64_t word, int first,
                                            Best& best) {
  for (; word != 0; word &= word - 1) {
    int const m = first + lowest_bit(word);
    double const score = target.score(m);
    bool const better = score < best.score;
    best.score = better ? score : best.score;
    best.server = better ? m : best.server;
  }
}

/// The same, eight servers at a time: the bits below `end`.
template <int K>
FAIRSLOT_FUNCTION inline void consider_lanes(Target<K> const& target, std::uint64_t word, int first,
                                             int end, Best& best) {
  Doubles least_of = Doubles::all(best.score);
  Longs where = Longs::all(-1);
  for (int i = first; i < first + end; i += 8, word >>= 8) {
    Doubles h = Doubles::all(0.0);
    for (int r = 0; r < K; ++r) {
      if (r == target.n) continue;
      h = h + abs(Doubles::all(target.p[r]) - Doubles::load(target.ratio + r * target.stride + i));
    }
    std::uint32_t const better = less(h, least_of) & (word & 0xff);
    least_of = select(better, h, least_of);
    where = select(better, Longs::all(i), where);
  }
  double const score = least(least_of);
  if (!(score < best.score)) return;
  std::uint32_t const ties = equal(least_of, Doubles::all(score));
  best.score = score;
  best.server = static_cast<std::int32_t>(
      least(select(ties, where + Longs::counting(0), Longs::all(int64_max))));
}

/// Considers the servers first + i for every bit i < end of `word`.
template <int K>
FAIRSLOT_FUNCTION inline void consider(Target<K> const& target, std::uint64_t word, int first,
                                       [[maybe_unused]] int end, Best& best) {
#if FAIRSLOT_AVX512
  if (word != 0) consider_lanes<K>(target, word, first, end, best);
#else
  consider_each<K>(target, word, first, best);
#endif
}

inline constexpr Best none_yet = {__builtin_inf(), -2};

}  // namespace fairslot::inline FAIRSLOT_ISA::best_fit
