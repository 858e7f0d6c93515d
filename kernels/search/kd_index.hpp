/// An index over the servers that answers best-fit queries of one reference resource n, any K.
///
/// Touched servers lie in leaves of at most 32, the cells of a k-d tree over (residual of n,
/// ratios, index). The tree is made of all servers at once (kd_plant.hpp); a leaf that is full
/// afterwards is parted at a median, nothing is merged, and with twice the leaves that it began
/// with the tree is made anew. Leaves have seats in groups of 16, in tree order; a full group is
/// parted in two, as in a B+ tree. Leaves and groups are summarized side by side (kd_boxes.hpp).
///
/// A query goes through the nearest group and then through all leaves whose bound does not exceed
/// the best score found there. Floats choose the servers whose scores are computed as everywhere
/// else; where bytes do not tell all, residuals are compared as well. All these tests are necessary
/// ones for a score of at most the best, equal scores included, so the lowest index among them is
/// found. Which leaf a server is in, and how wide summaries are, is of no consequence for the
/// answer.
///
/// Two kinds of servers are kept out: those with no room for any class served, and the untouched
/// ones of frequent types, which wait in a bitset a type. So an empty cluster is as many servers as
/// types.
#pragma once

#include "kernels/search/kd_changes.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace kd_index {

using Least = score::Least;
using lanes::Ints;

inline constexpr double infinite = __builtin_inf();

// ---- Queries ----

template <int K>
FAIRSLOT_FUNCTION inline Query<K> query(ProblemView const& p, KdIndex const& x, int demand) {
  Query<K> q;
  std::int64_t const base = static_cast<std::int64_t>(demand) * K;
  std::uint8_t need[rows<K> + 4];
  for (int r = 0; r < rows<K> + 4; ++r)
    need[r] = r < K ? byte_of(p.demands[base + r], x.shift[r]) : 0;
  constexpr int box_step = 64 / fan_out, leaf_step = 64 / leaf_size;
  for (int r = 0; r < K; r += box_step) q.box_need[r / box_step] = Bytes::repeat<fan_out>(need + r);
  for (int r = 0; r < K; r += leaf_step)
    q.leaf_need[r / leaf_step] = Bytes::repeat<leaf_size>(need + r);
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
struct Descent {
  Query<K> q;
  ProblemView const& p;
  RunState const& s;
  std::int32_t const* need;
  std::uint64_t const* allowed;
  score::Scorer<K, fits::Best> target;
  Least best;
  float limit;
  bool plain;  ///< every server is permitted, and bytes tell exactly where there is room

  FAIRSLOT_FUNCTION Descent(ProblemView const& problem, RunState const& state, KdIndex const& x,
                            int demand, std::uint64_t const* permitted)
      : q(query<K>(problem, x, demand)),
        p(problem),
        s(state),
        need(demand_of<K>(p, demand)),
        allowed(permitted),
        target(p, s, demand),
        best{infinite, nowhere},
        limit(q.limit(infinite)),
        plain(allowed == p.everywhere && x.exact_rooms) {}

  /// Of the set bits those whose servers are permitted and have room.
  FAIRSLOT_FUNCTION std::uint64_t open_of(std::int32_t const* server, std::uint64_t bits) const {
    std::uint64_t open = 0;
    for (; bits != 0; bits &= bits - 1) {
      int const i = lowest_bit(bits), m = server[i];
      bool const permitted = allowed[m / 64] >> (m % 64) & 1;
      if (permitted && servers::fits<K>(p, s, need, m)) open |= std::uint64_t{1} << i;
    }
    return open;
  }

  /// A server with room has this score in floats.
  FAIRSLOT_FUNCTION void tighten(float score) {
    float const tighter = q.limit(q.beyond(score));
    limit = tighter < limit ? tighter : limit;
  }

  /// Considers a permitted server.
  FAIRSLOT_FUNCTION void consider(std::int32_t m) {
    double const score = target.of(m);
    bool const better = score < best.score || (score == best.score && m < best.server);
    if (!better || !servers::fits<K>(p, s, need, m)) return;
    best = {score, m};
    limit = q.limit(score);
  }
};

template <int K>
FAIRSLOT_FUNCTION inline void visit_stocks(KdIndex& x, Descent<K>& descent) {
  for (int stock = 0; stock < x.stocks; ++stock) {
    if (x.stock_size[stock] == 0) continue;
    std::int32_t const m = first_of_stock(descent.p, x, stock, descent.allowed);
    if (m != nowhere) descent.consider(m);
  }
}

// ---- Leaves ----

inline constexpr int list_size = 2 * fan_out;  ///< leaves visited together, at most
inline constexpr int parts = leaf_size / Floats::size;

/// The scores in floats of a leaf's servers, `far` where they cannot be the best.
template <int K>
struct Scores {
  Floats part[parts];

  FAIRSLOT_FUNCTION Scores(Leaf<K> const& leaf, Descent<K> const& descent) {
    Floats const limit = Floats::all(descent.limit);
    std::uint64_t open = 0;
    for (int i = 0; i < parts; ++i) {
      part[i] = Floats::all(0.0f);
      for (int j = 0; j < K - 1; ++j) {
        Floats const ratio = Floats::load(leaf.ratio[j] + i * Floats::size);
        part[i] = part[i] + abs(Floats::all(descent.q.target[j]) - ratio);
      }
      open |= static_cast<std::uint64_t>(less_equal(part[i], limit)) << (i * Floats::size);
    }
    open &= roomy<K>(leaf, descent.q);
    if (!descent.plain) open = descent.open_of(leaf.server, open);
    for (int i = 0; i < parts; ++i, open >>= Floats::size)
      part[i] = select(open & 0xffff, part[i], Floats::all(far));
  }
};

/// Looks for better servers in n leaves. They are gone through without branches; what is as near as
/// the nearest of all, but for rounding, is considered afterwards.
template <int K>
FAIRSLOT_FUNCTION inline void visit_leaves(KdIndex const& x, std::int32_t const* list, int n,
                                           Descent<K>& descent) {
  float score[list_size][leaf_size];
  Floats nearest = Floats::all(far);
  for (int k = 0; k < n; ++k) {
    Scores<K> const scores(leaf_of<K>(x, list[k]), descent);
    for (int i = 0; i < parts; ++i) {
      scores.part[i].store(score[k] + i * Floats::size);
      nearest = lesser(nearest, scores.part[i]);
    }
  }
  float const first = least(nearest);
  if (first > descent.limit) return;
  descent.tighten(first);
  for (int i = 0; i < n * leaf_size; i += Floats::size) {
    Floats const some = Floats::load(score[i / leaf_size] + i % leaf_size);
    std::uint32_t close = less_equal(some, Floats::all(descent.limit));
    for (; close != 0; close &= close - 1) {
      int const at = i + lowest_bit(close);
      descent.consider(leaf_of<K>(x, list[at / leaf_size]).server[at % leaf_size]);
    }
  }
}

// ---- Groups ----

/// Lists the leaves of a group that may hold the best: how many. Sixteen are written.
template <int K>
FAIRSLOT_FUNCTION inline int list_leaves(KdIndex& x, int g, Descent<K> const& descent,
                                         std::int32_t* list) {
  if (x.group_wide[g]) narrow_group<K>(x, g);
  Floats const bound = bounds<K>(leaf_boxes<K>(x, g), descent.q);
  std::uint32_t const open = less_equal(bound, Floats::all(descent.limit));
  store_close(open, Ints::load(x.leaf_at + g * fan_out), list);
  return static_cast<int>(bits_set(open));
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

/// Visits what may hold the best: the nearest group first, then all leaves of the others that are
/// no farther than what that had.
template <int K>
FAIRSLOT_FUNCTION inline void visit_groups(KdIndex& x, Descent<K>& descent) {
  bound_groups<K>(x, descent.q);
  int nearest;
  if (take_nearest(x, nearest) > descent.limit) return;
  std::int32_t list[list_size];
  visit_leaves<K>(x, list, list_leaves<K>(x, nearest, descent, list), descent);
  int n = 0;
  for (int first = 0; first < x.groups; first += fan_out) {
    std::uint32_t open = less_equal(Floats::load(x.bound + first), Floats::all(descent.limit));
    for (; open != 0; open &= open - 1) {
      if (n > list_size - fan_out) {
        visit_leaves<K>(x, list, n, descent);
        n = 0;
      }
      n += list_leaves<K>(x, first + lowest_bit(open), descent, list + n);
    }
  }
  visit_leaves<K>(x, list, n, descent);
}

// ---- The interface ----

/// Makes the index from the residuals and ratios as they are, for the classes of one reference
/// slot.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, KdIndex& x,
                                    int reference_slot) {
  x.slot = reference_slot;
  x.n = p.reference_of[reference_slot];
  served::look_at_classes<K>(p, x);
  choose_stocks(p, x);
  rebuild<K>(p, s, x);
}

/// The residual and the ratios of server m are new. Those of others may be, too, if they are told
/// before the next query.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, KdIndex& x,
                                      std::int32_t m) {
  leave<K>(p, x, m);
  enter<K>(p, s, x, m);
}

/// The best permitted server for a task of the class, or nowhere.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s, KdIndex& x,
                                           int demand, std::uint64_t const* allowed) {
  Descent<K> descent(p, s, x, demand, allowed);
  if (x.stocked > 0) visit_stocks<K>(x, descent);
  visit_groups<K>(x, descent);
  return descent.best.server;
}

}  // namespace kd_index
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
