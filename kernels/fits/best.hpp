/// Best fit: the server whose residual is shaped most like the demand. Li and Wang 2024, alg. 4,
/// with ratios normalized by the cluster's totals: H = sum over r != n of |p_r - q_mr|, r ascending.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/lanes.hpp"
#include "kernels/state.hpp"

namespace fairslot::inline FAIRSLOT_ISA::best_fit {

using lanes::Doubles;

/// The sum of |gap(k)| for the K-1 resources but n, in their order, which is part of the score.
template <int K, class Gap>
FAIRSLOT_FUNCTION inline double sum_of_gaps(Gap const& gap) {
  double h = 0.0;
  for (int k = 0; k < K - 1; ++k) {
    double const one = gap(k);
    h += one < 0.0 ? -one : one;
  }
  return h;
}

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

  /// The k-th resource other than n.
  FAIRSLOT_FUNCTION int other(int k) const { return k + (k >= n); }

  FAIRSLOT_FUNCTION double score(int m) const {
    return sum_of_gaps<K>([&](int k) { return p[other(k)] - ratio[other(k) * stride + m]; });
  }
  /// Of eight servers.
  FAIRSLOT_FUNCTION Doubles scores(int m) const {
    Doubles h = Doubles::all(0.0);
    for (int k = 0; k < K - 1; ++k) {
      int const r = other(k);
      Doubles const gap = abs(Doubles::all(p[r]) - Doubles::load(ratio + r * stride + m));
      h = k == 0 ? gap : h + gap;
    }
    return h;
  }
};

/// The least score so far, first index on ties.
struct Best {
  double score;
  std::int32_t server;
};
inline constexpr Best none_yet = {__builtin_inf(), -2};

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

/// The same, 32 servers at a time and without a branch: the bits below `end`.
template <int K>
FAIRSLOT_FUNCTION inline void consider_lanes(Target<K> const& target, std::uint64_t word, int first,
                                             int end, Best& best) {
  Doubles const none = Doubles::all(none_yet.score);
  for (int i = first; i < first + end; i += 4 * Doubles::size, word >>= 4 * Doubles::size) {
    Doubles h[4];
    for (int j = 0; j < 4; ++j) h[j] = select(word >> 8 * j & 0xff, target.scores(i + 8 * j), none);
    double const score = least(lesser(lesser(h[0], h[1]), lesser(h[2], h[3])));
    std::uint32_t ties = 0;
    for (int j = 0; j < 4; ++j) ties |= equal(h[j], Doubles::all(score)) << 8 * j;
    bool const better = score < best.score;
    best.server = choose(better, i + lowest_bit(ties), best.server);
    best.score = better ? score : best.score;
  }
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

}  // namespace fairslot::inline FAIRSLOT_ISA::best_fit
