/// Best fit among many servers when there are two resources. With one ratio q = a*(C_other/C_base)
/// a server, the score |p - q| of a class grows to both sides of its target p: what is wanted is
/// the nearest server, in the order of q, that has room and is permitted.
///
/// The servers lie in leaves of up to 64, the leaves by (ratio, server) and unordered inside;
/// 16 leaves at most make a group. Leaves and groups keep the greatest residual of each resource
/// and a lower key, which is <= their members' keys and > those to the left. A query walks from the
/// target's leaf to both sides, over leaves whose greatest residuals suffice, until the next
/// leaf's least possible score is above the best so far.
///
/// Why that is exact: fl(p - q) is monotone in q, so no member's computed score is below that of
/// the leaf's key on the side of the target. Different ratios may have equal computed scores, so
/// at equality a leaf is left out only if all its members have one ratio (then their numbers
/// ascend from its key on) and the best server's number is lower. Servers without any of the
/// reference resource fit no class that is served and are kept out.
#pragma once

#include "kernels/fits/best.hpp"
#include "kernels/phases/servers.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/state.hpp"

namespace fairslot {

/// Servers of neighbouring ratios. Unused places have residuals of -1.
struct alignas(64) RatioLeaf {
  static constexpr int room = 64;
  std::int32_t base[room];   ///< residual of the reference resource
  std::int32_t other[room];  ///< residual of the other one
  double ratio[room];
  std::int32_t server[room];
  std::int32_t size;
  std::int32_t group, slot;  ///< where among its siblings
};

/// Summaries of children in ascending order; unused ones fit nothing and are right of everything.
struct RatioLevel {
  double* lower_ratio;
  std::int32_t* lower_server;
  std::int32_t* most_base;
  std::int32_t* most_other;
  std::int32_t* child;
};

/// Pointers and counts. L leaves, G groups at most.
struct RatioIndex {
  std::int32_t reference_slot, base;  ///< which ratios, and the resource that they divide by
  std::int32_t leaf_capacity, group_capacity;
  std::int32_t free_leaves, groups;
  std::int32_t* where;      ///< [M] 64*leaf + place, -1: kept out
  RatioLeaf* leaves;        ///< [L]
  std::int32_t* free_leaf;  ///< [L] the first `free_leaves` are not in use
  RatioLevel rows;          ///< [G][16] leaves of a group
  std::int32_t* row_size;   ///< [G]
  std::int32_t* place;      ///< [G] where in `top`
  RatioLevel top;           ///< [G rounded up to 16] groups, the first `groups` in use
};

namespace ratio_index_sizes {
inline constexpr int fan = 16;
/// Splits leave at least so many servers in a leaf; below, it is merged with a neighbour.
inline constexpr int thin = 24;
}  // namespace ratio_index_sizes

/// Measured or bound. A fresh index has M/24 leaves at most: twice that is given.
template <class A>
void lay_out(A& arena, ProblemView const& p, int /*k*/, RatioIndex& x) {
  constexpr int fan = ratio_index_sizes::fan;
  auto const level = [&](RatioLevel& l, int n) {
    l.lower_ratio = arena.template take<double>(n);
    l.lower_server = arena.template take<std::int32_t>(n);
    l.most_base = arena.template take<std::int32_t>(n);
    l.most_other = arena.template take<std::int32_t>(n);
    l.child = arena.template take<std::int32_t>(n);
  };
  x.leaf_capacity = 2 * (p.servers / ratio_index_sizes::thin) + 2 * fan;
  x.group_capacity = (2 * x.leaf_capacity / fan + fan) / fan * fan;
  x.where = arena.template take<std::int32_t>(p.servers);
  x.leaves = arena.template take<RatioLeaf>(x.leaf_capacity);
  x.free_leaf = arena.template take<std::int32_t>(x.leaf_capacity);
  x.row_size = arena.template take<std::int32_t>(x.group_capacity);
  x.place = arena.template take<std::int32_t>(x.group_capacity);
  level(x.rows, x.group_capacity * fan);
  level(x.top, x.group_capacity);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::ratio_index {

using lanes::Doubles;
using lanes::Ints;
using ratio_index_sizes::fan;
using ratio_index_sizes::thin;

inline constexpr double infinite = __builtin_huge_val();

/// Servers are ordered by ratio, then number.
struct Key {
  double ratio;
  std::int32_t server;

  FAIRSLOT_FUNCTION bool before(Key const& other) const {
    return ratio < other.ratio || (ratio == other.ratio && server < other.server);
  }
};

struct Room {
  std::int32_t base, other;
};

// Levels.

FAIRSLOT_FUNCTION inline Key lower(RatioLevel const& l, int i) {
  return {l.lower_ratio[i], l.lower_server[i]};
}
FAIRSLOT_FUNCTION inline void set(RatioLevel const& l, int i, Key key, Room most, int child) {
  l.lower_ratio[i] = key.ratio;
  l.lower_server[i] = key.server;
  l.most_base[i] = most.base;
  l.most_other[i] = most.other;
  l.child[i] = child;
}
FAIRSLOT_FUNCTION inline void copy(RatioLevel const& from, int i, RatioLevel const& to, int j) {
  set(to, j, lower(from, i), {from.most_base[i], from.most_other[i]}, from.child[i]);
}
FAIRSLOT_FUNCTION inline void clear(RatioLevel const& l, int i) {
  set(l, i, {infinite, 0}, {-1, -1}, -1);
}

/// How many of the first n lower keys are <= key.
FAIRSLOT_FUNCTION inline int count_up_to(RatioLevel const& l, int n, Key key) {
  Doubles const ratio = Doubles::all(key.ratio);
  Ints const server = Ints::all(key.server);
  int count = 0;
  for (int i = 0; i < n; i += 16) {
    Doubles const a = Doubles::load(l.lower_ratio + i), b = Doubles::load(l.lower_ratio + i + 8);
    auto const below = less(a, ratio) | less(b, ratio) << 8;
    auto const level = equal(a, ratio) | equal(b, ratio) << 8;
    auto const not_after = at_least(server, Ints::load(l.lower_server + i));
    count += static_cast<int>(bits_set(below | (level & not_after)));
  }
  return count;
}

/// Bit j: child i + j may have room for the demand, 16 children.
FAIRSLOT_FUNCTION inline std::uint32_t roomy(RatioLevel const& l, int i, Room need) {
  return static_cast<std::uint32_t>(at_least(Ints::load(l.most_base + i), Ints::all(need.base)) &
                                    at_least(Ints::load(l.most_other + i), Ints::all(need.other)));
}
/// The first such child from `first` on, n where there is none.
FAIRSLOT_FUNCTION inline int roomy_from(RatioLevel const& l, int first, int n, Room need) {
  for (int i = first / 16 * 16; i < n; i += 16) {
    std::uint32_t mask = roomy(l, i, need);
    if (i < first) mask &= ~0u << (first - i);
    if (mask != 0) return i + lowest_bit(mask);
  }
  return n;
}
/// The last such child up to `last`, -1 where there is none.
FAIRSLOT_FUNCTION inline int roomy_until(RatioLevel const& l, int last, Room need) {
  if (last < 0) return -1;
  std::uint32_t keep = (2u << (last % 16)) - 1;
  for (int i = last / 16 * 16; i >= 0; i -= 16, keep = ~0u) {
    std::uint32_t const mask = roomy(l, i, need) & keep;
    if (mask != 0) return i + highest_bit(mask);
  }
  return -1;
}

/// The greatest residuals of n (a multiple of 16) children or servers.
FAIRSLOT_FUNCTION inline Room greatest(std::int32_t const* base, std::int32_t const* other, int n) {
  Ints a = Ints::load(base), b = Ints::load(other);
  for (int i = 16; i < n; i += 16) {
    a = greater(a, Ints::load(base + i));
    b = greater(b, Ints::load(other + i));
  }
  return {greatest(a), greatest(b)};
}

// The tree.

FAIRSLOT_FUNCTION inline RatioLevel row(RatioIndex const& x, int group) {
  int const at = group * fan;
  return {x.rows.lower_ratio + at, x.rows.lower_server + at, x.rows.most_base + at,
          x.rows.most_other + at, x.rows.child + at};
}

/// A leaf by its place in the order: may be one before the first or after the last of a group.
struct Place {
  int top, slot;

  FAIRSLOT_FUNCTION bool before(Place const& other) const {
    return top < other.top || (top == other.top && slot < other.slot);
  }
};

/// The last leaf whose lower key is <= key, which has to be above that of the first leaf.
FAIRSLOT_FUNCTION inline Place locate(RatioIndex const& x, Key key) {
  int const top = count_up_to(x.top, x.groups, key) - 1;
  return {top, count_up_to(row(x, x.top.child[top]), fan, key) - 1};
}

FAIRSLOT_FUNCTION inline RatioLeaf& leaf_at(RatioIndex const& x, Place at) {
  return x.leaves[row(x, x.top.child[at.top]).child[at.slot]];
}
FAIRSLOT_FUNCTION inline Key lower(RatioIndex const& x, Place at) {
  return lower(row(x, x.top.child[at.top]), at.slot);
}
/// No member's ratio is above.
FAIRSLOT_FUNCTION inline double upper_ratio(RatioIndex const& x, Place at) {
  int const group = x.top.child[at.top];
  if (at.slot + 1 < x.row_size[group]) return row(x, group).lower_ratio[at.slot + 1];
  return at.top + 1 < x.groups ? x.top.lower_ratio[at.top + 1] : infinite;
}

FAIRSLOT_FUNCTION inline void number_groups(RatioIndex& x, int from) {
  for (int i = from; i < x.groups; ++i) x.place[x.top.child[i]] = i;
}
FAIRSLOT_FUNCTION inline void number_leaves(RatioIndex& x, int group, int from) {
  for (int i = from; i < x.row_size[group]; ++i) {
    RatioLeaf& leaf = x.leaves[row(x, group).child[i]];
    leaf.group = group;
    leaf.slot = i;
  }
}

/// The summaries of a group and a leaf after something was taken out.
FAIRSLOT_FUNCTION inline void summarize_group(RatioIndex& x, int group) {
  RatioLevel const l = row(x, group);
  Room const most = greatest(l.most_base, l.most_other, fan);
  x.top.most_base[x.place[group]] = most.base;
  x.top.most_other[x.place[group]] = most.other;
}
FAIRSLOT_FUNCTION inline void summarize(RatioIndex& x, RatioLeaf const& leaf) {
  RatioLevel const l = row(x, leaf.group);
  Room const most = greatest(leaf.base, leaf.other, RatioLeaf::room);
  l.most_base[leaf.slot] = most.base;
  l.most_other[leaf.slot] = most.other;
  summarize_group(x, leaf.group);
}

// Members of a leaf.

FAIRSLOT_FUNCTION inline void put(RatioIndex& x, RatioLeaf& leaf, int i, Key key, Room room) {
  leaf.base[i] = room.base;
  leaf.other[i] = room.other;
  leaf.ratio[i] = key.ratio;
  leaf.server[i] = key.server;
  x.where[key.server] = static_cast<std::int32_t>(&leaf - x.leaves) * RatioLeaf::room + i;
}
FAIRSLOT_FUNCTION inline Key key_of(RatioLeaf const& leaf, int i) {
  return {leaf.ratio[i], leaf.server[i]};
}
FAIRSLOT_FUNCTION inline Room room_of(RatioLeaf const& leaf, int i) {
  return {leaf.base[i], leaf.other[i]};
}
FAIRSLOT_FUNCTION inline void empty(RatioLeaf& leaf) {
  leaf.size = 0;
  for (int i = 0; i < RatioLeaf::room; ++i) leaf.base[i] = leaf.other[i] = -1;
}

// Growth.

/// Moves the upper half of a full group into a new one.
FAIRSLOT_FUNCTION inline void split_group(RatioIndex& x, int group) {
  constexpr int half = fan / 2;
  int const fresh = x.groups, at = x.place[group] + 1;
  RatioLevel const from = row(x, group), to = row(x, fresh);
  for (int i = 0; i < half; ++i) {
    copy(from, half + i, to, i);
    clear(from, half + i);
    clear(to, half + i);
  }
  x.row_size[group] = x.row_size[fresh] = half;
  for (int i = x.groups++; i > at; --i) copy(x.top, i - 1, x.top, i);
  set(x.top, at, lower(to, 0), {-1, -1}, fresh);
  number_groups(x, at);
  number_leaves(x, fresh, 0);
  summarize_group(x, group);
  summarize_group(x, fresh);
}

/// A member near the median.
FAIRSLOT_FUNCTION inline Key pivot(RatioLeaf const& leaf) {
  for (int i = RatioLeaf::room / 2;; i = (i + 1) % RatioLeaf::room) {
    Key const key = key_of(leaf, i);
    int rank = 0;
    for (int j = 0; j < RatioLeaf::room; ++j) rank += key_of(leaf, j).before(key);
    if (rank >= thin && rank <= RatioLeaf::room - thin) return key;
  }
}

/// Moves the upper half of a full leaf into a new one.
FAIRSLOT_FUNCTION inline void split(RatioIndex& x, RatioLeaf& leaf) {
  if (x.row_size[leaf.group] == fan) split_group(x, leaf.group);
  int const fresh = x.free_leaf[--x.free_leaves], group = leaf.group, at = leaf.slot + 1;
  RatioLeaf& high = x.leaves[fresh];
  Key const middle = pivot(leaf);
  empty(high);
  leaf.size = 0;
  for (int i = 0; i < RatioLeaf::room; ++i) {
    RatioLeaf& half = key_of(leaf, i).before(middle) ? leaf : high;
    put(x, half, half.size++, key_of(leaf, i), room_of(leaf, i));
  }
  for (int i = leaf.size; i < RatioLeaf::room; ++i) leaf.base[i] = leaf.other[i] = -1;

  RatioLevel const l = row(x, group);
  for (int i = x.row_size[group]++; i > at; --i) copy(l, i - 1, l, i);
  set(l, at, middle, {-1, -1}, fresh);
  number_leaves(x, group, at);
  summarize(x, leaf);
  summarize(x, high);
}

FAIRSLOT_FUNCTION inline void insert(RatioIndex& x, Key key, Room room) {
  Place at = locate(x, key);
  if (leaf_at(x, at).size == RatioLeaf::room) {
    split(x, leaf_at(x, at));
    at = locate(x, key);
  }
  RatioLeaf& leaf = leaf_at(x, at);
  put(x, leaf, leaf.size++, key, room);
  RatioLevel const l = row(x, leaf.group);
  auto const raise = [](std::int32_t& most, std::int32_t value) {
    if (most < value) most = value;
  };
  raise(l.most_base[at.slot], room.base);
  raise(l.most_other[at.slot], room.other);
  raise(x.top.most_base[at.top], room.base);
  raise(x.top.most_other[at.top], room.other);
}

// Shrinkage.

/// Moves the members of the leaf at slot + 1 into the one at slot.
FAIRSLOT_FUNCTION inline void merge(RatioIndex& x, int group, int slot) {
  RatioLevel const l = row(x, group);
  RatioLeaf& low = x.leaves[l.child[slot]];
  RatioLeaf const& high = x.leaves[l.child[slot + 1]];
  for (int i = 0; i < high.size; ++i) put(x, low, low.size++, key_of(high, i), room_of(high, i));
  x.free_leaf[x.free_leaves++] = l.child[slot + 1];
  int const n = --x.row_size[group];
  for (int i = slot + 1; i < n; ++i) copy(l, i + 1, l, i);
  clear(l, n);
  number_leaves(x, group, slot + 1);
  summarize(x, low);
}

FAIRSLOT_FUNCTION inline void merge_if_thin(RatioIndex& x, RatioLeaf const& leaf) {
  constexpr int most = 2 * thin;
  if (leaf.size >= thin) return;
  RatioLevel const l = row(x, leaf.group);
  auto const fits = [&](int slot) {
    return x.leaves[l.child[slot]].size + x.leaves[l.child[slot + 1]].size <= most;
  };
  int const slot = leaf.slot;
  if (slot > 0 && fits(slot - 1)) return merge(x, leaf.group, slot - 1);
  if (slot + 1 < x.row_size[leaf.group] && fits(slot)) return merge(x, leaf.group, slot);
}

FAIRSLOT_FUNCTION inline void remove(RatioIndex& x, std::int32_t server) {
  std::int32_t const at = x.where[server];
  if (at < 0) return;
  RatioLeaf& leaf = x.leaves[at / RatioLeaf::room];
  int const i = at % RatioLeaf::room, last = --leaf.size;
  Room const was = room_of(leaf, i);
  put(x, leaf, i, key_of(leaf, last), room_of(leaf, last));
  leaf.base[last] = leaf.other[last] = -1;
  x.where[server] = -1;
  RatioLevel const l = row(x, leaf.group);
  if (was.base == l.most_base[leaf.slot] || was.other == l.most_other[leaf.slot])
    summarize(x, leaf);
  merge_if_thin(x, leaf);
}

// Queries.

/// The first leaf from `at` on that may have room; the end where there is none.
FAIRSLOT_FUNCTION inline Place rightward(RatioIndex const& x, Place at, Room need) {
  while (at.top < x.groups) {
    at.slot = roomy_from(row(x, x.top.child[at.top]), at.slot, fan, need);
    if (at.slot < fan) return at;
    at = {roomy_from(x.top, at.top + 1, x.groups, need), 0};
  }
  return at;
}
/// The last leaf up to `at` that may have room; top = -1 where there is none.
FAIRSLOT_FUNCTION inline Place leftward(RatioIndex const& x, Place at, Room need) {
  while (at.top >= 0) {
    at.slot = roomy_until(row(x, x.top.child[at.top]), at.slot, need);
    if (at.slot >= 0) return at;
    at = {roomy_until(x.top, at.top - 1, need), fan - 1};
  }
  return at;
}

struct Search {
  RatioIndex const& x;
  double target;
  Room need;
  std::uint64_t const* allowed;
  best_fit::Best best;
  int patience;  ///< leaves with room but nothing permitted that may still be looked at

  FAIRSLOT_FUNCTION double score(double ratio) const {
    double const gap = target - ratio;
    return gap < 0.0 ? -gap : gap;
  }

  FAIRSLOT_FUNCTION void look_at(RatioLeaf const& leaf) {
    std::uint64_t room = simd::at_least(leaf.base, need.base);
    room &= simd::at_least(leaf.other, need.other);
    if (room == 0) return;
    bool any = false;
    for (; room != 0; room &= room - 1) {
      int const i = lowest_bit(room);
      std::int32_t const m = leaf.server[i];
      double const h = score(leaf.ratio[i]);
      bool const permitted = allowed[m / 64] >> (m % 64) & 1;
      bool const better = permitted & ((h < best.score) | ((h == best.score) & (m < best.server)));
      best.score = better ? h : best.score;
      best.server = better ? m : best.server;
      any |= permitted;
    }
    patience -= !any;
  }

  /// The leaf's members all have the ratio of its key.
  FAIRSLOT_FUNCTION bool pure(Place at) const { return lower(x, at).ratio == upper_ratio(x, at); }
  FAIRSLOT_FUNCTION bool goes_on() const { return patience > 0; }

  /// The leaves first .. last, all with lower keys >= the target, or all with the same ratio.
  FAIRSLOT_FUNCTION void right(Place first, Place last) {
    for (Place at = rightward(x, first, need); !last.before(at) && goes_on();
         at = rightward(x, {at.top, at.slot + 1}, need)) {
      Key const key = lower(x, at);
      double const bound = score(key.ratio);
      if (bound > best.score) return;
      if (bound == best.score && key.server > best.server && pure(at)) {
        // As all leaves of this ratio: the last one may have others.
        at = locate(x, {key.ratio, 0x7fffffff});
        --at.slot;
        continue;
      }
      look_at(leaf_at(x, at));
    }
  }

  /// The leaves up to `first`, all with ratios <= the target.
  FAIRSLOT_FUNCTION void left(Place first) {
    for (Place at = leftward(x, first, need); at.top >= 0 && goes_on();
         at = leftward(x, {at.top, at.slot - 1}, need)) {
      double const upper = upper_ratio(x, at);
      if (score(upper) > best.score) return;
      if (!pure(at)) {
        look_at(leaf_at(x, at));
        continue;
      }
      // From the first leaf of this ratio on, since the lowest number is wanted.
      Place start = locate(x, {upper, -1});
      ++start.slot;
      right(start, at);
      at = start;
    }
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
      best_fit::consider<K>(target, servers::fitting<K>(p, s, demand, w) & allowed[w], 64 * w,
                            best);
  return best.server;
}

/// Best feasible permitted server for one task of the class, or -2. Where the permitted servers are
/// few among those with room, the search gives up and all servers are scanned.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s, RatioIndex& x,
                                           int demand, std::uint64_t const* allowed) {
  static_assert(K == 2);
  std::int32_t const* const d = p.demands + demand * K;
  Search search{
      x, p.target[demand * K + 1 - x.base], {d[x.base], d[1 - x.base]}, allowed, {infinite, -2},
      16};
  Place const home = locate(x, {search.target, -1});
  search.look_at(leaf_at(x, home));
  search.right({home.top, home.slot + 1}, {x.groups - 1, fan});
  search.left({home.top, home.slot - 1});
  return search.goes_on() ? search.best.server : scan<K>(p, s, demand, allowed);
}

// Changes.

/// Puts server m where it belongs now.
template <int K>
FAIRSLOT_FUNCTION inline void insert(ProblemView const& p, RunState const& s, RatioIndex& x,
                                     int m) {
  std::int64_t const stride = p.server_stride;
  Room const room{s.residual[x.base * stride + m], s.residual[(1 - x.base) * stride + m]};
  if (room.base == 0) return;
  insert(x, {s.ratio[(x.reference_slot * K + 1 - x.base) * stride + m], m}, room);
}

/// Makes the index from s.residual and s.ratio as they are, for the classes of this reference.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, RatioIndex& x,
                                    int reference_slot) {
  static_assert(K == 2);
  x.reference_slot = reference_slot;
  x.base = p.reference_of[reference_slot];
  x.groups = 1;
  x.free_leaves = x.leaf_capacity - 1;
  for (int i = 0; i < x.free_leaves; ++i) x.free_leaf[i] = x.leaf_capacity - 1 - i;
  for (int i = 0; i < x.group_capacity; ++i) clear(x.top, i);
  for (int i = 0; i < fan; ++i) clear(x.rows, i);
  set(x.rows, 0, {-infinite, -1}, {-1, -1}, 0);
  set(x.top, 0, {-infinite, -1}, {-1, -1}, 0);
  x.row_size[0] = 1;
  empty(x.leaves[0]);
  number_groups(x, 0);
  number_leaves(x, 0, 0);
  for (int m = 0; m < p.servers; ++m) {
    x.where[m] = -1;
    insert<K>(p, s, x, m);
  }
}

/// Server m's residual and ratios have changed.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, RatioIndex& x,
                                      int m) {
  if (x.free_leaves == 0 || x.groups == x.group_capacity)
    return build<K>(p, s, x, x.reference_slot);
  remove(x, m);
  insert<K>(p, s, x, m);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::ratio_index
