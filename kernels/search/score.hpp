/// Scores of servers by a placement, and the least of them.
#pragma once

#include "kernels/fits/fits.hpp"
#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/fixed.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace score {

using lanes::Doubles;

/// Says of no server that it cannot be the best.
struct NoScreen {
  FAIRSLOT_FUNCTION void beat(double) {}
};
template <int K, class F>
FAIRSLOT_FUNCTION inline auto screen_of([[maybe_unused]] Task<K> const& task) {
  if constexpr (requires { typename F::template Screen<K>; })
    return typename F::template Screen<K>(task);
  else
    return NoScreen{};
}
template <class Scorer>
inline constexpr bool has_screen = !std::is_same_v<decltype(Scorer::screen), NoScreen>;

/// The scores of a demand class under placement F.
template <int K, class F>
struct Scorer {
  Task<K> task;
  Residuals at;
  decltype(screen_of<K, F>(task)) screen;

  /// `left`: [K][stride], `ratios`: [references][K][stride].
  FAIRSLOT_FUNCTION Scorer(ProblemView const& p, int demand, std::int32_t const* left,
                           double const* ratios, std::int64_t stride)
      : task(p, demand),
        at{left,
           F::traits.reads_ratios ? ratios + std::int64_t{K} * p.reference_slot[demand] * stride
                                  : ratios,
           stride},
        screen(screen_of<K, F>(task)) {}

  /// Of all servers.
  FAIRSLOT_FUNCTION Scorer(ProblemView const& p, RunState const& s, int demand)
      : Scorer(p, demand, s.servers.residual, s.servers.ratio, p.server_stride) {}

  FAIRSLOT_FUNCTION double of(int m) const { return F::template score<K>(task, Server{at, m}); }
  FAIRSLOT_FUNCTION Doubles of_eight(int m) const {
    return F::template score<K>(task, EightServers{at, m});
  }
};

/// The least score so far, first index on ties.
struct Least {
  double score;
  std::int32_t server;
};
inline constexpr Least none_yet = {__builtin_inf(), -2};

/// Considers the servers first + i for every bit i of `word`.
template <int K, class F>
FAIRSLOT_FUNCTION inline void consider_each(Scorer<K, F> const& scorer, std::uint64_t word,
                                            int first, Least& best) {
  for (; word != 0; word &= word - 1) {
    int const m = first + lowest_bit(word);
    double const score = scorer.of(m);
    bool const better = score < best.score;
    best.score = better ? score : best.score;
    best.server = better ? m : best.server;
  }
}

/// The same, 8 * eights servers at once, without a branch.
template <int eights, int K, class F>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline void consider_eights(Scorer<K, F>& scorer,
                                                              std::uint64_t word, int first,
                                                              Least& best) {
  Doubles const none = Doubles::all(none_yet.score);
  Fixed<Doubles, eights> h, least;
  for (int j = 0; j < eights; ++j)
    h[j] = least[j] = select(word >> 8 * j & 0xff, scorer.of_eight(first + 8 * j), none);
  for (int n = eights / 2; n > 0; n /= 2)
    for (int j = 0; j < n; ++j) least[j] = lesser(least[j], least[j + n]);
  least[0] = all_least(least[0]);
  std::uint64_t ties = 0;
  for (int j = 0; j < eights; ++j) ties |= std::uint64_t{equal(h[j], least[0])} << 8 * j;
  double const score = first_of(least[0]);
  bool const better = score < best.score;
  best.server = choose(better, first + lowest_bit(ties), best.server);
  best.score = better ? score : best.score;
  if (better) scorer.screen.beat(score);
}

/// May one of the servers first .. first+31 with a bit be better?
template <class Scorer>
FAIRSLOT_FUNCTION inline bool is_screened(Scorer const& scorer, std::uint32_t bits, int first) {
  if (bits == 0) return false;
  std::uint32_t may = 0;
  for (int j = 0; j < 4; ++j)
    may |= scorer.screen.may(EightServers{scorer.at, first + 8 * j}) << 8 * j;
  return (bits & may) != 0;
}

/// As many at once as there are registers for; 32 at a time of whom a screen knows.
template <int K, class F>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline void consider_lanes(Scorer<K, F>& scorer,
                                                             std::uint64_t word, int first, int end,
                                                             Least& best) {
  constexpr bool has_one = has_screen<Scorer<K, F>>;
  if constexpr (FAIRSLOT_VECTORS == 512 && !has_one)
    if (end > 32) return consider_eights<8>(scorer, word, first, best);
  for (int i = 0; i < end; i += 32, word >>= 32) {
    if constexpr (has_one)
      if (!is_screened(scorer, static_cast<std::uint32_t>(word), first + i)) continue;
    consider_eights<4>(scorer, word, first + i, best);
  }
}

/// Considers the servers first + i for every bit i < end of `word`.
template <int K, class F>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline void consider(Scorer<K, F>& scorer, std::uint64_t word,
                                                       int first, [[maybe_unused]] int end,
                                                       Least& best) {
#if FAIRSLOT_VECTORS
  if (word != 0) consider_lanes<K>(scorer, word, first, end, best);
#else
  consider_each<K>(scorer, word, first, best);
#endif
}

}  // namespace score
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
