/// Best fit: the server whose residual is shaped most like the demand. Seed 000, algorithm 4, with
/// ratios normalized by the cluster's totals: H = sum over r != n of |p_r - q_mr|, r ascending.
#pragma once

#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot::best_fit {

/// What the score of one demand class reads.
template <int K>
struct Target {
  double const* p;      ///< [K]
  double const* ratio;  ///< [K][stride]
  std::int64_t stride;
  int n;

  FAIRSLOT_FUNCTION Target(ProblemView const& problem, RunState const& s, int demand)
      : p(problem.target + static_cast<std::int64_t>(demand) * K),
        ratio(s.ratio + static_cast<std::int64_t>(problem.reference_slot[demand]) * K *
                            problem.server_stride),
        stride(problem.server_stride),
        n(problem.reference[demand]) {}

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

#if FAIRSLOT_AVX512
/// Eight servers an instruction; the same scores, the same first index.
template <int K>
inline void consider_lanes(Target<K> const& target, std::uint64_t word, int first, Best& best) {
  __m512d least = _mm512_set1_pd(best.score);
  __m512i where = _mm512_set1_epi64(-1);
  __m512i index =
      _mm512_add_epi64(_mm512_set1_epi64(first), _mm512_set_epi64(7, 6, 5, 4, 3, 2, 1, 0));
  for (int g = 0; g < 8; ++g) {
    __m512d h = _mm512_setzero_pd();
    for (int r = 0; r < K; ++r) {
      if (r == target.n) continue;
      __m512d const gap =
          _mm512_sub_pd(_mm512_set1_pd(target.p[r]),
                        _mm512_loadu_pd(target.ratio + r * target.stride + first + 8 * g));
      h = _mm512_add_pd(h, _mm512_abs_pd(gap));
    }
    auto const wanted = static_cast<__mmask8>(word >> (8 * g));
    __mmask8 const better = _mm512_mask_cmp_pd_mask(wanted, h, least, _CMP_LT_OQ);
    least = _mm512_mask_mov_pd(least, better, h);
    where = _mm512_mask_mov_epi64(where, better, index);
    index = _mm512_add_epi64(index, _mm512_set1_epi64(8));
  }
  double const score = _mm512_reduce_min_pd(least);
  if (!(score < best.score)) return;
  __mmask8 const ties = _mm512_cmp_pd_mask(least, _mm512_set1_pd(score), _CMP_EQ_OQ);
  best.score = score;
  best.server = static_cast<std::int32_t>(_mm512_mask_reduce_min_epi64(ties, where));
}
#endif

/// Considers the servers first + i for every bit i of `word`.
template <int K>
FAIRSLOT_FUNCTION inline void consider(Target<K> const& target, std::uint64_t word, int first,
                                       Best& best) {
#if FAIRSLOT_AVX512
  if (word != 0) consider_lanes<K>(target, word, first, best);
#else
  consider_each<K>(target, word, first, best);
#endif
}

}  // namespace fairslot::best_fit
