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

#include "kernels/fits/kd_changes.hpp"

namespace fairslot::inline FAIRSLOT_ISA::kd_index {

using best_fit::Best;

inline constexpr double infinite = __builtin_inf();

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

/// Makes the index of some servers from the residuals and ratios as they are, for the classes of
/// one reference slot. `members`: [W] bits, which outlive it.
template <int K>
FAIRSLOT_FUNCTION inline void build(ProblemView const& p, RunState const& s, KdIndex& x,
                                    int reference_slot, std::uint64_t const* members) {
  x.members = members;
  x.slot = reference_slot;
  x.n = p.reference_of[reference_slot];
  if constexpr (K > 1) {
    look_at_classes<K>(p, x);
    choose_pools(p, x);
    rebuild<K>(p, s, x);
  }
}

/// The same with the members as they are now. A tree that is far too fine for them is made anew.
template <int K>
FAIRSLOT_FUNCTION inline void build_again(ProblemView const& p, RunState const& s, KdIndex& x) {
  if constexpr (K > 1) {
    std::int64_t members = 0;
    for (int w = 0; w < p.words; ++w) members += static_cast<std::int64_t>(bits_set(x.members[w]));
    if (x.leaves > members / 8 + fan_out)
      rebuild<K>(p, s, x);
    else
      refill<K>(p, s, x);
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
