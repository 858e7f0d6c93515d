/// The servers in ascending order of (ratio, server), in leaves of up to 64. A member that goes
/// leaves its place free for one that comes. Of each leaf are kept a lower key, <= its members'
/// keys and > those of all members to the left, the greatest residual of each resource and the
/// kinds of servers, which may be out of date: then they are too great, and are corrected by who
/// looks at the leaf in vain.
#pragma once

#include "kernels/primitives/exact.hpp"
#include "kernels/primitives/radix_sort.hpp"
#include "kernels/primitives/simd.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state/ratio.hpp"

namespace fairslot {

/// Leaves come in blocks of 16.
FAIRSLOT_FUNCTION inline std::int32_t block_capacity(RatioOrder const& t) {
  return (t.capacity / 16 + 15) / 16 * 16;
}

template <class A>
void lay_out(A& arena, int servers, RatioOrder& t) {
  t.capacity = (2 * (servers / RatioLeaf::filled) + 31) / 16 * 16;
  t.lower_ratio = arena.template take<double>(t.capacity);
  t.block_ratio = arena.template take<double>(block_capacity(t));
  t.lower_server = arena.template take<std::int32_t>(t.capacity);
  t.most_base = arena.template take<std::int32_t>(t.capacity);
  t.most_other = arena.template take<std::int32_t>(t.capacity);
  t.kinds = arena.template take<std::int32_t>(t.capacity);
  t.leaf = arena.template take<std::int32_t>(t.capacity);
  t.leaves = arena.template take<RatioLeaf>(t.capacity);
  t.members = arena.template take<std::uint64_t>(t.capacity);
  t.kind = arena.template take<std::int32_t>(std::int64_t{RatioLeaf::room} * t.capacity);
  t.where = arena.template take<std::int32_t>(servers);
  for (int i = 0; i < 2; ++i) {
    t.sort_key[i] = arena.template take<std::uint64_t>(servers);
    t.sort_server[i] = arena.template take<std::int32_t>(servers);
  }
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace ratio_order {

using lanes::Doubles;
using lanes::Ints;

inline constexpr double infinite = __builtin_huge_val();

/// Servers are ordered by ratio, then number.
struct Key {
  double ratio;
  std::int32_t server;
};

/// Residuals and the bit of the server's kind, or a demand and the kinds of which one will do:
/// every_kind where kinds do not matter.
struct Room {
  std::int32_t base, other;
  std::int32_t kinds = every_kind;
};

FAIRSLOT_FUNCTION inline std::int32_t greater(std::int32_t a, std::int32_t b) {
  return a < b ? b : a;
}

// Leaves by their place in the order.

FAIRSLOT_FUNCTION inline RatioLeaf& leaf_at(RatioOrder const& t, int at) {
  return t.leaves[t.leaf[at]];
}
FAIRSLOT_FUNCTION inline std::uint64_t& members_at(RatioOrder const& t, int at) {
  return t.members[t.leaf[at]];
}

/// [RatioLeaf::room] of the members of a leaf, a bit each, see servers::kind.
FAIRSLOT_FUNCTION inline std::int32_t* kinds_of(RatioOrder const& t, int leaf) {
  return t.kind + std::int64_t{RatioLeaf::room} * leaf;
}

FAIRSLOT_FUNCTION inline void set(RatioOrder& t, int at, Key lower, Room most) {
  t.lower_ratio[at] = lower.ratio;
  if (at % 16 == 0) t.block_ratio[at / 16] = lower.ratio;
  t.lower_server[at] = lower.server;
  t.most_base[at] = most.base;
  t.most_other[at] = most.other;
  t.kinds[at] = most.kinds;
}

/// How many of 16 ascending ratios are < bound.
FAIRSLOT_FUNCTION inline int count_below(double const* ratios, Doubles bound) {
  static_assert(Doubles::size == 8);
  auto const below = less(Doubles::load(ratios), bound) | less(Doubles::load(ratios + 8), bound)
                                                              << 8;
  return static_cast<int>(bits_set(below));
}

/// The last block whose first leaf's lower ratio is < ratio.
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline int last_block_below(RatioOrder const& t, double ratio) {
  if (t.size <= 32) return t.block_ratio[1] < ratio;
  int first = 0;
  for (int parts = (t.size + 255) / 256; parts > 1;) {
    int const half = parts / 2;
    first += t.block_ratio[first + 16 * half] < ratio ? 16 * half : 0;
    parts -= half;
  }
  return first + count_below(t.block_ratio + first, Doubles::all(ratio)) - 1;
}

/// The last leaf whose lower ratio is < ratio.
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline int last_below(RatioOrder const& t, double ratio) {
  int const first = 16 * last_block_below(t, ratio);
  return first + count_below(t.lower_ratio + first, Doubles::all(ratio)) - 1;
}
/// The last leaf whose lower key is <= key.
FAIRSLOT_FUNCTION inline int last_up_to(RatioOrder const& t, Key key) {
  int at = last_below(t, key.ratio);
  while (at + 1 < t.size && t.lower_ratio[at + 1] == key.ratio &&
         t.lower_server[at + 1] <= key.server)
    ++at;
  return at;
}

/// What leaf `at` has at most.
FAIRSLOT_FUNCTION inline Room most_of(RatioOrder const& t, int at) {
  return {t.most_base[at], t.most_other[at], t.kinds[at]};
}
FAIRSLOT_FUNCTION inline bool suffices(Room most, Room need) {
  return most.base >= need.base && most.other >= need.other && (most.kinds & need.kinds) != 0;
}

// `by_kind`: the kind of a server matters to who asks. It is told beforehand, since of servers that
// all will do it would be asked of each leaf.

/// Bit j: leaf i + j may have room for the demand, 16 leaves.
template <bool by_kind>
FAIRSLOT_FUNCTION inline std::uint32_t roomy(RatioOrder const& t, int i, Room need) {
  auto const room =
      static_cast<std::uint32_t>(at_least(Ints::load(t.most_base + i), Ints::all(need.base)) &
                                 at_least(Ints::load(t.most_other + i), Ints::all(need.other)));
  if constexpr (!by_kind) return room;
  return room & static_cast<std::uint32_t>(overlap(Ints::load(t.kinds + i), Ints::all(need.kinds)));
}
/// The first leaf from `at` on that may have room; size where there is none.
template <bool by_kind>
FAIRSLOT_FUNCTION inline int rightward(RatioOrder const& t, int at, Room need) {
  std::uint32_t keep = ~0u << at % 16;
  for (int i = at / 16 * 16; i < t.size; i += 16, keep = ~0u)
    if (std::uint32_t const mask = roomy<by_kind>(t, i, need) & keep; mask != 0)
      return i + lowest_bit(mask);
  return t.size;
}
/// The last leaf up to `at` that may have room; -1 where there is none.
template <bool by_kind>
FAIRSLOT_FUNCTION inline int leftward(RatioOrder const& t, int at, Room need) {
  if (at < 0) return -1;
  std::uint32_t keep = (2u << at % 16) - 1;
  for (int i = at / 16 * 16; i >= 0; i -= 16, keep = ~0u)
    if (std::uint32_t const mask = roomy<by_kind>(t, i, need) & keep; mask != 0)
      return i + highest_bit(mask);
  return -1;
}

// Members.

/// Bit i: the ratio at place i is < ratio.
FAIRSLOT_FUNCTION inline std::uint64_t below(RatioLeaf const& leaf, double ratio) {
  Doubles const bound = Doubles::all(ratio);
  std::uint64_t mask = 0;
  for (int i = 0; i < RatioLeaf::room; i += Doubles::size)
    mask |= static_cast<std::uint64_t>(less(Doubles::load(leaf.ratio + i), bound)) << i;
  return mask;
}

/// Bit i: the key at place i is <= key.
FAIRSLOT_FUNCTION inline std::uint64_t up_to(RatioLeaf const& leaf, Key key) {
  Doubles const bound = Doubles::all(key.ratio);
  std::uint64_t mask = 0;
  for (int i = 0; i < RatioLeaf::room; i += Doubles::size)
    mask |= static_cast<std::uint64_t>(equal(Doubles::load(leaf.ratio + i), bound)) << i;
  return (mask & simd::at_most(leaf.server, key.server)) | below(leaf, key.ratio);
}

/// Bits of the members with room for the demand.
template <bool by_kind>
FAIRSLOT_WITHIN FAIRSLOT_FUNCTION inline std::uint64_t roomy_members(RatioOrder const& t, int at,
                                                                     Room need) {
  RatioLeaf const& leaf = leaf_at(t, at);
  std::uint64_t const roomy = simd::at_least(leaf.base, need.base) &
                              simd::at_least(leaf.other, need.other) & members_at(t, at);
  if constexpr (!by_kind) return roomy;
  return roomy & simd::overlapping(kinds_of(t, t.leaf[at]), need.kinds);
}

/// Finds out the greatest residuals and the kinds.
FAIRSLOT_FUNCTION inline void summarize(RatioOrder& t, int at) {
  RatioLeaf const& leaf = leaf_at(t, at);
  std::uint64_t members = members_at(t, at);
  Ints const none = Ints::all(-1), no_kind = Ints::all(0);
  Ints base = none, other = none, kinds = no_kind;
  for (int i = 0; i < RatioLeaf::room; i += Ints::size, members >>= Ints::size) {
    auto const mask = static_cast<std::uint32_t>(members & 0xffff);
    base = greater(base, select(mask, Ints::load(leaf.base + i), none));
    other = greater(other, select(mask, Ints::load(leaf.other + i), none));
    if (t.kinds_matter)
      kinds = kinds | select(mask, Ints::load(kinds_of(t, t.leaf[at]) + i), no_kind);
  }
  t.kinds[at] = t.kinds_matter ? united(kinds) : every_kind;
  t.most_base[at] = greatest(base);
  t.most_other[at] = greatest(other);
}

FAIRSLOT_FUNCTION inline void put(RatioOrder& t, int leaf, int i, Key key, Room room) {
  RatioLeaf& l = t.leaves[leaf];
  l.base[i] = room.base;
  l.other[i] = room.other;
  if (t.kinds_matter) kinds_of(t, leaf)[i] = room.kinds;
  l.ratio[i] = key.ratio;
  l.server[i] = key.server;
  t.where[key.server] = leaf * RatioLeaf::room + i;
}
FAIRSLOT_FUNCTION inline Key key_of(RatioLeaf const& leaf, int i) {
  return {leaf.ratio[i], leaf.server[i]};
}
FAIRSLOT_FUNCTION inline Room room_of(RatioOrder const& t, int leaf, int i) {
  RatioLeaf const& l = t.leaves[leaf];
  return {l.base[i], l.other[i], t.kinds_matter ? kinds_of(t, leaf)[i] : every_kind};
}
FAIRSLOT_FUNCTION inline void move(RatioOrder& t, int leaf, int from, int to) {
  put(t, leaf, to, key_of(t.leaves[leaf], from), room_of(t, leaf, from));
}

// Changes.

/// All servers of sort_key[at], sort_server[at], which are sorted; `room_of_server` tells their
/// residuals.
template <class F>
FAIRSLOT_FUNCTION inline void fill(RatioOrder& t, int servers,
                                   RadixSort<std::uint64_t> const& sorted, F room_of_server) {
  for (int m = 0; m < servers; ++m) t.where[m] = -1;
  constexpr int filled = RatioLeaf::filled, gap = filled / (RatioLeaf::room - filled);
  for (int i = 0; i < block_capacity(t); ++i) t.block_ratio[i] = infinite;
  for (int i = 0; i < t.capacity; ++i) {
    t.leaf[i] = i;
    t.members[i] = 0;
    set(t, i, {infinite, 0}, {-1, -1, 0});
  }
  t.size = sorted.size == 0 ? 1 : (sorted.size + filled - 1) / filled;
  for (int at = 0, i = 0; at < t.size; ++at) {
    Room most{-1, -1, 0};
    int const begin = i;
    for (; i < sorted.size && i < begin + filled; ++i) {
      std::int32_t const m = sorted.number[sorted.at][i];
      Room const room = room_of_server(m);
      int const place = i - begin + (i - begin) / gap;
      put(t, at, place, {double_of(sorted.key[sorted.at][i]), m}, room);
      t.members[at] |= std::uint64_t{1} << place;
      most = {greater(most.base, room.base), greater(most.other, room.other),
              most.kinds | room.kinds};
    }
    set(t, at, at == 0 ? Key{-infinite, 0} : key_of(t.leaves[at], 0), most);
  }
}

/// Another leaf can be opened.
FAIRSLOT_FUNCTION inline bool has_spare(RatioOrder const& t) { return t.size < t.capacity; }

/// Moves the upper half of a full leaf into a new one.
FAIRSLOT_FUNCTION inline void split(RatioOrder& t, int at) {
  constexpr int half = RatioLeaf::room / 2;
  int const low = t.leaf[at], high = t.leaf[t.size];
  for (int i = t.size++; i > at + 1; --i) {
    set(t, i, {t.lower_ratio[i - 1], t.lower_server[i - 1]}, most_of(t, i - 1));
    t.leaf[i] = t.leaf[i - 1];
  }
  t.leaf[at + 1] = high;
  for (int i = half; i < RatioLeaf::room; ++i)
    put(t, high, i, key_of(t.leaves[low], i), room_of(t, low, i));
  t.members[high] = t.members[low] >> half << half;
  t.members[low] ^= t.members[high];
  set(t, at + 1, key_of(t.leaves[high], half), most_of(t, at));
}

/// Makes a place free for a new member before the member at i (behind all where that is 64).
FAIRSLOT_FUNCTION inline int make_place(RatioOrder& t, int leaf, int i) {
  std::uint64_t const vacant = ~t.members[leaf];
  std::uint64_t const from_i = i < RatioLeaf::room ? ~std::uint64_t{0} << i : 0;
  if ((vacant & from_i) != 0) {
    for (int j = lowest_bit(vacant & from_i); j > i; --j) move(t, leaf, j - 1, j);
    t.members[leaf] |= std::uint64_t{1} << lowest_bit(vacant & from_i);
    return i;
  }
  FAIRSLOT_ASSERT(vacant != 0);
  int const free = highest_bit(vacant);
  for (int j = free; j < i - 1; ++j) move(t, leaf, j + 1, j);
  t.members[leaf] |= std::uint64_t{1} << free;
  return i - 1;
}

/// has_spare() is true.
FAIRSLOT_FUNCTION inline void insert(RatioOrder& t, Key key, Room room) {
  int at = last_up_to(t, key);
  if (members_at(t, at) == ~std::uint64_t{0}) {
    split(t, at);
    at = last_up_to(t, key);
  }
  RatioLeaf const& leaf = leaf_at(t, at);
  std::uint64_t lower = members_at(t, at) & below(leaf, key.ratio);
  std::uint64_t const upper = members_at(t, at) ^ lower;
  if (upper != 0 && leaf.ratio[lowest_bit(upper)] == key.ratio)
    lower = members_at(t, at) & up_to(leaf, key);
  int i = lower == 0 ? 0 : highest_bit(lower) + 1;
  i = make_place(t, t.leaf[at], i);
  put(t, t.leaf[at], i, key, room);
  t.most_base[at] = greater(t.most_base[at], room.base);
  t.most_other[at] = greater(t.most_other[at], room.other);
  t.kinds[at] |= room.kinds;
}

FAIRSLOT_FUNCTION inline void remove(RatioOrder& t, std::int32_t server) {
  std::int32_t const at = t.where[server];
  if (at < 0) return;
  t.members[at / RatioLeaf::room] &= ~(std::uint64_t{1} << (at % RatioLeaf::room));
  t.where[server] = -1;
}

}  // namespace ratio_order
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
