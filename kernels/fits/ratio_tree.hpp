/// The servers in ascending order of (ratio, server), in leaves of up to 64 that are unordered
/// inside; up to 16 leaves make a group. Leaves and groups keep the greatest residual of each
/// resource, and a lower key: <= their members' keys, > those of all members to the left.
#pragma once

#include "kernels/fits/ratio_state.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot {

template <class A>
void lay_out(A& arena, int servers, RatioTree& t) {
  // Twice what a tree that has only grown has at most.
  t.leaf_capacity = 2 * (servers / RatioLeaf::thin) + 16;
  t.group_capacity = (t.leaf_capacity / 8 + 16) / 16 * 16;
  t.where = arena.template take<std::int32_t>(servers);
  t.leaves = arena.template take<RatioLeaf>(t.leaf_capacity);
  t.groups = arena.template take<RatioGroup>(t.group_capacity);
  t.free_leaf = arena.template take<std::int32_t>(t.leaf_capacity);
  t.lower_ratio = arena.template take<double>(t.group_capacity);
  t.lower_server = arena.template take<std::int32_t>(t.group_capacity);
  t.most_base = arena.template take<std::int32_t>(t.group_capacity);
  t.most_other = arena.template take<std::int32_t>(t.group_capacity);
  t.child = arena.template take<std::int32_t>(t.group_capacity);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::ratio_tree {

using lanes::Doubles;
using lanes::Ints;

inline constexpr int fan = RatioGroup::fan;
inline constexpr double infinite = __builtin_huge_val();

/// Servers are ordered by ratio, then number.
struct Key {
  double ratio;
  std::int32_t server;

  FAIRSLOT_FUNCTION bool before(Key const& other) const {
    return ratio < other.ratio || (ratio == other.ratio && server < other.server);
  }
};

/// Residuals, or a demand.
struct Room {
  std::int32_t base, other;
};

// A level: the tree's groups, or a group's leaves.

template <class Level>
FAIRSLOT_FUNCTION inline Key lower(Level const& l, int i) {
  return {l.lower_ratio[i], l.lower_server[i]};
}
template <class Level>
FAIRSLOT_FUNCTION inline void set(Level& l, int i, Key key, Room most, int child) {
  l.lower_ratio[i] = key.ratio;
  l.lower_server[i] = key.server;
  l.most_base[i] = most.base;
  l.most_other[i] = most.other;
  l.child[i] = child;
}
template <class From, class To>
FAIRSLOT_FUNCTION inline void copy(From const& from, int i, To& to, int j) {
  set(to, j, lower(from, i), {from.most_base[i], from.most_other[i]}, from.child[i]);
}
template <class Level>
FAIRSLOT_FUNCTION inline void open_gap(Level& l, int i) {
  for (int j = l.size++; j > i; --j) copy(l, j - 1, l, j);
}
/// Takes child i out; its number stays behind the last one.
template <class Level>
FAIRSLOT_FUNCTION inline void close_gap(Level& l, int i) {
  std::int32_t const child = l.child[i];
  for (int last = --l.size; i < last; ++i) copy(l, i + 1, l, i);
  set(l, l.size, {infinite, 0}, {-1, -1}, child);
}

/// How many of the first n children have lower ratios < ratio.
template <class Level>
FAIRSLOT_FUNCTION inline int count_below(Level const& l, int n, double ratio) {
  int first = 0;
  for (int blocks = (n + 15) / 16; blocks > 1;) {
    int const half = blocks / 2;
    first += l.lower_ratio[first + 16 * half] < ratio ? 16 * half : 0;
    blocks -= half;
  }
  Doubles const bound = Doubles::all(ratio);
  auto const below = less(Doubles::load(l.lower_ratio + first), bound) |
                     less(Doubles::load(l.lower_ratio + first + 8), bound) << 8;
  return first + static_cast<int>(bits_set(below));
}
/// How many of the first n children have lower keys <= key.
template <class Level>
FAIRSLOT_FUNCTION inline int count_up_to(Level const& l, int n, Key key) {
  int count = count_below(l, n, key.ratio);
  while (count < n && l.lower_ratio[count] == key.ratio && l.lower_server[count] <= key.server)
    ++count;
  return count;
}

/// Bit j: child i + j may have room for the demand, 16 children.
template <class Level>
FAIRSLOT_FUNCTION inline std::uint32_t roomy(Level const& l, int i, Room need) {
  return static_cast<std::uint32_t>(at_least(Ints::load(l.most_base + i), Ints::all(need.base)) &
                                    at_least(Ints::load(l.most_other + i), Ints::all(need.other)));
}
/// The first such child from `first` on, n where there is none.
template <class Level>
FAIRSLOT_FUNCTION inline int roomy_from(Level const& l, int first, int n, Room need) {
  std::uint32_t keep = ~0u << first % 16;
  for (int i = first / 16 * 16; i < n; i += 16, keep = ~0u)
    if (std::uint32_t const mask = roomy(l, i, need) & keep; mask != 0) return i + lowest_bit(mask);
  return n;
}
/// The last such child up to `last`, -1 where there is none.
template <class Level>
FAIRSLOT_FUNCTION inline int roomy_until(Level const& l, int last, Room need) {
  if (last < 0) return -1;
  std::uint32_t keep = (2u << last % 16) - 1;
  for (int i = last / 16 * 16; i >= 0; i -= 16, keep = ~0u)
    if (std::uint32_t const mask = roomy(l, i, need) & keep; mask != 0)
      return i + highest_bit(mask);
  return -1;
}

/// The greatest residuals of n (a multiple of 16) children or members.
FAIRSLOT_FUNCTION inline Room greatest(std::int32_t const* base, std::int32_t const* other, int n) {
  Ints a = Ints::load(base), b = Ints::load(other);
  for (int i = 16; i < n; i += 16) {
    a = greater(a, Ints::load(base + i));
    b = greater(b, Ints::load(other + i));
  }
  return {greatest(a), greatest(b)};
}

// Places.

/// A leaf by its place in the order; may be one before the first or behind the last of a group.
struct Place {
  int top, slot;

  FAIRSLOT_FUNCTION Place next() const { return {top, slot + 1}; }
  FAIRSLOT_FUNCTION Place previous() const { return {top, slot - 1}; }
  FAIRSLOT_FUNCTION bool before(Place const& other) const {
    return top < other.top || (top == other.top && slot < other.slot);
  }
};

FAIRSLOT_FUNCTION inline RatioGroup& group_at(RatioTree const& t, Place at) {
  return t.groups[t.child[at.top]];
}
FAIRSLOT_FUNCTION inline RatioLeaf& leaf_at(RatioTree const& t, Place at) {
  return t.leaves[group_at(t, at).child[at.slot]];
}
FAIRSLOT_FUNCTION inline Key lower(RatioTree const& t, Place at) {
  return lower(group_at(t, at), at.slot);
}
/// No member's ratio is above.
FAIRSLOT_FUNCTION inline double upper_ratio(RatioTree const& t, Place at) {
  RatioGroup const& group = group_at(t, at);
  if (at.slot + 1 < group.size) return group.lower_ratio[at.slot + 1];
  return at.top + 1 < t.size ? t.lower_ratio[at.top + 1] : infinite;
}

/// The last leaf whose lower ratio is < ratio.
FAIRSLOT_FUNCTION inline Place last_below(RatioTree const& t, double ratio) {
  int const top = count_below(t, t.size, ratio) - 1;
  return {top, count_below(t.groups[t.child[top]], fan, ratio) - 1};
}
/// The last leaf whose lower key is <= key.
FAIRSLOT_FUNCTION inline Place last_up_to(RatioTree const& t, Key key) {
  int const top = count_up_to(t, t.size, key) - 1;
  return {top, count_up_to(t.groups[t.child[top]], fan, key) - 1};
}

/// The first leaf from `at` on that may have room; top = size where there is none.
FAIRSLOT_FUNCTION inline Place rightward(RatioTree const& t, Place at, Room need) {
  while (at.top < t.size) {
    at.slot = roomy_from(group_at(t, at), at.slot, fan, need);
    if (at.slot < fan) return at;
    at = {roomy_from(t, at.top + 1, t.size, need), 0};
  }
  return at;
}
/// The last leaf up to `at` that may have room; top = -1 where there is none.
FAIRSLOT_FUNCTION inline Place leftward(RatioTree const& t, Place at, Room need) {
  while (at.top >= 0) {
    at.slot = roomy_until(group_at(t, at), at.slot, need);
    if (at.slot >= 0) return at;
    at = {roomy_until(t, at.top - 1, need), fan - 1};
  }
  return at;
}

// Upkeep.

FAIRSLOT_FUNCTION inline void number_groups(RatioTree& t, int from) {
  for (int i = from; i < t.size; ++i) t.groups[t.child[i]].place = i;
}
FAIRSLOT_FUNCTION inline void number_leaves(RatioTree& t, int group, int from) {
  for (int i = from; i < t.groups[group].size; ++i) {
    RatioLeaf& leaf = t.leaves[t.groups[group].child[i]];
    leaf.group = group;
    leaf.slot = i;
  }
}
FAIRSLOT_FUNCTION inline void summarize(RatioTree& t, RatioGroup const& group) {
  Room const most = greatest(group.most_base, group.most_other, fan);
  t.most_base[group.place] = most.base;
  t.most_other[group.place] = most.other;
}
FAIRSLOT_FUNCTION inline void summarize(RatioTree& t, RatioLeaf const& leaf) {
  Room const most = greatest(leaf.base, leaf.other, RatioLeaf::room);
  RatioGroup& group = t.groups[leaf.group];
  group.most_base[leaf.slot] = most.base;
  group.most_other[leaf.slot] = most.other;
  summarize(t, group);
}

FAIRSLOT_FUNCTION inline Key key_of(RatioLeaf const& leaf, int i) {
  return {leaf.ratio[i], leaf.server[i]};
}
FAIRSLOT_FUNCTION inline Room room_of(RatioLeaf const& leaf, int i) {
  return {leaf.base[i], leaf.other[i]};
}
/// Bit i: member i has room for the demand.
FAIRSLOT_FUNCTION inline std::uint64_t roomy(RatioLeaf const& leaf, Room need) {
  Ints const base = Ints::all(need.base), other = Ints::all(need.other);
  std::uint64_t mask = 0;
  for (int i = 0; i < RatioLeaf::room; i += 16)
    mask |= static_cast<std::uint64_t>(at_least(Ints::load(leaf.base + i), base) &
                                       at_least(Ints::load(leaf.other + i), other))
            << i;
  return mask;
}
FAIRSLOT_FUNCTION inline void put(RatioTree& t, RatioLeaf& leaf, int i, Key key, Room room) {
  leaf.base[i] = room.base;
  leaf.other[i] = room.other;
  leaf.ratio[i] = key.ratio;
  leaf.server[i] = key.server;
  t.where[key.server] = static_cast<std::int32_t>(&leaf - t.leaves) * RatioLeaf::room + i;
}
FAIRSLOT_FUNCTION inline void empty(RatioLeaf& leaf, int from = 0) {
  leaf.size = from;
  for (int i = from; i < RatioLeaf::room; ++i) leaf.base[i] = leaf.other[i] = -1;
}
FAIRSLOT_FUNCTION inline void empty(RatioGroup& group) {
  for (group.size = fan; group.size > 0;) close_gap(group, group.size - 1);
}

FAIRSLOT_FUNCTION inline void clear(RatioTree& t, int servers) {
  for (int m = 0; m < servers; ++m) t.where[m] = -1;
  for (int i = 0; i < t.leaf_capacity; ++i) t.free_leaf[i] = t.leaf_capacity - 1 - i;
  for (int i = 0; i < t.group_capacity; ++i) set(t, i, {infinite, 0}, {-1, -1}, i);
  t.free_leaves = t.leaf_capacity - 1;
  t.size = 1;
  t.lower_ratio[0] = -infinite;
  empty(t.leaves[0]);
  empty(t.groups[0]);
  t.groups[0].size = 1;
  set(t.groups[0], 0, lower(t, 0), {-1, -1}, 0);
  number_groups(t, 0);
  number_leaves(t, 0, 0);
}

/// Moves the upper half of a full group into a new one.
FAIRSLOT_FUNCTION inline void split(RatioTree& t, RatioGroup& group) {
  int const fresh = t.child[t.size], at = group.place + 1;
  RatioGroup& high = t.groups[fresh];
  empty(high);
  for (int i = fan / 2; i < fan; ++i) copy(group, i, high, high.size++);
  while (group.size > fan / 2) close_gap(group, group.size - 1);
  open_gap(t, at);
  set(t, at, lower(high, 0), {-1, -1}, fresh);
  number_groups(t, at);
  number_leaves(t, fresh, 0);
  summarize(t, group);
  summarize(t, high);
}

/// A member near the median.
FAIRSLOT_FUNCTION inline Key pivot(RatioLeaf const& leaf) {
  for (int i = RatioLeaf::room / 2;; i = (i + 1) % RatioLeaf::room) {
    Key const key = key_of(leaf, i);
    int rank = 0;
    for (int j = 0; j < RatioLeaf::room; ++j) rank += key_of(leaf, j).before(key);
    if (rank >= RatioLeaf::thin && rank <= RatioLeaf::room - RatioLeaf::thin) return key;
  }
}

/// Moves the upper half of a full leaf into a new one.
FAIRSLOT_FUNCTION inline void split(RatioTree& t, RatioLeaf& leaf) {
  if (t.groups[leaf.group].size == fan) split(t, t.groups[leaf.group]);
  int const fresh = t.free_leaf[--t.free_leaves], at = leaf.slot + 1;
  RatioLeaf& high = t.leaves[fresh];
  Key const middle = pivot(leaf);
  empty(high);
  leaf.size = 0;
  for (int i = 0; i < RatioLeaf::room; ++i) {
    RatioLeaf& half = key_of(leaf, i).before(middle) ? leaf : high;
    put(t, half, half.size++, key_of(leaf, i), room_of(leaf, i));
  }
  empty(leaf, leaf.size);
  open_gap(t.groups[leaf.group], at);
  set(t.groups[leaf.group], at, middle, {-1, -1}, fresh);
  number_leaves(t, leaf.group, at);
  summarize(t, leaf);
  summarize(t, high);
}

/// Moves the leaves of the group at place + 1 into the one at place.
FAIRSLOT_FUNCTION inline void merge_groups(RatioTree& t, int place) {
  RatioGroup& low = t.groups[t.child[place]];
  RatioGroup const& high = t.groups[t.child[place + 1]];
  int const old = low.size;
  for (int i = 0; i < high.size; ++i) copy(high, i, low, low.size++);
  number_leaves(t, t.child[place], old);
  close_gap(t, place + 1);
  number_groups(t, place + 1);
  summarize(t, low);
}

/// Moves the members of the leaf at slot + 1 into the one at slot.
FAIRSLOT_FUNCTION inline void merge_leaves(RatioTree& t, RatioGroup& group, int slot) {
  RatioLeaf& low = t.leaves[group.child[slot]];
  RatioLeaf const& high = t.leaves[group.child[slot + 1]];
  for (int i = 0; i < high.size; ++i) put(t, low, low.size++, key_of(high, i), room_of(high, i));
  t.free_leaf[t.free_leaves++] = group.child[slot + 1];
  close_gap(group, slot + 1);
  number_leaves(t, low.group, slot + 1);
  summarize(t, low);
}

/// Merges what is thin with a neighbour that has little.
FAIRSLOT_FUNCTION inline void tidy(RatioTree& t, RatioGroup const& group) {
  if (group.size >= RatioGroup::thin) return;
  auto const small = [&](int i) {
    return i >= 0 && i + 1 < t.size &&
           t.groups[t.child[i]].size + t.groups[t.child[i + 1]].size <= 2 * RatioGroup::thin;
  };
  if (small(group.place)) return merge_groups(t, group.place);
  if (small(group.place - 1)) return merge_groups(t, group.place - 1);
}
FAIRSLOT_FUNCTION inline void tidy(RatioTree& t, RatioLeaf const& leaf) {
  if (leaf.size >= RatioLeaf::thin) return;
  RatioGroup& group = t.groups[leaf.group];
  auto const small = [&](int i) {
    return i >= 0 && i + 1 < group.size &&
           t.leaves[group.child[i]].size + t.leaves[group.child[i + 1]].size <= 2 * RatioLeaf::thin;
  };
  int const slot = small(leaf.slot) ? leaf.slot : leaf.slot - 1;
  if (!small(slot)) return;
  merge_leaves(t, group, slot);
  tidy(t, group);
}

// Changes.

/// Room for one more leaf and group, which is all that an insertion takes.
FAIRSLOT_FUNCTION inline bool has_spare(RatioTree const& t) {
  return t.free_leaves > 0 && t.size < t.group_capacity;
}

FAIRSLOT_FUNCTION inline void insert(RatioTree& t, Key key, Room room) {
  Place at = last_up_to(t, key);
  if (leaf_at(t, at).size == RatioLeaf::room) {
    split(t, leaf_at(t, at));
    at = last_up_to(t, key);
  }
  RatioLeaf& leaf = leaf_at(t, at);
  put(t, leaf, leaf.size++, key, room);
  auto const raise = [](std::int32_t& most, std::int32_t value) {
    most = most < value ? value : most;
  };
  RatioGroup& group = group_at(t, at);
  raise(group.most_base[at.slot], room.base);
  raise(group.most_other[at.slot], room.other);
  raise(t.most_base[at.top], room.base);
  raise(t.most_other[at.top], room.other);
}

FAIRSLOT_FUNCTION inline void remove(RatioTree& t, std::int32_t server) {
  std::int32_t const at = t.where[server];
  if (at < 0) return;
  RatioLeaf& leaf = t.leaves[at / RatioLeaf::room];
  int const i = at % RatioLeaf::room, last = --leaf.size;
  Room const was = room_of(leaf, i);
  put(t, leaf, i, key_of(leaf, last), room_of(leaf, last));
  leaf.base[last] = leaf.other[last] = -1;
  t.where[server] = -1;
  RatioGroup const& group = t.groups[leaf.group];
  if (was.base == group.most_base[leaf.slot] || was.other == group.most_other[leaf.slot])
    summarize(t, leaf);
  tidy(t, leaf);
}

}  // namespace fairslot::inline FAIRSLOT_ISA::ratio_tree
