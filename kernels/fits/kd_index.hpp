/// An index over the servers that answers best-fit queries of one reference resource n, any K.
///
/// Touched servers lie in leaves of at most 64, the cells of a k-d tree over (residual of n,
/// ratios, index). A full leaf is parted at a median; nothing is merged: the tree is made anew when
/// it has twice the leaves that it began with. Leaves have seats in groups of 16, in tree order; a
/// full group is parted in two, as in a B+ tree. Leaves and groups are summarized side by side
/// (kd_boxes.hpp). A query goes to the nearest leaf first and then to all leaves whose bound does
/// not exceed the best score; inside a leaf bytes and floats choose the servers whose residuals are
/// compared and whose scores are computed as everywhere else. All these tests are necessary ones
/// for a score of at most the best, equal scores included, so the lowest index among them is found.
/// Which leaf a server is in, and how wide summaries are, is of no consequence for the answer.
///
/// Two kinds of servers are kept out: those with no room for any class served, and the untouched
/// ones of frequent types, which wait in a bitset a type. So an empty cluster is as many servers as
/// types.
///
/// For K = 1 all scores are 0, and the first server with room is looked for in place.
#pragma once

#include "kernels/fits/kd_boxes.hpp"
#include "kernels/phases/servers.hpp"

namespace fairslot {

inline constexpr int kd_leaf = 64, kd_pools = 64;

/// A fork of the tree: child[coordinate >= at]; children >= 0 are forks, others ~leaf.
struct KdFork {
  float at;
  std::int32_t coordinate;
  std::int32_t child[2];
};

struct KdIndex {
  int slot, n;                        ///< the reference served
  std::int32_t least[max_resources];  ///< demand of any class served
  int shift[max_resources];           ///< makes residuals bytes
  std::int32_t leaf_capacity, leaf_limit, leaves, forks, groups, root;

  std::int32_t* place;  ///< [M] 64*leaf + i; the pool, for leaf 0 (not of the tree); or -1
  char* leaf;           ///< [leaf] Leaf<K>
  std::int32_t* size;   ///< [leaf]
  std::int32_t* seat;   ///< [leaf]
  KdFork* fork;

  std::int32_t* leaf_at;     ///< [group][16]
  std::uint8_t* wide;        ///< [group][16] the leaf's summary may be too wide
  std::int32_t* seated;      ///< [group] leaves
  std::uint8_t* group_wide;  ///< [group] one of its leaves is marked so
  char* leaf_boxes;          ///< [group] Boxes<K>: of its leaves
  char* group_boxes;         ///< [group/16] Boxes<K>: of groups
  float* bound;              ///< [group] of the query under way

  int pools;
  std::int32_t pooled;       ///< servers in all pools
  std::int32_t* pool_of;     ///< [Y] or -1
  std::uint64_t* pool;       ///< [pool][W] untouched servers
  std::int32_t* pool_first;  ///< [pool] no word before it has any
  std::int32_t* pool_size;   ///< [pool]
};

/// Measured or bound.
template <class A>
void lay_out(A& arena, ProblemView const& p, int k, KdIndex& x) {
  auto const servers = static_cast<std::size_t>(k == 1 ? 0 : p.servers);
  // A leaf begins with at least a quarter of its servers, a group with half of its leaves.
  std::size_t const leaves = 4 * servers / kd_leaf + 2, groups = leaves / 8 + 2;
  auto const resources = static_cast<std::size_t>(k);
  std::size_t const leaf_bytes = 5 * kd_leaf * resources;
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
  auto const types = static_cast<std::size_t>(p.types);
  std::size_t const pools = k == 1 ? 0 : types < kd_pools ? types : kd_pools;
  x.pool_of = arena.template take<std::int32_t>(types);
  x.pool = arena.template take<std::uint64_t>(pools * p.words);
  x.pool_first = arena.template take<std::int32_t>(pools);
  x.pool_size = arena.template take<std::int32_t>(pools);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::kd_index {

using best_fit::Best;

inline constexpr int leaf_size = kd_leaf;
inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t out = -1;
inline constexpr double infinite = __builtin_inf();

template <int K>
struct alignas(64) Leaf {
  float ratio[K - 1][leaf_size];
  std::int32_t server[leaf_size];
  std::uint8_t room[K][leaf_size];  ///< residuals as bytes; 0 where there is no server
};

template <int K>
FAIRSLOT_FUNCTION inline Leaf<K>& leaf_of(KdIndex const& x, int leaf) {
  static_assert(sizeof(Leaf<K>) == 5 * kd_leaf * K);
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

/// The resource of ratio j.
FAIRSLOT_FUNCTION inline int resource(KdIndex const& x, int j) { return j + (j >= x.n); }

/// Ratio j of a server.
template <int K>
FAIRSLOT_FUNCTION inline float ratio_of(ProblemView const& p, RunState const& s, KdIndex const& x,
                                        std::int32_t m, int j) {
  auto const row = static_cast<std::int64_t>(x.slot * K + resource(x, j));
  return static_cast<float>(s.ratio[row * p.server_stride + m]);
}

/// Coordinates of the tree: 0 the residual of n, 1 .. K-1 the ratios, K the index.
template <int K>
FAIRSLOT_FUNCTION inline float coordinate(ProblemView const& p, RunState const& s, KdIndex const& x,
                                          std::int32_t m, int c) {
  if (c == K) return static_cast<float>(m);
  if (c > 0) return ratio_of<K>(p, s, x, m, c - 1);
  return static_cast<float>(s.residual[static_cast<std::int64_t>(x.n) * p.server_stride + m]);
}

template <int K>
FAIRSLOT_FUNCTION inline Point<K> point_of(ProblemView const& p, RunState const& s,
                                           KdIndex const& x, std::int32_t m) {
  Point<K> point;
  for (int r = 0; r < K; ++r)
    point.room[r] =
        byte_of(s.residual[static_cast<std::int64_t>(r) * p.server_stride + m], x.shift[r]);
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

// ---- Leaves and their seats ----

/// An empty leaf, all of whose entries may be read.
template <int K>
FAIRSLOT_FUNCTION inline int add_leaf(KdIndex& x) {
  int const leaf = x.leaves++;
  x.size[leaf] = 0;
  for (int i = 0; i < leaf_size; ++i) {
    for (int r = 0; r < K; ++r) leaf_of<K>(x, leaf).room[r][i] = 0;
    for (int j = 0; j < K - 1; ++j) leaf_of<K>(x, leaf).ratio[j][i] = 0.0f;
  }
  return leaf;
}

template <int K>
FAIRSLOT_FUNCTION inline void append(KdIndex& x, int leaf, std::int32_t m, Point<K> const& point) {
  int const seat = x.seat[leaf], g = seat / fan_out;
  store<K>(x, leaf, x.size[leaf]++, m, point);
  widen<K>(leaf_boxes<K>(x, g), seat % fan_out, point);
  widen<K>(group_boxes<K>(x, g / fan_out), g % fan_out, point);
}

/// Takes the i-th server out of a leaf; the last one takes its place.
template <int K>
FAIRSLOT_FUNCTION inline void remove(KdIndex& x, int leaf, int i) {
  int const last = --x.size[leaf];
  Leaf<K>& from = leaf_of<K>(x, leaf);
  store<K>(x, leaf, i, from.server[last], point_at<K>(from, last));
  for (int r = 0; r < K; ++r) from.room[r][last] = 0;
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

/// Where to part a full leaf: the residual near the root, then the ratio of the widest range; what
/// is equal in all of them, by index.
template <int K>
FAIRSLOT_FUNCTION inline void choose_cut(ProblemView const& p, RunState const& s, KdIndex const& x,
                                         int leaf, int depth, KdFork& fork) {
  constexpr int residual_levels = 2;
  float range[K + 1];
  range[0] = depth < residual_levels ? far : 0.0f;
  Boxes<K> const& boxes = leaf_boxes<K>(x, x.seat[leaf] / fan_out);
  int const at = x.seat[leaf] % fan_out;
  for (int j = 0; j < K - 1; ++j) range[1 + j] = boxes.high[j][at] - boxes.low[j][at];
  range[K] = -1.0f;
  for (;;) {
    int& c = fork.coordinate = 0;
    for (int other = 1; other <= K; ++other)
      if (range[other] > range[c]) c = other;
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
  float c[K + 1];
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

// ---- Pools of untouched servers ----

template <int K>
FAIRSLOT_FUNCTION inline bool untouched(ProblemView const& p, RunState const& s, std::int32_t m) {
  std::int32_t const* const capacity =
      p.type_capacity + static_cast<std::int64_t>(p.type_of[m]) * K;
  bool same = true;
  for (int r = 0; r < K; ++r)
    same &= s.residual[static_cast<std::int64_t>(r) * p.server_stride + m] == capacity[r];
  return same;
}

FAIRSLOT_FUNCTION inline std::uint64_t* words_of(ProblemView const& p, KdIndex const& x, int pool) {
  return x.pool + static_cast<std::int64_t>(pool) * p.words;
}

FAIRSLOT_FUNCTION inline void enter_pool(ProblemView const& p, KdIndex& x, int pool,
                                         std::int32_t m) {
  words_of(p, x, pool)[m / 64] |= std::uint64_t{1} << (m % 64);
  if (m / 64 < x.pool_first[pool]) x.pool_first[pool] = m / 64;
  ++x.pool_size[pool];
  ++x.pooled;
  x.place[m] = pool;
}

FAIRSLOT_FUNCTION inline void leave_pool(ProblemView const& p, KdIndex& x, int pool,
                                         std::int32_t m) {
  words_of(p, x, pool)[m / 64] &= ~(std::uint64_t{1} << (m % 64));
  --x.pool_size[pool];
  --x.pooled;
}

/// The first permitted server of a pool, or nowhere.
FAIRSLOT_FUNCTION inline std::int32_t first_of_pool(ProblemView const& p, KdIndex& x, int pool,
                                                    std::uint64_t const* allowed) {
  std::uint64_t const* const words = words_of(p, x, pool);
  while (words[x.pool_first[pool]] == 0) ++x.pool_first[pool];
  for (int w = x.pool_first[pool]; w < p.words; ++w)
    if ((words[w] & allowed[w]) != 0) return 64 * w + lowest_bit(words[w] & allowed[w]);
  return nowhere;
}

// ---- Changes ----

/// Puts a server where it belongs: into a pool, a leaf, or nowhere.
template <int K>
FAIRSLOT_FUNCTION inline void enter(ProblemView const& p, RunState const& s, KdIndex& x,
                                    std::int32_t m) {
  Point<K> const point = point_of<K>(p, s, x, m);
  bool room = servers::fits<K>(p, s, x.least, m);
  // Not if the residual is new and the ratios are not yet.
  for (int j = 0; j < K - 1; ++j) room &= point.ratio[j] < far;
  x.place[m] = out;
  if (!room) return;
  int const pool = x.pool_of[p.type_of[m]];
  if (pool >= 0 && untouched<K>(p, s, m)) return enter_pool(p, x, pool, m);
  insert<K>(p, s, x, m, point);
}

template <int K>
FAIRSLOT_FUNCTION inline void leave(ProblemView const& p, KdIndex& x, std::int32_t m) {
  std::int32_t const place = x.place[m];
  if (place == out) return;
  if (place < kd_pools) return leave_pool(p, x, place, m);
  int const leaf = place / leaf_size, i = place % leaf_size, seat = x.seat[leaf];
  if (!x.wide[seat] && supports<K>(leaf_boxes<K>(x, seat / fan_out), seat % fan_out,
                                   point_at<K>(leaf_of<K>(x, leaf), i))) {
    x.wide[seat] = 1;
    x.group_wide[seat / fan_out] = 1;
  }
  remove<K>(x, leaf, i);
}

/// Makes the tree anew. The servers come in a scattered order: then the first medians are those of
/// a sample.
template <int K>
FAIRSLOT_FUNCTION inline void rebuild(ProblemView const& p, RunState const& s, KdIndex& x) {
  x.leaves = x.forks = x.groups = x.pooled = 0;
  x.leaf_limit = x.leaf_capacity;
  for (int i = 0; i < x.pools; ++i) {
    x.pool_size[i] = 0;
    x.pool_first[i] = p.words;
    for (int w = 0; w < p.words; ++w) words_of(p, x, i)[w] = 0;
  }
  add_leaf<K>(x);  // not of the tree: these places are the pools
  x.root = ~add_leaf<K>(x);
  add_group<K>(x);
  x.seat[~x.root] = 0;
  x.leaf_at[0] = ~x.root;
  x.seated[0] = 1;
  x.wide[0] = 0;

  int const step = p.words;
  for (int first = 0; first < step; ++first)
    for (std::int32_t m = first; m < p.servers; m += step) enter<K>(p, s, x, m);
  int const twice = 2 * x.leaves + fan_out;
  if (twice < x.leaf_limit) x.leaf_limit = twice;
}

/// What the classes of the reference slot ask for at least, and in bytes.
template <int K>
FAIRSLOT_FUNCTION inline void look_at_classes(ProblemView const& p, KdIndex& x) {
  for (int r = 0; r < K; ++r) {
    std::int32_t least = 0x7fffffff, most = 0;
    for (int c = 0; c < p.classes; ++c) {
      if (p.reference_slot[c] != x.slot) continue;
      std::int32_t const need = p.demands[static_cast<std::int64_t>(c) * K + r];
      least = need < least ? need : least;
      most = need > most ? need : most;
    }
    x.least[r] = least;
    for (x.shift[r] = 0; most >> x.shift[r] > 255;) ++x.shift[r];
  }
}

/// A pool for each type of at least a 64th of the servers: there are at most 64 of these.
FAIRSLOT_FUNCTION inline void choose_pools(ProblemView const& p, KdIndex& x) {
  x.pools = 0;
  for (int y = 0; y < p.types; ++y)
    x.pool_of[y] = std::int64_t{kd_pools} * p.type_count[y] >= p.servers ? x.pools++ : out;
}

// ---- Queries ----

template <int K>
FAIRSLOT_FUNCTION inline Query<K> query(ProblemView const& p, KdIndex const& x, int demand) {
  Query<K> q;
  std::int64_t const base = static_cast<std::int64_t>(demand) * K;
  for (int r = 0; r < rows<K>; ++r) {
    std::uint8_t const need = r < K ? byte_of(p.demands[base + r], x.shift[r]) : 0;
    for (int i = 0; i < fan_out; ++i) q.need[r][i] = need;
  }
  q.targets = 0.0;
  for (int j = 0; j < K - 1; ++j) {
    double const target = p.target[base + resource(x, j)];
    q.target[j] = static_cast<float>(target);
    q.targets += target;
  }
  return q;
}

/// A query under way.
template <int K>
struct Search {
  ProblemView const& p;
  RunState const& s;
  std::int32_t const* need;
  std::uint64_t const* allowed;
  best_fit::Target<K> target;
  Query<K> q;
  Best best;
  float limit;

  FAIRSLOT_FUNCTION Search(ProblemView const& problem, RunState const& state, KdIndex const& x,
                           int demand, std::uint64_t const* permitted)
      : p(problem),
        s(state),
        need(p.demands + static_cast<std::int64_t>(demand) * K),
        allowed(permitted),
        target(p, s, demand),
        q(query<K>(p, x, demand)),
        best{infinite, nowhere},
        limit(q.limit(infinite)) {}

  FAIRSLOT_FUNCTION bool permits(std::int32_t m) const { return allowed[m / 64] >> (m % 64) & 1; }

  /// Considers a permitted server.
  FAIRSLOT_FUNCTION void consider(std::int32_t m) {
    double const score = target.score(m);
    bool const better = score < best.score || (score == best.score && m < best.server);
    if (!better || !servers::fits<K>(p, s, need, m)) return;
    best = {score, m};
    limit = q.limit(score);
  }

  /// Of the set bits the first; as long as nothing is found, that of the least value.
  FAIRSLOT_FUNCTION int next(std::uint64_t bits, float const* value) const {
    int first = lowest_bit(bits);
    if (best.server != nowhere) return first;
    for (; bits != 0; bits &= bits - 1)
      if (value[lowest_bit(bits)] < value[first]) first = lowest_bit(bits);
    return first;
  }
};

template <int K>
FAIRSLOT_FUNCTION inline void visit_pools(KdIndex& x, Search<K>& search) {
  for (int pool = 0; pool < x.pools; ++pool) {
    if (x.pool_size[pool] == 0) continue;
    std::int32_t const m = first_of_pool(search.p, x, pool, search.allowed);
    if (m != nowhere) search.consider(m);
  }
}

template <int K>
FAIRSLOT_FUNCTION inline void visit_leaf(Leaf<K> const& leaf, int size, Search<K>& search) {
  std::uint64_t open = 0;
  float score[leaf_size];
  for (int i = 0; i < size; i += Floats::size) {
    Floats h = Floats::all(0.0f);
    for (int j = 0; j < K - 1; ++j)
      h = h + abs(Floats::all(search.q.target[j]) - Floats::load(leaf.ratio[j] + i));
    h.store(score + i);
    open |= static_cast<std::uint64_t>(less_equal(h, Floats::all(search.limit))) << i;
  }
  for (int r = 0; r < K; ++r)
    open &= at_least(Bytes::load(leaf.room[r]), Bytes::all(search.q.need[r][0]));
  if (size < leaf_size) open &= (std::uint64_t{1} << size) - 1;
  while (open != 0) {
    int const i = search.next(open, score);
    open &= ~(std::uint64_t{1} << i);
    std::int32_t const m = leaf.server[i];
    if (score[i] <= search.limit && search.permits(m)) search.consider(m);
  }
}

/// Visits the leaves of a group that may hold the best.
template <int K>
FAIRSLOT_FUNCTION inline void visit_group(KdIndex& x, int g, Search<K>& search) {
  int const first = g * fan_out;
  if (x.group_wide[g]) narrow_group<K>(x, g);
  float bound[fan_out];
  Floats const bounded = bounds<K>(leaf_boxes<K>(x, g), search.q);
  bounded.store(bound);
  for (std::uint64_t open = less_equal(bounded, Floats::all(search.limit)); open != 0;) {
    int const i = search.next(open, bound), leaf = x.leaf_at[first + i];
    open &= ~(std::uint64_t{1} << i);
    if (bound[i] <= search.limit) visit_leaf<K>(leaf_of<K>(x, leaf), x.size[leaf], search);
  }
}

/// The bounds of all groups, into x.bound.
template <int K>
FAIRSLOT_FUNCTION inline void bound_groups(KdIndex& x, Query<K> const& q) {
  for (int g = 0; g < x.groups; g += fan_out)
    bounds<K>(group_boxes<K>(x, g / fan_out), q).store(x.bound + g);
}

/// The group of the least bound, which is then taken out; the bound.
FAIRSLOT_FUNCTION inline float take_nearest(KdIndex& x, int& group) {
  Floats nearest = Floats::load(x.bound);
  for (int g = fan_out; g < x.groups; g += fan_out)
    nearest = lesser(nearest, Floats::load(x.bound + g));
  float const bound = least(nearest);
  std::uint32_t found = 0;
  for (group = -fan_out; found == 0;)
    found = less_equal(Floats::load(x.bound + (group += fan_out)), Floats::all(bound));
  group += lowest_bit(found);
  x.bound[group] = far;
  return bound;
}

/// Visits the groups that may hold the best; the nearest first as long as nothing is found.
template <int K>
FAIRSLOT_FUNCTION inline void visit_groups(KdIndex& x, Search<K>& search) {
  bound_groups<K>(x, search.q);
  while (search.best.server == nowhere) {
    int g;
    if (take_nearest(x, g) > search.limit) return;
    visit_group<K>(x, g, search);
  }
  for (int first = 0; first < x.groups; first += fan_out) {
    std::uint64_t open = less_equal(Floats::load(x.bound + first), Floats::all(search.limit));
    for (; open != 0; open &= open - 1) {
      int const g = first + lowest_bit(open);
      if (x.bound[g] <= search.limit) visit_group<K>(x, g, search);
    }
  }
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
FAIRSLOT_FUNCTION inline void visit_permitted(Search<K>& search) {
  for (int w = 0; w < search.p.words; ++w)
    for (std::uint64_t word = search.allowed[w]; word != 0; word &= word - 1)
      search.consider(64 * w + lowest_bit(word));
}

// ---- The interface ----

/// Makes the index from the residuals and ratios as they are, for the classes of one reference
/// slot.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, KdIndex& x,
                                    int reference_slot) {
  x.slot = reference_slot;
  x.n = p.reference_of[reference_slot];
  if constexpr (K > 1) {
    look_at_classes<K>(p, x);
    choose_pools(p, x);
    rebuild<K>(p, s, x);
  }
}

/// The residual and the ratios of server m are new. Those of others may be, too, if they are told
/// before the next query.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, KdIndex& x,
                                      std::int32_t m) {
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
    Search<K> search(p, s, x, demand, allowed);
    if (is_sparse(p, allowed)) {
      visit_permitted<K>(search);
    } else {
      if (x.pooled > 0) visit_pools<K>(x, search);
      visit_groups<K>(x, search);
    }
    return search.best.server;
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::kd_index
