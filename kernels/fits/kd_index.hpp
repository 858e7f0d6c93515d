/// An index over the servers that answers best-fit queries of one reference resource n, any K.
///
/// Touched servers lie in leaves of at most 64, the cells of a k-d tree over (residual of n,
/// ratios, index). A full leaf is parted at a median; nothing is merged, the tree is made anew when
/// leaves have become many. Leaves have seats in groups of 16, in tree order, a full group is
/// parted in two, as in a B+ tree. Leaves and groups are summarized side by side (kd_boxes.hpp). A
/// query goes through the groups and their leaves in the order of their bounds, as long as these do
/// not exceed the best score; inside a leaf residuals are compared as integers and scores computed
/// as everywhere else. Sets with the bound of the best score are visited, too: they may hold a
/// lower index.
///
/// Two kinds of servers are kept out: those with no room for any class served, and the untouched
/// ones of frequent types, which wait in a bitset a type. So an empty cluster is as many servers as
/// types.
///
/// For K = 1 all scores are 0, and the first server with room is looked for in place.
#pragma once

#include "kernels/fits/kd_boxes.hpp"
#include "kernels/phases/servers.hpp"
#include "kernels/primitives/simd.hpp"

namespace fairslot {

/// Measured or bound.
template <class A>
void lay_out(A& arena, ProblemView const& p, int k, KdIndex& x) {
  constexpr int leaf = 64, most_pools = 64;
  bool const plain = k == 1;
  auto const servers = static_cast<std::size_t>(plain ? 0 : p.servers);
  // A leaf begins with 16 servers, a group with 8 leaves.
  std::size_t const leaves = servers / 16 + 2, groups = leaves / 8 + 2;
  x.leaf_capacity = static_cast<std::int32_t>(leaves);
  x.place = arena.template take<std::int32_t>(servers);
  x.server = arena.template take<std::int32_t>(leaf * leaves);
  x.residual = arena.template take<std::int32_t>(leaf * leaves * k);
  x.ratio = arena.template take<double>(leaf * leaves * (k - 1));
  x.size = arena.template take<std::int32_t>(leaves);
  x.seat = arena.template take<std::int32_t>(leaves);
  x.fork = arena.template take<KdFork>(leaves);
  x.leaf_at = arena.template take<std::int32_t>(16 * groups);
  x.seated = arena.template take<std::int32_t>(groups);
  x.wide = arena.template take<std::uint8_t>(16 * groups);
  x.group_wide = arena.template take<std::uint8_t>(groups);
  lay_out(arena, k, static_cast<int>(16 * groups), x.leaf_boxes);
  lay_out(arena, k, static_cast<int>(groups), x.group_boxes);
  x.bound = arena.template take<float>(static_cast<std::size_t>(x.group_boxes.stride));
  std::size_t const pools = plain ? 0 : (p.types < most_pools ? p.types : most_pools);
  x.pool_of = arena.template take<std::int32_t>(p.types);
  x.pool = arena.template take<std::uint64_t>(pools * p.words);
  x.pool_first = arena.template take<std::int32_t>(pools);
  x.pool_size = arena.template take<std::int32_t>(pools);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::kd_index {

using best_fit::Best;

inline constexpr int leaf_size = 64;
inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t out = -1;
inline constexpr double infinite = __builtin_inf();

/// The resource of ratio j: all but the reference, ascending.
FAIRSLOT_FUNCTION inline int resource(KdIndex const& x, int j) { return j + (j >= x.n); }

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t* residuals(KdIndex const& x, int leaf) {
  return x.residual + static_cast<std::int64_t>(leaf) * K * leaf_size;
}
template <int K>
FAIRSLOT_FUNCTION inline double* ratios(KdIndex const& x, int leaf) {
  return x.ratio + static_cast<std::int64_t>(leaf) * (K - 1) * leaf_size;
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_of(ProblemView const& p, RunState const& s,
                                           KdIndex const& x, int m) {
  Point<K> point;
  std::int64_t const stride = p.server_stride;
  for (int r = 0; r < K; ++r) point.residual[r] = s.residual[r * stride + m];
  for (int j = 0; j < K - 1; ++j)
    point.ratio[j] = s.ratio[(x.slot * K + resource(x, j)) * stride + m];
  return point;
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_at(KdIndex const& x, int leaf, int i) {
  Point<K> point;
  for (int r = 0; r < K; ++r) point.residual[r] = residuals<K>(x, leaf)[r * leaf_size + i];
  for (int j = 0; j < K - 1; ++j) point.ratio[j] = ratios<K>(x, leaf)[j * leaf_size + i];
  return point;
}

template <int K>
FAIRSLOT_FUNCTION inline void store(KdIndex const& x, int leaf, int i, std::int32_t m,
                                    Point<K> const& point) {
  x.server[leaf * leaf_size + i] = m;
  for (int r = 0; r < K; ++r) residuals<K>(x, leaf)[r * leaf_size + i] = point.residual[r];
  for (int j = 0; j < K - 1; ++j) ratios<K>(x, leaf)[j * leaf_size + i] = point.ratio[j];
}

/// Coordinates of the tree: 0 the residual of n, 1 .. K-1 the ratios, K the index.
template <int K>
FAIRSLOT_FUNCTION inline void coordinates(KdIndex const& x, Point<K> const& point, std::int32_t m,
                                          double* c) {
  c[0] = point.residual[x.n];
  for (int j = 0; j < K - 1; ++j) c[1 + j] = point.ratio[j];
  c[K] = m;
}

// ---- seats ----

template <int K>
FAIRSLOT_FUNCTION inline void move_seat(KdIndex& x, int from, int to) {
  x.leaf_at[to] = x.leaf_at[from];
  x.seat[x.leaf_at[to]] = to;
  x.wide[to] = x.wide[from];
  copy<K>(x.leaf_boxes, from, to);
}

template <int K>
FAIRSLOT_FUNCTION inline int add_group(KdIndex& x) {
  int const g = x.groups++;
  x.seated[g] = 0;
  x.group_wide[g] = 0;
  for (int i = 0; i < fan_out; ++i) clear<K>(x.leaf_boxes, g * fan_out + i);
  return g;
}

template <int K>
FAIRSLOT_FUNCTION inline void part_group(KdIndex& x, int g) {
  constexpr int half = fan_out / 2;
  int const other = add_group<K>(x);
  for (int i = 0; i < half; ++i) {
    move_seat<K>(x, g * fan_out + half + i, other * fan_out + i);
    clear<K>(x.leaf_boxes, g * fan_out + half + i);
  }
  x.seated[g] = x.seated[other] = half;
  unite<K>(x.group_boxes, g, x.leaf_boxes, g * fan_out);
  unite<K>(x.group_boxes, other, x.leaf_boxes, other * fan_out);
}

/// A seat for `leaf` next to that of `neighbour`.
template <int K>
FAIRSLOT_FUNCTION inline void take_seat(KdIndex& x, int leaf, int neighbour) {
  if (x.seated[x.seat[neighbour] / fan_out] == fan_out)
    part_group<K>(x, x.seat[neighbour] / fan_out);
  int const g = x.seat[neighbour] / fan_out, seat = x.seat[neighbour] + 1;
  for (int i = g * fan_out + x.seated[g]; i > seat; --i) move_seat<K>(x, i - 1, i);
  ++x.seated[g];
  x.leaf_at[seat] = leaf;
  x.seat[leaf] = seat;
}

/// Makes a leaf's summary as narrow as its servers allow.
template <int K>
FAIRSLOT_FUNCTION inline void narrow(KdIndex& x, int leaf) {
  int const seat = x.seat[leaf], size = x.size[leaf];
  KdBoxes const& boxes = x.leaf_boxes;
  x.wide[seat] = 0;
  if (size == 0) return clear<K>(boxes, seat);
  for (int j = 0; j < K - 1; ++j) {
    double const* const ratio = ratios<K>(x, leaf) + j * leaf_size;
    Doubles low = Doubles::all(ratio[0]), high = low;
    for (int i = 0; i < size; i += Doubles::size) {
      std::uint32_t const there = size - i >= Doubles::size ? 0xff : (1u << (size - i)) - 1;
      Doubles const some = select(there, Doubles::load(ratio + i), low);
      low = lesser(some, low);
      high = select(there, greater(some, high), high);
    }
    boxes.low[j * boxes.stride + seat] = down(least(low));
    boxes.high[j * boxes.stride + seat] = up(greatest(high));
  }
  for (int r = 0; r < K; ++r) {
    std::int32_t most = 0;
    std::int32_t const* const residual = residuals<K>(x, leaf) + r * leaf_size;
    for (int i = 0; i < size; ++i) most = residual[i] > most ? residual[i] : most;
    boxes.most[r * boxes.stride + seat] = static_cast<std::uint8_t>(most >> x.shift[r]);
  }
}

// ---- the tree ----

template <int K>
FAIRSLOT_FUNCTION inline int add_leaf(KdIndex& x) {
  int const leaf = x.leaves++;
  x.size[leaf] = 0;
  for (int i = 0; i < leaf_size; ++i) residuals<K>(x, leaf)[i] = -1;
  return leaf;
}

template <int K>
FAIRSLOT_FUNCTION inline void append(KdIndex& x, int leaf, std::int32_t m, Point<K> const& point) {
  int const i = x.size[leaf]++, seat = x.seat[leaf];
  store<K>(x, leaf, i, m, point);
  x.place[m] = leaf * leaf_size + i;
  widen<K>(x.leaf_boxes, seat, point, x.shift);
  widen<K>(x.group_boxes, seat / fan_out, point, x.shift);
}

/// Takes the i-th server out of a leaf; the last one takes its place.
template <int K>
FAIRSLOT_FUNCTION inline void remove(KdIndex& x, int leaf, int i) {
  int const last = --x.size[leaf];
  std::int32_t const m = x.server[leaf * leaf_size + last];
  store<K>(x, leaf, i, m, point_at<K>(x, leaf, last));
  x.place[m] = leaf * leaf_size + i;
  residuals<K>(x, leaf)[last] = -1;
}

/// The median of a full leaf along a coordinate, or the nearest value that parts it; false where a
/// side would have less than a quarter.
template <int K>
FAIRSLOT_FUNCTION inline bool median(KdIndex const& x, int leaf, int coordinate, double& at) {
  double sorted[leaf_size];
  for (int n = 0; n < leaf_size; ++n) {
    double c[K + 1];
    coordinates<K>(x, point_at<K>(x, leaf, n), x.server[leaf * leaf_size + n], c);
    int i = n;
    for (; i > 0 && sorted[i - 1] > c[coordinate]; --i) sorted[i] = sorted[i - 1];
    sorted[i] = c[coordinate];
  }
  for (int off = 0; off <= leaf_size / 4; ++off)
    for (int const i : {leaf_size / 2 - off, leaf_size / 2 + off})
      if (sorted[i - 1] < sorted[i]) {
        at = sorted[i];
        return true;
      }
  return false;
}

/// Where to part a full leaf: the residual near the root, then the ratio of the widest range; what
/// is equal in all of them, by index.
template <int K>
FAIRSLOT_FUNCTION inline void choose_cut(KdIndex const& x, int leaf, int depth, KdFork& fork) {
  constexpr int residual_levels = 2;
  int const seat = x.seat[leaf];
  double range[K + 1];
  range[0] = depth < residual_levels ? 2e38 : 0.0;
  for (int j = 0; j < K - 1; ++j)
    range[1 + j] = static_cast<double>(x.leaf_boxes.high[j * x.leaf_boxes.stride + seat]) -
                   static_cast<double>(x.leaf_boxes.low[j * x.leaf_boxes.stride + seat]);
  range[K] = -1.0;
  for (;;) {
    fork.coordinate = 0;
    for (int c = 1; c <= K; ++c)
      if (range[c] > range[fork.coordinate]) fork.coordinate = c;
    if (median<K>(x, leaf, fork.coordinate, fork.at)) return;
    range[fork.coordinate] = -2.0;
  }
}

/// Parts a full leaf; `link` is what points to it in the tree.
template <int K>
FAIRSLOT_FUNCTION inline void part_leaf(KdIndex& x, std::int32_t* link, int depth) {
  int const leaf = ~*link, other = add_leaf<K>(x);
  narrow<K>(x, leaf);
  KdFork& fork = x.fork[x.forks];
  choose_cut<K>(x, leaf, depth, fork);
  fork.child[0] = ~leaf;
  fork.child[1] = ~other;
  *link = x.forks++;
  take_seat<K>(x, other, leaf);
  clear<K>(x.leaf_boxes, x.seat[other]);
  x.wide[x.seat[other]] = 0;
  for (int i = x.size[leaf] - 1; i >= 0; --i) {
    double c[K + 1];
    std::int32_t const m = x.server[leaf * leaf_size + i];
    Point<K> const point = point_at<K>(x, leaf, i);
    coordinates<K>(x, point, m, c);
    if (!(c[fork.coordinate] >= fork.at)) continue;
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
  double c[K + 1];
  coordinates<K>(x, point, m, c);
  std::int32_t* link = &x.root;
  int depth = 0;
  for (;;) {
    for (; *link >= 0; ++depth) {
      KdFork& fork = x.fork[*link];
      link = &fork.child[c[fork.coordinate] >= fork.at];
    }
    if (x.size[~*link] < leaf_size) return append<K>(x, ~*link, m, point);
    if (x.leaves == x.leaf_limit) return rebuild<K>(p, s, x);
    part_leaf<K>(x, link, depth);
  }
}

// ---- pools ----

template <int K>
FAIRSLOT_FUNCTION inline bool untouched(ProblemView const& p, Point<K> const& point, int type) {
  bool same = true;
  for (int r = 0; r < K; ++r) same &= point.residual[r] == p.type_capacity[type * K + r];
  return same;
}

FAIRSLOT_FUNCTION inline void enter_pool(ProblemView const& p, KdIndex& x, int pool, int m) {
  x.pool[static_cast<std::int64_t>(pool) * p.words + m / 64] |= std::uint64_t{1} << (m % 64);
  if (m / 64 < x.pool_first[pool]) x.pool_first[pool] = m / 64;
  ++x.pool_size[pool];
  x.place[m] = pool;
}

FAIRSLOT_FUNCTION inline void leave_pool(ProblemView const& p, KdIndex& x, int pool, int m) {
  x.pool[static_cast<std::int64_t>(pool) * p.words + m / 64] &= ~(std::uint64_t{1} << (m % 64));
  --x.pool_size[pool];
}

/// The first permitted server of a pool, or nowhere.
FAIRSLOT_FUNCTION inline std::int32_t first_of_pool(ProblemView const& p, KdIndex& x, int pool,
                                                    std::uint64_t const* allowed) {
  if (x.pool_size[pool] == 0) return nowhere;
  std::uint64_t const* const words = x.pool + static_cast<std::int64_t>(pool) * p.words;
  while (words[x.pool_first[pool]] == 0) ++x.pool_first[pool];
  for (int w = x.pool_first[pool]; w < p.words; ++w) {
    std::uint64_t const word = words[w] & allowed[w];
    if (word != 0) return 64 * w + lowest_bit(word);
  }
  return nowhere;
}

// ---- changes ----

/// Where a server belongs: a pool, a leaf, or out.
template <int K>
FAIRSLOT_FUNCTION inline void enter(ProblemView const& p, RunState const& s, KdIndex& x,
                                    std::int32_t m) {
  Point<K> const point = point_of<K>(p, s, x, m);
  bool room = true;
  for (int r = 0; r < K; ++r) room &= point.residual[r] >= x.least[r];
  for (int j = 0; j < K - 1; ++j) room &= point.ratio[j] < 1e38;
  x.place[m] = out;
  if (!room) return;
  int const type = p.type_of[m], pool = x.pool_of[type];
  if (pool >= 0 && untouched<K>(p, point, type)) return enter_pool(p, x, pool, m);
  insert<K>(p, s, x, m, point);
}

template <int K>
FAIRSLOT_FUNCTION inline void leave(ProblemView const& p, KdIndex& x, std::int32_t m) {
  std::int32_t const place = x.place[m];
  if (place == out) return;
  if (place < leaf_size) return leave_pool(p, x, place, m);
  int const leaf = place / leaf_size, i = place % leaf_size, seat = x.seat[leaf];
  if (!x.wide[seat] && supports<K>(x.leaf_boxes, seat, point_at<K>(x, leaf, i), x.shift)) {
    x.wide[seat] = 1;
    x.group_wide[seat / fan_out] = 1;
  }
  remove<K>(x, leaf, i);
}

/// Makes the tree anew. The servers come in a scattered order, so that the first medians are those
/// of a sample.
template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, KdIndex& x) {
  x.leaves = 1;
  x.forks = x.groups = 0;
  x.leaf_limit = x.leaf_capacity;
  for (int g = 0; g < x.group_boxes.stride; ++g) clear<K>(x.group_boxes, g);
  int const leaf = add_leaf<K>(x), g = add_group<K>(x);
  x.root = ~leaf;
  x.seated[g] = 1;
  x.leaf_at[0] = leaf;
  x.seat[leaf] = 0;
  x.wide[0] = 0;
  for (int i = 0; i < x.pools; ++i) {
    x.pool_size[i] = 0;
    x.pool_first[i] = p.words;
    for (int w = 0; w < p.words; ++w) x.pool[static_cast<std::int64_t>(i) * p.words + w] = 0;
  }
  int const step = p.servers / leaf_size + 1;
  for (int first = 0; first < step; ++first)
    for (int m = first; m < p.servers; m += step) enter<K>(p, s, x, m);
  int const more = 2 * x.leaves + fan_out;
  if (more < x.leaf_limit) x.leaf_limit = more;
}

/// What the classes of the reference slot have in common.
template <int K>
FAIRSLOT_FUNCTION inline void look_at_classes(ProblemView const& p, KdIndex& x) {
  for (int r = 0; r < K; ++r) x.least[r] = 0x7fffffff;
  for (int c = 0; c < p.classes; ++c) {
    if (p.reference_slot[c] != x.slot) continue;
    for (int r = 0; r < K; ++r)
      x.least[r] = p.demands[c * K + r] < x.least[r] ? p.demands[c * K + r] : x.least[r];
  }
  for (int r = 0; r < K; ++r) {
    std::int32_t most = 0;
    for (int y = 0; y < p.types; ++y) most |= p.type_capacity[y * K + r];
    for (x.shift[r] = 0; most >> x.shift[r] > 255;) ++x.shift[r];
  }
}

/// A pool for each type of at least a 64th of the servers: there are at most 64 of these.
template <int K>
FAIRSLOT_FUNCTION inline void make_pools(ProblemView const& p, KdIndex& x) {
  x.pools = 0;
  x.leaves = 0;
  add_leaf<K>(x);
  for (int y = 0; y < p.types; ++y) {
    std::int32_t const* const capacity = p.type_capacity + static_cast<std::int64_t>(y) * K;
    x.pool_of[y] = out;
    bool room = std::int64_t{leaf_size} * p.type_count[y] >= p.servers;
    for (int r = 0; r < K; ++r) room &= capacity[r] >= x.least[r];
    if (!room) continue;
    Point<K> point;
    for (int r = 0; r < K; ++r) point.residual[r] = capacity[r];
    for (int j = 0; j < K - 1; ++j)
      point.ratio[j] =
          p.norm[x.slot * K + resource(x, j)] *
          (static_cast<double>(capacity[resource(x, j)]) / static_cast<double>(capacity[x.n]));
    x.pool_of[y] = x.pools++;
    store<K>(x, 0, x.pool_of[y], out, point);
  }
}

// ---- queries ----

template <int K>
FAIRSLOT_FUNCTION inline Query<K> query(ProblemView const& p, KdIndex const& x, int demand) {
  Query<K> q;
  std::int64_t const base = static_cast<std::int64_t>(demand) * K;
  for (int r = 0; r < K; ++r) {
    q.need[r] = p.demands[base + r];
    std::int32_t const byte = q.need[r] >> x.shift[r];
    q.need_byte[r] = static_cast<std::uint8_t>(byte > 255 ? 255 : byte);
  }
  for (int j = 0; j < K - 1; ++j) {
    q.target[j] = p.target[base + resource(x, j)];
    q.low[j] = down(q.target[j]);
    q.high[j] = up(q.target[j]);
  }
  return q;
}

/// Considers the servers of a leaf; server_of(i) is nowhere where the i-th may not be used.
template <int K, class F>
FAIRSLOT_FUNCTION inline void consider(KdIndex const& x, Query<K> const& q, int leaf, Best& best,
                                       F server_of) {
  std::uint64_t room = ~std::uint64_t{0};
  for (int r = 0; r < K; ++r)
    room &= simd::at_least(residuals<K>(x, leaf) + r * leaf_size, q.need[r]);
  for (int i = 0; room != 0; i += Doubles::size, room >>= Doubles::size) {
    if ((room & 0xff) == 0) continue;
    Doubles h = Doubles::all(0.0);
    for (int j = 0; j < K - 1; ++j)
      h = h +
          abs(Doubles::all(q.target[j]) - Doubles::load(ratios<K>(x, leaf) + j * leaf_size + i));
    std::uint64_t good = less_equal(h, Doubles::all(best.score)) & room & 0xff;
    if (good == 0) continue;
    double score[Doubles::size];
    h.store(score);
    for (; good != 0; good &= good - 1) {
      int const lane = lowest_bit(good);
      if (score[lane] > best.score) continue;
      std::int32_t const m = server_of(i + lane);
      if (m != nowhere && (score[lane] < best.score || m < best.server)) best = {score[lane], m};
    }
  }
}

/// Visits the leaves of a group that may hold the best, the most promising first.
template <int K>
FAIRSLOT_FUNCTION inline void visit_group(KdIndex& x, Query<K> const& q, int g,
                                          std::uint64_t const* allowed, Best& best) {
  int const first = g * fan_out;
  if (x.group_wide[g]) {
    for (int i = first; i < first + x.seated[g]; ++i)
      if (x.wide[i]) narrow<K>(x, x.leaf_at[i]);
    unite<K>(x.group_boxes, g, x.leaf_boxes, first);
    x.group_wide[g] = 0;
  }
  std::uint32_t const room = roomy<K>(x.leaf_boxes, first, q) & 0xffff;
  Floats const none = Floats::all(3e38f);
  for (Floats bound = select(room, bounds<K>(x.leaf_boxes, first, q), none);;) {
    float const least_bound = least(bound);
    if (!(least_bound <= limit(best.score))) return;
    std::uint32_t const is_least = less_equal(bound, Floats::all(least_bound));
    int const i = lowest_bit(is_least), leaf = x.leaf_at[first + i];
    bound = select(is_least & -is_least, none, bound);
    consider<K>(x, q, leaf, best, [&](int at) {
      std::int32_t const m = x.server[leaf * leaf_size + at];
      return allowed[m / 64] >> (m % 64) & 1 ? m : nowhere;
    });
  }
}

/// The bounds of all groups, into x.bound.
template <int K>
FAIRSLOT_FUNCTION inline void bound_groups(KdIndex& x, Query<K> const& q) {
  for (int first = 0; first < x.groups; first += Bytes::size) {
    std::uint64_t room = roomy<K>(x.group_boxes, first, q);
    for (int g = first; g < first + Bytes::size; g += fan_out, room >>= fan_out)
      select(room & 0xffff, bounds<K>(x.group_boxes, g, q), Floats::all(3e38f)).store(x.bound + g);
  }
}

/// The group of the least bound, which is then taken out; the bound.
FAIRSLOT_FUNCTION inline float take_nearest(KdIndex& x, int& group) {
  Floats nearest = Floats::load(x.bound);
  for (int g = fan_out; g < x.groups; g += fan_out)
    nearest = lesser(nearest, Floats::load(x.bound + g));
  float const least_bound = least(nearest);
  std::uint32_t found = 0;
  for (group = -fan_out; found == 0;)
    found = less_equal(Floats::load(x.bound + (group += fan_out)), Floats::all(least_bound));
  group += lowest_bit(found);
  x.bound[group] = 3e38f;
  return least_bound;
}

/// The first of the permitted servers with room.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t first_fit(ProblemView const& p, RunState const& s, int demand,
                                                std::uint64_t const* allowed) {
  for (int w = 0; w < p.words; ++w) {
    if (allowed[w] == 0) continue;
    std::uint64_t const word = allowed[w] & servers::fitting<K>(p, s, demand, w);
    if (word != 0) return 64 * w + lowest_bit(word);
  }
  return nowhere;
}

/// Are so few servers permitted that they are better looked at one by one? Dense sets are told by
/// their first words.
FAIRSLOT_FUNCTION inline bool is_sparse(ProblemView const& p, std::uint64_t const* allowed) {
  constexpr std::uint64_t few = 2 * leaf_size;
  std::uint64_t count = 0;
  for (int w = 0; w < p.words && count <= few; ++w) count += bits_set(allowed[w]);
  return count <= few;
}

template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best_of_few(ProblemView const& p, RunState const& s,
                                                  int demand, std::uint64_t const* allowed) {
  best_fit::Target<K> const target(p, s, demand);
  Best best{infinite, nowhere};
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t word = allowed[w]; word != 0; word &= word - 1) {
      int const m = 64 * w + lowest_bit(word);
      if (servers::fits<K>(p, s, p.demands + demand * K, m))
        best_fit::consider_each<K>(target, word & -word, 64 * w, best);
    }
  return best.server;
}

/// Makes the index from the residuals and ratios as they are, for the classes of one reference
/// slot.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, KdIndex& x,
                                    int reference_slot) {
  x.slot = reference_slot;
  x.n = p.reference_of[reference_slot];
  if constexpr (K > 1) {
    look_at_classes<K>(p, x);
    make_pools<K>(p, x);
    rebuild<K>(p, s, x);
  }
}

/// The residual and the ratios of server m are new.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, KdIndex& x, int m) {
  if constexpr (K > 1) {
    leave<K>(p, x, m);
    enter<K>(p, s, x, m);
  }
}

/// The best permitted server for a task of the class, or nowhere.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s, KdIndex& x,
                                           int demand, std::uint64_t const* allowed) {
  if constexpr (K == 1) {
    return first_fit<K>(p, s, demand, allowed);
  } else {
    if (is_sparse(p, allowed)) return best_of_few<K>(p, s, demand, allowed);
    Query<K> const q = query<K>(p, x, demand);
    Best best{infinite, nowhere};
    consider<K>(x, q, 0, best, [&](int pool) { return first_of_pool(p, x, pool, allowed); });
    bound_groups<K>(x, q);
    for (;;) {
      int group;
      if (!(take_nearest(x, group) <= limit(best.score))) return best.server;
      visit_group<K>(x, q, group, allowed, best);
    }
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::kd_index
