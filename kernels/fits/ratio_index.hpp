/// Best fit among many servers when there are two resources. With one ratio q = a*(C_other/C_base)
/// a server, the score |p - q| of a class grows to both sides of its target p: what is wanted is
/// the nearest server, in the order of q, that has room and is permitted. A query walks from p to
/// both sides, the nearer leaf first, over leaves whose greatest residuals suffice, until the next
/// leaf's least possible score is above the best so far.
///
/// Why that is exact: fl(p - q) is monotone in q, so no member's computed score is below that of
/// the leaf's end on the side of the target. Different ratios may have equal computed scores, so
/// at equality a leaf is left out only if all its members have one ratio (then their numbers are
/// not below that of its key) and the best server's number is lower.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/fits/ratio_tree.hpp"
#include "kernels/phases/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot {

/// Measured or bound.
template <class A>
void lay_out(A& arena, ProblemView const& p, int /*k*/, RatioIndex& x) {
  lay_out(arena, p.servers, x.tree);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::ratio_index {

using ratio_tree::Key;
using ratio_tree::Place;
using ratio_tree::Room;

inline constexpr double infinite = ratio_tree::infinite;

/// One query.
struct Search {
  RatioTree const& t;
  double target;
  Room need;
  std::uint64_t const* allowed;
  int patience;  ///< so many more leaves with room, but nothing permitted, may be looked at
  Place left{}, right{};                 ///< where to go on
  double to_left = 0.0, to_right = 0.0;  ///< no leaf from there on has a lower score
  /// The bits of the score, which order as it does, then the server. At first the greatest double
  /// and -2, which every server beats.
  unsigned __int128 best = static_cast<unsigned __int128>(0x7fefffffffffffff) << 64 | 0xfffffffe;

  FAIRSLOT_FUNCTION double best_score() const {
    return double_of(static_cast<std::uint64_t>(best >> 64));
  }
  FAIRSLOT_FUNCTION std::int32_t best_server() const { return static_cast<std::int32_t>(best); }

  FAIRSLOT_FUNCTION double score(double ratio) const {
    double const gap = target - ratio;
    return gap < 0.0 ? -gap : gap;
  }

  FAIRSLOT_FUNCTION void look_at(RatioLeaf const& leaf) {
    std::uint64_t room = ratio_tree::roomy(leaf, need);
    std::uint64_t any = room == 0;
    for (; room != 0; room &= room - 1) {
      int const i = lowest_bit(room);
      auto const m = static_cast<std::uint32_t>(leaf.server[i]);
      std::uint64_t const permitted = allowed[m / 64] >> (m % 64) & 1;
      std::uint64_t const h = bits_of(score(leaf.ratio[i])) | (permitted - 1);
      auto const candidate = static_cast<unsigned __int128>(h) << 64 | m;
      best = candidate < best ? candidate : best;
      any |= permitted;
    }
    patience -= !any;
  }

  /// All members have the ratio of the leaf's key.
  FAIRSLOT_FUNCTION bool uniform(Place at) const {
    return lower(t, at).ratio == upper_ratio(t, at);
  }
  /// No member of such a leaf is better.
  FAIRSLOT_FUNCTION bool beaten(Place at) const {
    Key const key = lower(t, at);
    double const h = score(key.ratio);
    return h > best_score() || (h == best_score() && key.server > best_server());
  }

  /// Looks at the next leaf to the right, unless it turns out to be farther than was known.
  FAIRSLOT_FUNCTION void go_right() {
    right = rightward(t, right, need);
    double const ratio = right.top < t.size ? lower(t, right).ratio : infinite;
    double const bound = ratio < target ? 0.0 : score(ratio);
    if (bound > to_right) {
      to_right = bound;
    } else if (uniform(right) && beaten(right)) {
      right = ratio_tree::last_up_to(t, {ratio, 0x7fffffff});
    } else {
      look_at(leaf_at(t, right));
      to_right = score(upper_ratio(t, right));
      right = right.next();
    }
  }

  /// The same to the left. Leaves of one ratio are looked at from the first one on, which has the
  /// lowest numbers.
  FAIRSLOT_FUNCTION void go_left() {
    left = leftward(t, left, need);
    double const bound = left.top < 0 ? infinite : score(upper_ratio(t, left));
    if (bound > to_left) {
      to_left = bound;
    } else if (uniform(left)) {
      Place const last = left;
      left = ratio_tree::last_below(t, lower(t, last).ratio);
      for (Place at = rightward(t, left.next(), need);
           !last.before(at) && !beaten(at) && patience > 0; at = rightward(t, at.next(), need))
        look_at(leaf_at(t, at));
    } else {
      look_at(leaf_at(t, left));
      to_left = score(lower(t, left).ratio);
      left = left.previous();
    }
  }

  /// False: gave up.
  FAIRSLOT_FUNCTION bool run() {
    right = ratio_tree::last_below(t, target);
    left = right.previous();
    to_right = 0.0;
    to_left = score(lower(t, right).ratio);
    while (patience > 0) {
      if (to_right <= to_left) {
        if (to_right > best_score()) return true;
        go_right();
      } else {
        if (to_left > best_score()) return true;
        go_left();
      }
    }
    return false;
  }
};

/// All servers, word by word.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t scan(ProblemView const& p, RunState const& s, int demand,
                                           std::uint64_t const* allowed) {
  best_fit::Target<K> const target(p, s, demand);
  best_fit::Best best{infinite, -2};
  for (int w = 0; w < p.words; ++w)
    if (allowed[w] != 0)
      best_fit::consider<K>(target, servers::fitting<K>(p, s, demand, w) & allowed[w], 64 * w, 64,
                            best);
  return best.server;
}

/// Best feasible permitted server for one task of the class, or -2. Where few of the servers with
/// room are permitted, the search gives up and all permitted ones are scanned.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s,
                                           RatioIndex const& x, int demand,
                                           std::uint64_t const* allowed) {
  static_assert(K == 2);
  std::int32_t const* const d = p.demands + demand * K;
  int const other = 1 - x.base;
  // About as much work as the scan.
  int const patience = 8 + p.words / 4;
  Search search{x.tree, p.target[demand * K + other], {d[x.base], d[other]}, allowed, patience};
  return search.run() ? search.best_server() : scan<K>(p, s, demand, allowed);
}

/// Puts server m, which is not in the tree, where it belongs.
template <int K>
FAIRSLOT_FUNCTION inline void insert(ProblemView const& p, RunState const& s, RatioIndex& x,
                                     int m) {
  std::int64_t const stride = p.server_stride;
  int const other = 1 - x.base;
  Room const room{s.residual[x.base * stride + m], s.residual[other * stride + m]};
  if (room.base < x.least_base || room.other < x.least_other) return;
  ratio_tree::insert(x.tree, {s.ratio[(x.reference_slot * K + other) * stride + m], m}, room);
}

template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, RatioIndex& x) {
  ratio_tree::clear(x.tree, p.servers);
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = x.members[w]; bits != 0; bits &= bits - 1)
      insert<K>(p, s, x, 64 * w + lowest_bit(bits));
}

/// Makes the index of some servers from s.residual and s.ratio as they are, for the classes of this
/// reference. `members`: [p.words] bits, which outlive it.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, RatioIndex& x,
                                    int reference_slot, std::uint64_t const* members) {
  static_assert(K == 2);
  x.members = members;
  x.reference_slot = reference_slot;
  x.base = p.reference_of[reference_slot];
  x.least_base = x.least_other = 0x7fffffff;
  for (int c = 0; c < p.classes; ++c) {
    if (p.reference_slot[c] != reference_slot) continue;
    std::int32_t const base = p.demands[c * K + x.base], other = p.demands[c * K + 1 - x.base];
    if (base < x.least_base) x.least_base = base;
    if (other < x.least_other) x.least_other = other;
  }
  rebuild<K>(p, s, x);
}

/// Server m's residual and ratios have changed.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, RatioIndex& x,
                                      int m) {
  if (!ratio_tree::has_spare(x.tree)) return rebuild<K>(p, s, x);
  ratio_tree::remove(x.tree, m);
  insert<K>(p, s, x, m);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::ratio_index
