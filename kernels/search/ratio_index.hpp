/// Best fit among many servers when there are two resources. With one ratio q = a*(C_other/C_base)
/// a server, the score |p - q| of a class grows to both sides of its target p: what is wanted is
/// the nearest server, in the order of q, that has room and is permitted. A query walks from p to
/// both sides, the nearer leaf first, over leaves whose greatest residuals suffice, until the next
/// leaf's least possible score is above the best so far.
///
/// Why that is exact: fl(p - q) is monotone in q, so no member's computed score is below that of
/// the leaf's end on the side of the target. Different ratios may have equal computed scores, so
/// at equality the search goes on. Of members of one ratio the first one has the lowest number.
#pragma once

#include "kernels/search/ratio_order.hpp"
#include "kernels/search/score.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot {

/// Measured or bound.
template <class A>
void lay_out(A& arena, ProblemView const& p, int /*k*/, RatioIndex& x) {
  lay_out(arena, p.servers, x.order);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace ratio_index {

using ratio_order::below;
using ratio_order::infinite;
using ratio_order::Key;
using ratio_order::last_below;
using ratio_order::leaf_at;
using ratio_order::most_of;
using ratio_order::Room;

/// One query.
template <bool by_kind>
struct Search {
  RatioOrder* t;
  double target;
  Room need;
  std::uint64_t const* allowed;
  int patience;          ///< so many more leaves that promise more than they hold may be looked at
  int left{}, right{};   ///< leaves to be looked at next; -1 and t->size: none is of interest
  double edge = target;  ///< to the left only ratios below are of interest
  double best_score = infinite;
  std::int32_t best_server = -2;

  FAIRSLOT_FUNCTION double score(double ratio) const { return __builtin_fabs(target - ratio); }
  FAIRSLOT_FUNCTION void take(RatioLeaf const& leaf, int i) {
    double const h = score(leaf.ratio[i]);
    if (h > best_score || (h == best_score && leaf.server[i] > best_server)) return;
    best_score = h;
    best_server = leaf.server[i];
  }

  FAIRSLOT_FUNCTION static double least_of(double a, double b) { return a < b ? a : b; }

  FAIRSLOT_FUNCTION bool permits(RatioLeaf const& leaf, int i) const {
    auto const m = static_cast<std::uint32_t>(leaf.server[i]);
    return allowed[m / 64] >> (m % 64) & 1;
  }
  /// The first permitted one of the places; -1: none.
  FAIRSLOT_FUNCTION int first(RatioLeaf const& leaf, std::uint64_t places) const {
    for (; places != 0; places &= places - 1)
      if (permits(leaf, lowest_bit(places))) return lowest_bit(places);
    return -1;
  }
  FAIRSLOT_FUNCTION int last(RatioLeaf const& leaf, std::uint64_t places) const {
    for (; places != 0; places ^= std::uint64_t{1} << highest_bit(places))
      if (permits(leaf, highest_bit(places))) return highest_bit(places);
    return -1;
  }

  /// Members with room of a kind that is wanted.
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION std::uint64_t roomy(int at) {
    std::uint64_t const places = ratio_order::roomy_members<by_kind>(*t, at, need);
    if (places == 0) patience -= looked_in_vain(*t, at, need);
    return places;
  }
  /// Corrects what the leaf promises. True: the next query is misled again, since kind and room are
  /// of different members.
  FAIRSLOT_APART FAIRSLOT_FUNCTION static bool looked_in_vain(RatioOrder& t, int at, Room need) {
    ratio_order::summarize(t, at);
    return by_kind && suffices(most_of(t, at), need);
  }

  /// Behind the first one there are better ones only where a greater ratio has an equal score.
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void look_right(RatioLeaf const& leaf, std::uint64_t places) {
    int i = first(leaf, places);
    if (i < 0) patience -= places != 0;
    for (; i >= 0; i = first(leaf, places)) {
      take(leaf, i);
      double const greater = double_of(bits_of(leaf.ratio[i]) + 1);
      if (score(greater) > score(leaf.ratio[i])) {
        right = t->size;
        return;
      }
      places &= ~below(leaf, greater);
    }
  }

  /// The last ratio is the nearest to the target, but of its members the first one is the best.
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void look_left(int at, std::uint64_t places) {
    RatioLeaf const& leaf = leaf_at(*t, at);
    int i = last(leaf, places);
    if (i < 0) patience -= places != 0;
    while (i >= 0) {
      double const ratio = leaf.ratio[i];
      if (score(ratio) > best_score) {
        left = -1;
        return;
      }
      places &= (std::uint64_t{1} << i) - 1;
      int const next = last(leaf, places);
      if (next >= 0 ? leaf.ratio[next] == ratio : t->lower_ratio[at] == ratio) {
        *this = at_equals(*this, at, ratio);
        return;
      }
      take(leaf, i);
      i = next;
    }
  }

  /// A search that is asked for its equals is another one, so that this one is in registers.
  FAIRSLOT_APART FAIRSLOT_FUNCTION static Search at_equals(Search search, int last_leaf,
                                                           double ratio) {
    search.look_at_equals(last_leaf, ratio);
    return search;
  }

  /// The first permitted one of this ratio, which is in leaf `last_leaf` at the latest. The search
  /// goes on to the left of it.
  FAIRSLOT_FUNCTION void look_at_equals(int last_leaf, double ratio) {
    int const begin = last_below(*t, ratio);
    std::uint64_t const lower = below(leaf_at(*t, begin), ratio);
    for (int at = begin; at <= last_leaf && patience > 0;
         at = ratio_order::rightward<by_kind>(*t, at + 1, need)) {
      std::uint64_t const places = roomy(at) & (at == begin ? ~lower : ~std::uint64_t{0});
      int const i = first(leaf_at(*t, at), places);
      if (i >= 0) {
        take(leaf_at(*t, at), i);
        break;
      }
      patience -= places != 0;
    }
    left = begin;
    edge = ratio;
  }

  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void look_at_middle(int at) {
    left = at - 1;
    right = at + 1;
    if (!suffices(most_of(*t, at), need)) return;
    std::uint64_t const places = roomy(at);
    std::uint64_t const lower = below(leaf_at(*t, at), target);
    look_right(leaf_at(*t, at), places & ~lower);
    look_left(at, places & lower);
  }

  /// Looks at the next leaf to the right with room, unless it turns out to be farther.
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void go_right() {
    int const at = ratio_order::rightward<by_kind>(*t, right, need);
    bool const next = at == right;
    right = at + next;
    if (next) look_right(leaf_at(*t, at), roomy(at));
  }
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION void go_left() {
    int const at = ratio_order::leftward<by_kind>(*t, left, need);
    bool const next = at == left;
    left = at - next;
    if (next) look_left(at, roomy(at) & below(leaf_at(*t, at), edge));
  }

  /// False: gave up.
  FAIRSLOT_WITHIN FAIRSLOT_FUNCTION bool run() {
    look_at_middle(last_below(*t, target));
    while (patience > 0) {
      double const to_right = right < t->size ? score(t->lower_ratio[right]) : infinite;
      double const to_left = left >= 0 ? score(least_of(t->lower_ratio[left + 1], edge)) : infinite;
      double const nearest = to_right < to_left ? to_right : to_left;
      if (nearest > best_score || nearest == infinite) return true;
      if (to_right <= to_left)
        go_right();
      else
        go_left();
    }
    return false;
  }
};

inline constexpr std::int32_t gave_up = -4;

FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t among_kinds(RatioOrder& t, double target,
                                                                 Room need,
                                                                 std::uint64_t const* allowed,
                                                                 int patience) {
  Search<true> search{&t, target, need, allowed, patience};
  return search.run() ? search.best_server : gave_up;
}

/// Best feasible permitted server for one task of the class, or -2. Where few of the servers with
/// room are permitted, the search gives up.
template <int K>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RatioIndex& x,
                                                           int demand,
                                                           std::uint64_t const* allowed) {
  static_assert(K == 2);
  std::int32_t const* const d = demand_of<K>(p, demand);
  int const other = 1 - x.base;
  // About as much work as the scan.
  int const patience = 8 + p.words / 4;
  Room const need{d[x.base], d[other], servers::permitted_kinds(p, allowed)};
  double const target = target_of<K>(p, demand)[other];
  if (need.kinds != every_kind) return among_kinds(x.order, target, need, allowed, patience);
  Search<false> search{&x.order, target, need, allowed, patience};
  return search.run() ? search.best_server : gave_up;
}

inline constexpr Room fits_nowhere = {0x7fffffff, 0x7fffffff};

/// Some class may have room.
FAIRSLOT_FUNCTION inline bool fits_some(RatioIndex const& x, Room room) {
  using lanes::Ints;
  static_assert(RatioIndex::least_demands == Ints::size);
  return (at_least(Ints::all(room.base), Ints::load(x.least_base)) &
          at_least(Ints::all(room.other), Ints::load(x.least_other))) != 0;
}

/// Takes a class into account: it replaces those that ask for no less. Where too many remain, one
/// pair comes to ask for as little as both.
FAIRSLOT_FUNCTION inline void note_demand(RatioIndex& x, Room demand) {
  if (fits_some(x, demand)) return;
  auto const set = [&](int i, Room d) {
    x.least_base[i] = d.base;
    x.least_other[i] = d.other;
  };
  bool placed = false;
  for (int i = 0; i < RatioIndex::least_demands; ++i) {
    if (x.least_base[i] < demand.base || x.least_other[i] < demand.other) continue;
    set(i, placed ? fits_nowhere : demand);
    placed = true;
  }
  if (placed) return;
  auto const lesser = [](std::int32_t a, std::int32_t b) { return a < b ? a : b; };
  set(0, {lesser(x.least_base[0], demand.base), lesser(x.least_other[0], demand.other)});
}

/// Residuals of server m.
template <int K>
FAIRSLOT_FUNCTION inline Room room_of(ProblemView const& p, RunState const& s, RatioIndex const& x,
                                      int m) {
  std::int64_t const stride = p.server_stride;
  return {s.servers.residual[x.base * stride + m], s.servers.residual[(1 - x.base) * stride + m],
          servers::kind(p, m)};
}
template <int K>
FAIRSLOT_FUNCTION inline double ratio_of(ProblemView const& p, RunState const& s,
                                         RatioIndex const& x, int m) {
  std::int64_t const stride = p.server_stride;
  return s.servers.ratio[(x.reference_slot * K + 1 - x.base) * stride + m];
}

template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, RatioIndex& x) {
  RatioOrder& t = x.order;
  RadixSort<std::uint64_t> sort{
      {t.sort_key[0], t.sort_key[1]}, {t.sort_server[0], t.sort_server[1]}, 0};
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = x.candidates[w]; bits != 0; bits &= bits - 1) {
      int const m = 64 * w + lowest_bit(bits);
      if (!fits_some(x, room_of<K>(p, s, x, m))) continue;
      sort.key[0][sort.size] = bits_of(ratio_of<K>(p, s, x, m));
      sort.number[0][sort.size++] = m;
    }
  sort.run();
  ratio_order::fill(t, p.servers, sort, [&](int m) { return room_of<K>(p, s, x, m); });
}

/// Makes the index of some servers from s.servers.residual and s.servers.ratio as they are, for the
/// classes of this reference. `members`: [p.words] bits, which outlive it.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, RatioIndex& x,
                                    int reference_slot, std::uint64_t const* members) {
  static_assert(K == 2);
  x.candidates = members;
  x.order.kinds_matter = p.kinds_matter;
  x.reference_slot = reference_slot;
  x.base = p.reference_of[reference_slot];
  for (int i = 0; i < RatioIndex::least_demands; ++i)
    x.least_base[i] = x.least_other[i] = 0x7fffffff;
  for (int c = 0; c < p.classes; ++c)
    if (p.reference_slot[c] == reference_slot)
      note_demand(x, {demand_of<K>(p, c)[x.base], demand_of<K>(p, c)[1 - x.base]});
  rebuild<K>(p, s, x);
}

/// Server m's residual and ratios have changed.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, RatioIndex& x,
                                      int m) {
  Room const room = room_of<K>(p, s, x, m);
  ratio_order::remove(x.order, m);
  if (!fits_some(x, room)) return;
  if (!ratio_order::has_spare(x.order)) return rebuild<K>(p, s, x);
  ratio_order::insert(x.order, {ratio_of<K>(p, s, x, m), m}, room);
}

}  // namespace ratio_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
