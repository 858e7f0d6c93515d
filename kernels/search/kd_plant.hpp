/// The part of the k-d index (kd_index.hpp) that makes a tree of many servers at once: they are
/// parted at quantiles of samples, so that all leaves are about equally full.
#pragma once

#include "kernels/search/kd_tree.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace kd_index {

inline constexpr int least_planted = 8, planted = 24;  ///< servers of a new leaf

/// A server on its way to a leaf.
template <int K>
struct Item {
  Fixed<float, K + 1> coordinate;
  Fixed<std::uint8_t, K> room;
  std::int32_t server;
};

template <int K>
FAIRSLOT_FUNCTION inline Item<K>* items(KdIndex const& x) {
  static_assert(sizeof(Item<K>) == kd_item_bytes(K));
  return reinterpret_cast<Item<K>*>(x.item);
}

template <int K>
FAIRSLOT_FUNCTION inline Item<K> item_of(ProblemView const& p, RunState const& s, KdIndex const& x,
                                         std::int32_t m, Point<K> const& point) {
  Item<K> item;
  item.server = m;
  for (int r = 0; r < K; ++r) item.room[r] = point.room[r];
  item.coordinate[0] = coordinate<K>(p, s, x, m, 0);
  for (int j = 0; j < K - 1; ++j) item.coordinate[1 + j] = point.ratio[j];
  item.coordinate[K] = coordinate<K>(p, s, x, m, K);
  return item;
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_of(Item<K> const& item) {
  Point<K> point;
  for (int r = 0; r < K; ++r) point.room[r] = item.room[r];
  for (int j = 0; j < K - 1; ++j) point.ratio[j] = item.coordinate[1 + j];
  return point;
}

/// Some of n items, evenly spread, sorted by a coordinate.
struct Sample {
  static constexpr int most = 32;
  float value[most];
  int size = 0;

  template <int K>
  FAIRSLOT_FUNCTION Sample(Item<K> const* item, int n, int c) {
    int const step = (n + most - 1) / most;
    for (int at = step / 2; at < n; at += step) {
      float const next = item[at].coordinate[c];
      int i = size++;
      for (; i > 0 && value[i - 1] > next; --i) value[i] = value[i - 1];
      value[i] = next;
    }
  }
};

/// Moves the items of less than `at` to the left: how many these are.
template <int K>
FAIRSLOT_FUNCTION inline int part_items(Item<K>* item, int n, int c, float at) {
  int left = 0;
  for (int i = 0; i < n; ++i) {
    Item<K> const other = item[i];
    item[i] = item[left];
    item[left] = other;
    left += static_cast<int>(other.coordinate[c] < at);
  }
  return left;
}

/// Parts n items, about k to the left: how many went there. The cut is through the residual near
/// the root, then through the ratio of the widest range; what is equal in all of them, by index.
template <int K>
FAIRSLOT_FUNCTION inline int cut_items(Item<K>* item, int n, int k, int depth, KdFork& fork) {
  Fixed<float, K + 1> range;
  range[0] = depth < residual_levels ? far : 0.0f;
  range[K] = -1.0f;
  int const step = n / 16 + 1;
  for (int c = 1; c < K; ++c) {
    float low = far, high = -far;
    for (int i = 0; i < n; i += step) {
      float const ratio = item[i].coordinate[c];
      low = ratio < low ? ratio : low;
      high = ratio > high ? ratio : high;
    }
    range[c] = high - low;
  }
  for (;;) {
    int const c = fork.coordinate = widest<K>(range);
    Sample const sample(item, n, c);
    int const rank = k * sample.size / n;
    fork.at = sample.value[rank > 0 ? rank : 1];
    int const left = part_items<K>(item, n, c, fork.at);
    if (c == K || (left > k / 2 && n - left >= least_planted)) return left;
    range[c] = -2.0f;
  }
}

/// Into a new leaf with the next seat.
template <int K>
FAIRSLOT_FUNCTION inline int plant_leaf(KdIndex& x, Item<K> const* item, int n) {
  int const leaf = add_leaf<K>(x);
  if (x.groups == 0 || x.seated[x.groups - 1] == fan_out) add_group<K>(x);
  int const g = x.groups - 1, seat = g * fan_out + x.seated[g]++;
  x.seat[leaf] = seat;
  x.leaf_at[seat] = leaf;
  for (int i = 0; i < n; ++i) store<K>(x, leaf, i, item[i].server, point_of<K>(item[i]));
  x.size[leaf] = n;
  narrow<K>(x, leaf);
  return leaf;
}

/// Makes the part of the tree that holds n items; the link to it.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t plant(KdIndex& x, Item<K>* item, int n, int depth) {
  if (n <= planted) return ~plant_leaf<K>(x, item, n);
  std::int32_t const link = x.forks++;
  KdFork& fork = x.fork[link];
  int const leaves = (n + planted - 1) / planted;
  int const left = cut_items<K>(item, n, leaves / 2 * n / leaves, depth, fork);
  fork.child[0] = plant<K>(x, item, left, depth + 1);
  fork.child[1] = plant<K>(x, item + left, n - left, depth + 1);
  return link;
}

/// Makes the tree of the first n items.
template <int K>
FAIRSLOT_FUNCTION inline void plant_all(KdIndex& x, int n) {
  x.forks = x.groups = 0;
  x.leaves = kd_stocks / leaf_size;  // no leaves of the tree: these places are the stocks
  x.root = plant<K>(x, items<K>(x), n, 0);
  for (int g = 0; g < x.groups; ++g) narrow_group<K>(x, g);
  int const most = 2 * x.leaves + fan_out;
  x.leaf_limit = most < x.leaf_capacity ? most : x.leaf_capacity;
}

}  // namespace kd_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
