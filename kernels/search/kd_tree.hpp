/// The part of the k-d index (kd_index.hpp) that is about where servers are: leaves, their seats
/// and summaries, and the tree that leads to them.
#pragma once

#include "kernels/search/kd_boxes.hpp"
#include "kernels/state/kd.hpp"

namespace fairslot {

/// Measured or bound.
template <class A>
void lay_out(A& arena, ProblemView const& p, int k, KdIndex& x) {
  auto const servers = static_cast<std::size_t>(p.servers);
  // A leaf begins with at least a quarter of its servers, a group with half of its leaves.
  std::size_t const leaves = (4 * servers + kd_stocks) / kd_leaf + 2, groups = leaves / 8 + 2;
  auto const resources = static_cast<std::size_t>(k);
  std::size_t const leaf_bytes = 4 * kd_leaf * resources + (kd_leaf * resources + 63) / 64 * 64;
  std::size_t const box_bytes = 128 * (resources - 1) + 64 * ((resources + 3) / 4);
  x.leaf_capacity = static_cast<std::int32_t>(leaves);
  x.place = arena.template take<std::int32_t>(servers);
  x.leaf = arena.template take<char>(leaf_bytes * leaves);
  x.size = arena.template take<std::int32_t>(leaves);
  x.seat = arena.template take<std::int32_t>(leaves);
  x.fork = arena.template take<KdFork>(leaves);
  x.leaf_at = arena.template take<std::int32_t>(16 * groups);
  x.wide = arena.template take<std::uint8_t>(16 * groups);
  x.seated = arena.template take<std::int32_t>(groups);
  x.group_wide = arena.template take<std::uint8_t>(groups);
  x.leaf_boxes = arena.template take<char>(box_bytes * groups);
  x.group_boxes = arena.template take<char>(box_bytes * (groups / 16 + 1));
  x.bound = arena.template take<float>(groups + 16);
  x.item = arena.template take<char>(kd_item_bytes(k) * servers);
  auto const types = static_cast<std::size_t>(p.types);
  std::size_t const stocks = types < kd_stocks ? types : kd_stocks;
  x.stock_of = arena.template take<std::int32_t>(types);
  x.stock = arena.template take<std::uint64_t>(stocks * static_cast<std::size_t>(p.words));
  x.stock_first = arena.template take<std::int32_t>(stocks);
  x.stock_size = arena.template take<std::int32_t>(stocks);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace kd_index {

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t out = -1;

template <int K>
struct alignas(64) Leaf {
  Fixed<float[leaf_size], K - 1> ratio;  ///< `far` where there is no server
  std::int32_t server[leaf_size];
  std::uint8_t room[leaf_rows<K>][leaf_size];  ///< residuals as bytes; 0 where there is no server
};

template <int K>
FAIRSLOT_FUNCTION inline Leaf<K>& leaf_of(KdIndex const& x, int leaf) {
  FAIRSLOT_ASSERT(0 <= leaf && leaf < x.leaves);
  static_assert(sizeof(Leaf<K>) == 4 * kd_leaf * K + (kd_leaf * K + 63) / 64 * 64);
  return reinterpret_cast<Leaf<K>*>(x.leaf)[leaf];
}
template <int K>
FAIRSLOT_FUNCTION inline Boxes<K>& leaf_boxes(KdIndex const& x, int group) {
  static_assert(sizeof(Boxes<K>) == 128 * (K - 1) + 64 * ((K + 3) / 4));
  return reinterpret_cast<Boxes<K>*>(x.leaf_boxes)[group];
}
template <int K>
FAIRSLOT_FUNCTION inline Boxes<K>& group_boxes(KdIndex const& x, int block) {
  return reinterpret_cast<Boxes<K>*>(x.group_boxes)[block];
}

/// Ratio j of a server.
template <int K>
FAIRSLOT_FUNCTION inline float ratio_of(ProblemView const& p, RunState const& s, KdIndex const& x,
                                        std::int32_t m, int j) {
  std::int64_t const row = std::int64_t{x.slot} * K + resource(x, j);
  return static_cast<float>(s.servers.ratio[row * p.server_stride + m]);
}

/// Coordinates of the tree: 0 the residual of n, 1 .. K-1 the ratios, K the index.
template <int K>
FAIRSLOT_FUNCTION inline float coordinate(ProblemView const& p, RunState const& s, KdIndex const& x,
                                          std::int32_t m, int c) {
  if (c == K) return static_cast<float>(m);
  if (c > 0) return ratio_of<K>(p, s, x, m, c - 1);
  return static_cast<float>(
      s.servers.residual[static_cast<std::int64_t>(x.n) * p.server_stride + m]);
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_of(ProblemView const& p, RunState const& s,
                                           KdIndex const& x, std::int32_t m) {
  Point<K> point;
  for (int r = 0; r < K; ++r)
    point.room[r] =
        byte_of(s.servers.residual[static_cast<std::int64_t>(r) * p.server_stride + m], x.shift[r]);
  for (int j = 0; j < K - 1; ++j) point.ratio[j] = ratio_of<K>(p, s, x, m, j);
  return point;
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_at(Leaf<K> const& leaf, int i) {
  Point<K> point;
  for (int r = 0; r < K; ++r) point.room[r] = leaf.room[r][i];
  for (int j = 0; j < K - 1; ++j) point.ratio[j] = leaf.ratio[j][i];
  return point;
}

template <int K>
FAIRSLOT_FUNCTION inline void store(KdIndex const& x, int leaf, int i, std::int32_t m,
                                    Point<K> const& point) {
  Leaf<K>& to = leaf_of<K>(x, leaf);
  x.place[m] = leaf * leaf_size + i;
  to.server[i] = m;
  for (int r = 0; r < K; ++r) to.room[r][i] = point.room[r];
  for (int j = 0; j < K - 1; ++j) to.ratio[j][i] = point.ratio[j];
}

/// Bit i: the i-th server of the leaf may have room.
template <int K>
FAIRSLOT_FUNCTION inline std::uint32_t roomy(Leaf<K> const& leaf, Query<K> const& q) {
  static_assert(leaf_size == 32);
  std::uint64_t mask = ~std::uint64_t{0};
  for (int r = 0; r < K; r += 2) mask &= at_least(Bytes::load(leaf.room[r]), q.leaf_need[r / 2]);
  return static_cast<std::uint32_t>(mask & mask >> 32);
}

// ---- Leaves and their seats ----

/// An empty leaf without a seat.
template <int K>
FAIRSLOT_FUNCTION inline int add_leaf(KdIndex& x) {
  FAIRSLOT_ASSERT(x.leaves < x.leaf_capacity);
  int const leaf = x.leaves++;
  x.size[leaf] = 0;
  Leaf<K>& empty = leaf_of<K>(x, leaf);
  for (int r = 0; r < leaf_rows<K>; ++r)
    for (int i = 0; i < leaf_size; ++i) empty.room[r][i] = 0;
  for (int j = 0; j < K - 1; ++j)
    for (int i = 0; i < leaf_size; ++i) empty.ratio[j][i] = far;
  return leaf;
}

template <int K>
FAIRSLOT_FUNCTION inline void append(KdIndex& x, int leaf, std::int32_t m, Point<K> const& point) {
  int const seat = x.seat[leaf], g = seat / fan_out;
  FAIRSLOT_ASSERT(x.size[leaf] < leaf_size && x.leaf_at[seat] == leaf);
  store<K>(x, leaf, x.size[leaf]++, m, point);
  widen<K>(leaf_boxes<K>(x, g), seat % fan_out, point);
  widen<K>(group_boxes<K>(x, g / fan_out), g % fan_out, point);
}

/// Takes the i-th server out of a leaf; the last one takes its place.
template <int K>
FAIRSLOT_FUNCTION inline void remove(KdIndex& x, int leaf, int i) {
  int const last = --x.size[leaf];
  FAIRSLOT_ASSERT(0 <= i && i <= last);
  Leaf<K>& from = leaf_of<K>(x, leaf);
  store<K>(x, leaf, i, from.server[last], point_at<K>(from, last));
  for (int r = 0; r < K; ++r) from.room[r][last] = 0;
  for (int j = 0; j < K - 1; ++j) from.ratio[j][last] = far;
}

/// Makes a leaf's summary as narrow as its servers allow.
template <int K>
FAIRSLOT_FUNCTION inline void narrow(KdIndex& x, int leaf) {
  Leaf<K> const& from = leaf_of<K>(x, leaf);
  int const seat = x.seat[leaf], at = seat % fan_out, size = x.size[leaf];
  Boxes<K>& boxes = leaf_boxes<K>(x, seat / fan_out);
  x.wide[seat] = 0;
  for (int j = 0; j < K - 1; ++j) {
    Floats low = Floats::all(far), high = Floats::all(-far);
    for (int i = 0; i < size; i += Floats::size) {
      std::uint32_t const there = size - i >= Floats::size ? 0xffff : (1u << (size - i)) - 1;
      Floats const some = Floats::load(from.ratio[j] + i);
      low = select(there, lesser(some, low), low);
      high = select(there, greater(some, high), high);
    }
    boxes.low[j][at] = least(low);
    boxes.high[j][at] = greatest(high);
  }
  for (int r = 0; r < K; ++r) boxes.most[r][at] = greatest_byte<leaf_size>(from.room[r]);
}

template <int K>
FAIRSLOT_FUNCTION inline void narrow_group(KdIndex& x, int g) {
  int const first = g * fan_out;
  for (int i = first; i < first + x.seated[g]; ++i)
    if (x.wide[i]) narrow<K>(x, x.leaf_at[i]);
  unite<K>(leaf_boxes<K>(x, g), group_boxes<K>(x, g / fan_out), g % fan_out);
  x.group_wide[g] = 0;
}

template <int K>
FAIRSLOT_FUNCTION inline int add_group(KdIndex& x) {
  int const g = x.groups++;
  x.seated[g] = 0;
  x.group_wide[g] = 0;
  for (int i = 0; i < fan_out; ++i) clear<K>(leaf_boxes<K>(x, g), i);
  if (g % fan_out == 0)
    for (int i = 0; i < fan_out; ++i) clear<K>(group_boxes<K>(x, g / fan_out), i);
  return g;
}

template <int K>
FAIRSLOT_FUNCTION inline void move_seat(KdIndex& x, int from, int to) {
  x.leaf_at[to] = x.leaf_at[from];
  x.seat[x.leaf_at[to]] = to;
  x.wide[to] = x.wide[from];
  copy<K>(leaf_boxes<K>(x, from / fan_out), from % fan_out, leaf_boxes<K>(x, to / fan_out),
          to % fan_out);
}

template <int K>
FAIRSLOT_FUNCTION inline void part_group(KdIndex& x, int g) {
  constexpr int half = fan_out / 2;
  int const other = add_group<K>(x);
  for (int i = 0; i < half; ++i) {
    move_seat<K>(x, g * fan_out + half + i, other * fan_out + i);
    clear<K>(leaf_boxes<K>(x, g), half + i);
  }
  x.seated[g] = x.seated[other] = half;
  narrow_group<K>(x, g);
  narrow_group<K>(x, other);
}

/// Gives `leaf` the seat after that of `neighbour`.
template <int K>
FAIRSLOT_FUNCTION inline void take_seat(KdIndex& x, int leaf, int neighbour) {
  int g = x.seat[neighbour] / fan_out;
  if (x.seated[g] == fan_out) part_group<K>(x, g);
  g = x.seat[neighbour] / fan_out;
  int const seat = x.seat[neighbour] + 1;
  for (int i = g * fan_out + x.seated[g]; i > seat; --i) move_seat<K>(x, i - 1, i);
  ++x.seated[g];
  x.leaf_at[seat] = leaf;
  x.seat[leaf] = seat;
  narrow<K>(x, leaf);
}

// ---- The tree ----

/// The median of a full leaf along a coordinate, or the nearest value that parts it; false where a
/// side would have less than a quarter.
template <int K>
FAIRSLOT_FUNCTION inline bool median(ProblemView const& p, RunState const& s, KdIndex const& x,
                                     int leaf, int c, float& at) {
  float sorted[leaf_size];
  for (int n = 0; n < leaf_size; ++n) {
    float const value = coordinate<K>(p, s, x, leaf_of<K>(x, leaf).server[n], c);
    int i = n;
    for (; i > 0 && sorted[i - 1] > value; --i) sorted[i] = sorted[i - 1];
    sorted[i] = value;
  }
  for (int off = 0; off <= leaf_size / 4; ++off)
    for (int i = leaf_size / 2 - off; i <= leaf_size / 2 + off; i += off > 0 ? 2 * off : 1)
      if (sorted[i - 1] < sorted[i]) {
        at = sorted[i];
        return true;
      }
  return false;
}

inline constexpr int residual_levels = 2;  ///< forks near the root are by the residual

template <int K>
FAIRSLOT_FUNCTION inline int widest(float const* range) {
  int c = 0;
  for (int other = 1; other <= K; ++other)
    if (range[other] > range[c]) c = other;
  return c;
}

/// Where to part a full leaf: the residual near the root, then the ratio of the widest range; what
/// is equal in all of them, by index.
template <int K>
FAIRSLOT_FUNCTION inline void choose_cut(ProblemView const& p, RunState const& s, KdIndex const& x,
                                         int leaf, int depth, KdFork& fork) {
  Fixed<float, K + 1> range;
  range[0] = depth < residual_levels ? far : 0.0f;
  Boxes<K> const& boxes = leaf_boxes<K>(x, x.seat[leaf] / fan_out);
  int const at = x.seat[leaf] % fan_out;
  for (int j = 0; j < K - 1; ++j) range[1 + j] = boxes.high[j][at] - boxes.low[j][at];
  range[K] = -1.0f;
  for (;;) {
    int const c = fork.coordinate = widest<K>(range);
    if (median<K>(p, s, x, leaf, c, fork.at)) return;
    range[c] = -2.0f;
  }
}

/// Parts a full leaf; `link` is what points to it in the tree.
template <int K>
FAIRSLOT_FUNCTION inline void part_leaf(ProblemView const& p, RunState const& s, KdIndex& x,
                                        std::int32_t* link, int depth) {
  int const leaf = ~*link, other = add_leaf<K>(x);
  narrow<K>(x, leaf);
  take_seat<K>(x, other, leaf);
  FAIRSLOT_ASSERT(x.forks < x.leaf_capacity);
  KdFork& fork = x.fork[x.forks];
  choose_cut<K>(p, s, x, leaf, depth, fork);
  fork.child[0] = ~leaf;
  fork.child[1] = ~other;
  *link = x.forks++;
  for (int i = leaf_size - 1; i >= 0; --i) {
    std::int32_t const m = leaf_of<K>(x, leaf).server[i];
    if (!(coordinate<K>(p, s, x, m, fork.coordinate) >= fork.at)) continue;
    Point<K> const point = point_at<K>(leaf_of<K>(x, leaf), i);
    remove<K>(x, leaf, i);
    append<K>(x, other, m, point);
  }
  narrow<K>(x, leaf);
}

template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, KdIndex& x);

/// Puts a server into its leaf.
template <int K>
FAIRSLOT_FUNCTION inline void insert(ProblemView const& p, RunState const& s, KdIndex& x,
                                     std::int32_t m, Point<K> const& point) {
  Fixed<float, K + 1> c;
  for (int i = 0; i <= K; ++i) c[i] = coordinate<K>(p, s, x, m, i);
  std::int32_t* link = &x.root;
  int depth = 0;
  for (;;) {
    for (; *link >= 0; ++depth) {
      KdFork& fork = x.fork[*link];
      link = &fork.child[c[fork.coordinate] >= fork.at];
    }
    if (x.size[~*link] < leaf_size) return append<K>(x, ~*link, m, point);
    if (x.leaves == x.leaf_limit) return rebuild<K>(p, s, x);
    part_leaf<K>(p, s, x, link, depth);
  }
}

}  // namespace kd_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
