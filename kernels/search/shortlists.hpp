/// Best fit among the servers released in a slot, where few classes ask many questions, K > 1.
///
/// A journal holds what these servers are like: residuals as bytes, ratios as 16-bit numbers, side
/// by side. A server that changes is struck out and written anew at the end. Each (demand class,
/// permitted set) that asks keeps a shortlist of the entries that have room and whose rounded
/// scores are not above its threshold; when it asks again, it reads on where it stopped. Of its
/// shortlist it takes the least, and computes the scores of those that come near it as everywhere
/// else. Where nothing is left on it, all of the journal is read again.
///
/// Rounding: a ratio q becomes min(floor(q u), most), u units a ratio. That moves no two ratios
/// farther apart than they are, but for less than 1. So where the computed score is h, the rounded
/// one is at most h u + K: see limit().
#pragma once

#include "kernels/primitives/arena.hpp"
#include "kernels/search/score.hpp"
#include "kernels/search/served.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state/shortlists.hpp"

namespace fairslot {

/// Measured or bound.
inline void lay_out(Arena& arena, ProblemView const& p, int k, Shortlists& x) {
  constexpr int most_lists = 4096;
  auto const servers = static_cast<std::size_t>(k == 1 ? 0 : p.server_stride);
  std::size_t const entries = 2 * servers, block_bytes = 64 * (3 * static_cast<std::size_t>(k) - 2);
  x.capacity = static_cast<std::int32_t>(entries);
  x.block = arena.take<char>(entries / 64 * block_bytes);
  x.exact = arena.take<char>(entries * 8 * static_cast<std::size_t>(k));
  x.score = arena.take<std::uint16_t>(entries);
  x.part = arena.take<std::int32_t>(entries / 32);
  x.place = arena.take<std::int32_t>(servers);
  x.list_capacity = k == 1 ? 0 : p.pairs < most_lists ? p.pairs : most_lists;
  x.list_of = arena.take<std::int32_t>(p.pairs);
  x.pair_of = arena.take<std::int32_t>(x.list_capacity);
  x.list = arena.take<Shortlist>(x.list_capacity);
}

}  // namespace fairslot

namespace fairslot::inline FAIRSLOT_ISA::shortlists {

using Least = score::Least;
using lanes::Bytes;
using lanes::Words;

inline constexpr std::int32_t nowhere = -2;
inline constexpr std::int32_t undecided = -3;  ///< no answer: ask elsewhere
inline constexpr std::uint16_t none = 65535;
inline constexpr std::int32_t widest = none - 1;  ///< threshold of a shortlist of all

/// 64 entries of the journal.
template <int K>
struct alignas(64) Block {
  std::uint8_t room[K][64];
  std::uint16_t ratio[K - 1][64];
};

/// What scores are computed from. Together, since a question looks at all of it, and at no
/// neighbour.
template <int K>
struct Exact {
  double ratio[K - 1];
  std::int64_t server;  ///< -1: struck out
};

template <int K>
FAIRSLOT_FUNCTION inline Exact<K>& exact_of(Shortlists const& x, int entry) {
  static_assert(sizeof(Exact<K>) == 8 * K);
  return reinterpret_cast<Exact<K>*>(x.exact)[entry];
}

template <int K>
FAIRSLOT_FUNCTION inline Block<K>& block_of(Shortlists const& x, int entry) {
  static_assert(sizeof(Block<K>) == 64 * (3 * K - 2));
  return reinterpret_cast<Block<K>*>(x.block)[entry / 64];
}

// ---- The journal ----

/// So that K - 1 distances sum up to no more than `widest`.
template <int K>
inline constexpr int most_units = widest / (K - 1) < 32767 ? widest / (K - 1) : 32767;

template <int K>
FAIRSLOT_FUNCTION inline std::uint16_t rounded(Shortlists const& x, double ratio) {
  double const units = ratio * x.scale;  // not a number where there is none of n
  return static_cast<std::uint16_t>(units < most_units<K> ? units : most_units<K>);
}

/// Units so fine that seven of eight targets are at most half of what can be told apart.
template <int K>
FAIRSLOT_FUNCTION inline double scale_for(ProblemView const& p, Shortlists const& x) {
  constexpr int exponents = 63;
  std::int64_t count[exponents] = {}, all = 0;
  for (int c = 0; c < p.classes; ++c) {
    if (p.reference_slot[c] != x.slot) continue;
    for (int j = 0; j < K - 1; ++j) {
      double const target = p.target[static_cast<std::int64_t>(c) * K + served::resource(x, j)];
      int e = 0;
      while (e < exponents - 1 && target > static_cast<double>(std::int64_t{1} << e) / 4294967296.0)
        ++e;
      ++count[e];
      ++all;
    }
  }
  int e = 0;
  for (std::int64_t below = count[0]; 8 * below < 7 * all;) below += count[++e];
  return most_units<K> / (2.0 * static_cast<double>(std::int64_t{1} << e) / 4294967296.0);
}

template <int K>
FAIRSLOT_FUNCTION inline void write(ProblemView const& p, RunState const& s, Shortlists& x,
                                    std::int32_t m) {
  std::int64_t const stride = p.server_stride;
  x.place[m] = -1;
  if (!servers::fits<K>(p, s, x.least, m)) return;
  int const entry = x.entries++, i = entry % 64;
  Block<K>& block = block_of<K>(x, entry);
  for (int r = 0; r < K; ++r)
    block.room[r][i] = served::byte_of(s.servers.residual[r * stride + m], x.shift[r]);
  Exact<K>& exact = exact_of<K>(x, entry);
  exact.server = m;
  for (int j = 0; j < K - 1; ++j) {
    std::int64_t const row = x.slot * K + served::resource(x, j);
    exact.ratio[j] = s.servers.ratio[row * stride + m];
    block.ratio[j][i] = rounded<K>(x, exact.ratio[j]);
  }
  x.place[m] = entry;
}

template <int K>
FAIRSLOT_FUNCTION inline void strike_out(Shortlists& x, int entry) {
  if (entry < 0) return;
  exact_of<K>(x, entry).server = -1;
  block_of<K>(x, entry).room[x.n][entry % 64] = 0;  // one is enough: all classes ask for n
}

/// Forgets all lists and writes the journal anew.
template <int K>
FAIRSLOT_FUNCTION inline void write_all(ProblemView const& p, RunState const& s, Shortlists& x) {
  x.entries = x.lists = 0;
  for (int w = 0; w < p.words; ++w)
    for (std::uint64_t bits = x.members[w]; bits != 0; bits &= bits - 1)
      write<K>(p, s, x, 64 * w + lowest_bit(bits));
}

/// A new slot: nobody has asked, nothing is written. Reading on costs what was written since, for
/// each pair that asks: more than the answers are worth where there are many pairs.
FAIRSLOT_FUNCTION inline void new_slot(Shortlists& x) {
  constexpr std::int64_t worth = 3000;  // entries read, of an answer by an index
  x.pays = x.pairs * (x.released + x.asked) <= worth * x.asked;
  x.asked = x.pairs = 0;
  x.lists = 0;
  x.begun = false;
}

/// Begins with the members as they are now, for the classes of one reference slot.
template <int K>
FAIRSLOT_FUNCTION inline void begin(ProblemView const& p, RunState const& s, Shortlists& x,
                                    int reference_slot, std::uint64_t const* members) {
  x.begun = true;
  x.released = 0;
  for (int w = 0; w < p.words; ++w) x.released += bits_set(members[w]);
  if (!x.known) {
    x.known = true;
    x.slot = reference_slot;
    x.n = p.reference_of[reference_slot];
    served::look_at_classes<K>(p, x);
    x.exact_rooms = served::exact_rooms<K>(x);
    x.scale = scale_for<K>(p, x);
  }
  x.members = members;
  if (x.pays) write_all<K>(p, s, x);
}

/// The residual and the ratios of member m are new.
template <int K>
FAIRSLOT_FUNCTION inline void changed(ProblemView const& p, RunState const& s, Shortlists& x,
                                      std::int32_t m) {
  if (!x.pays) return;
  if (x.entries == x.capacity) return write_all<K>(p, s, x);
  strike_out<K>(x, x.place[m]);
  write<K>(p, s, x, m);
}

// ---- Questions ----

template <int K>
struct Question {
  ProblemView const& p;
  RunState const& s;
  Shortlists& x;
  std::int32_t const* need;
  std::uint64_t const* allowed;
  double target[K - 1];
  Bytes room[K];
  Words ratio[K - 1];

  FAIRSLOT_FUNCTION Question(ProblemView const& problem, RunState const& state, Shortlists& lists,
                             int demand, std::uint64_t const* permitted)
      : p(problem),
        s(state),
        x(lists),
        need(p.demands + static_cast<std::int64_t>(demand) * K),
        allowed(permitted) {
    for (int r = 0; r < K; ++r) room[r] = Bytes::all(served::byte_of(need[r], x.shift[r]));
    double const* const targets = p.target + static_cast<std::int64_t>(demand) * K;
    for (int j = 0; j < K - 1; ++j) {
      target[j] = targets[served::resource(x, j)];
      ratio[j] = Words::all(rounded<K>(x, target[j]));
    }
  }

  FAIRSLOT_FUNCTION std::uint64_t permitted(int first, std::uint64_t bits) const {
    std::uint64_t open = 0;
    for (; bits != 0; bits &= bits - 1) {
      std::int64_t const m = exact_of<K>(x, first + lowest_bit(bits)).server;
      if (m >= 0 && (allowed[m / 64] >> (m % 64) & 1)) open |= bits & (~bits + 1);
    }
    return open;
  }

  /// Bits of the entries first .. first+63 that are written, permitted, and may have room.
  FAIRSLOT_FUNCTION std::uint64_t open(int first) const {
    Block<K> const& block = block_of<K>(x, first);
    int const written = x.entries - first;
    std::uint64_t bits = written < 64 ? (std::uint64_t{1} << written) - 1 : ~std::uint64_t{0};
    for (int r = 0; r < K; ++r) bits &= at_least(Bytes::load(block.room[r]), room[r]);
    return allowed == p.everywhere ? bits : permitted(first, bits);
  }

  /// Rounded scores of 32 entries.
  FAIRSLOT_FUNCTION Words scores(int first) const {
    Block<K> const& block = block_of<K>(x, first);
    Words sum = Words::all(0);
    for (int j = 0; j < K - 1; ++j)
      sum = sum + distance(ratio[j], Words::load(block.ratio[j] + first % 64));
    return sum;
  }

  /// No entry of a rounded score above this has a score as low as `score`.
  FAIRSLOT_FUNCTION std::int32_t limit(double score) const {
    constexpr double slack = 1.0 + 1.0 / (1 << 20);
    double const units = score * x.scale * slack + K;
    return units < widest ? static_cast<std::int32_t>(units) : widest;
  }

  FAIRSLOT_FUNCTION bool holds(std::int32_t m) const {
    return m >= 0 && (x.exact_rooms || servers::fits<K>(p, s, need, m));
  }

  FAIRSLOT_FUNCTION double score(Exact<K> const& exact) const {
    return fits::Best::sum_of_gaps<double, K>([&](int j) { return target[j] - exact.ratio[j]; });
  }
};

/// False: it has no room for more. Places after the last are `none` as far as they are looked at.
FAIRSLOT_FUNCTION inline bool append(Shortlist& list, int first, std::uint32_t bits,
                                     std::uint16_t const* score) {
  if (list.size + static_cast<int>(bits_set(bits)) > Shortlist::room) return false;
  for (; bits != 0; bits &= bits - 1) {
    int const i = lowest_bit(bits), at = list.size++;
    if (at % Words::size == 0) Words::all(none).store(list.score + at);
    list.score[at] = score[i];
    list.entry[at] = first + i;
  }
  return true;
}

/// A threshold that no more than `most` of the scores, 32 a part, do not exceed, or none at all:
/// the greatest of what 32 groups of them have as their least, or 16, or 8 ... About 130 are below
/// the first. `nearest`: the groups' least scores.
FAIRSLOT_FUNCTION inline std::int32_t threshold_for(Shortlists const& x, int parts, Words nearest,
                                                    int most) {
  std::uint16_t group[Words::size];
  nearest.store(group);
  for (int groups = Words::size;; groups /= 2) {
    std::uint16_t const threshold = greatest(Words::load(group));
    int below = 0;
    for (int i = 0; i < parts && threshold != none; ++i)
      below += static_cast<int>(
          bits_set(less_equal(Words::load(x.score + i * Words::size), Words::all(threshold))));
    if (threshold != none && (below <= most || groups == 1)) return threshold;
    for (int i = 0; i < Words::size; ++i)
      group[i] = group[i] < group[i ^ (groups / 2)] ? group[i] : group[i ^ (groups / 2)];
  }
}

/// Nothing that was written so far is on it: the next time it is made anew.
FAIRSLOT_FUNCTION inline void forget(Shortlist& list) { list.size = list.threshold = 0; }

/// Makes the shortlist of all entries whose rounded scores are at most `threshold`, or a higher
/// one; `parts`: of the journal that some of the open entries are in. False: they are too many.
template <int K>
FAIRSLOT_FUNCTION inline bool make(Question<K> const& q, Shortlist& list, std::int32_t threshold,
                                   int& parts) {
  constexpr int few = Shortlist::room / 4;
  Shortlists& x = q.x;
  Words nearest = Words::all(none);
  int all = 0;
  for (int first = 0; first < x.entries; first += 64) {
    std::uint64_t const open = q.open(first);
    for (int i = 0; i < 64; i += Words::size) {
      auto const bits = static_cast<std::uint32_t>(open >> i);
      if (bits == 0) continue;
      Words const scores = select(bits, q.scores(first + i), Words::all(none));
      scores.store(x.score + parts * Words::size);
      x.part[parts++] = first + i;
      nearest = lesser(nearest, scores);
      all += static_cast<int>(bits_set(bits));
    }
  }
  std::int32_t const natural =
      all <= few ? widest : threshold_for(x, parts, nearest, Shortlist::room * 3 / 4);
  list.threshold = natural > threshold ? natural : threshold;
  list.read = x.entries;
  list.size = 0;
  Words const limit = Words::all(static_cast<std::uint16_t>(list.threshold));
  bool fits = true;
  for (int i = 0; i < parts; ++i) {
    std::uint16_t const* const scores = x.score + i * Words::size;
    fits = fits && append(list, x.part[i], less_equal(Words::load(scores), limit), scores);
  }
  return fits;
}

/// Reads what was written since. False: the shortlist has no room for more.
template <int K>
FAIRSLOT_FUNCTION inline bool read_on(Question<K> const& q, Shortlist& list) {
  Shortlists& x = q.x;
  Words const limit = Words::all(static_cast<std::uint16_t>(list.threshold));
  bool fits = true;
  for (int first = list.read & ~63; first < x.entries; first += 64) {
    std::uint64_t open = q.open(first);
    if (list.read > first) open &= ~std::uint64_t{0} << (list.read - first);
    for (int i = 0; i < 64; i += Words::size) {
      auto bits = static_cast<std::uint32_t>(open >> i);
      if (bits == 0) continue;
      Words const scores = q.scores(first + i);
      bits &= less_equal(scores, limit);
      if (bits == 0) continue;
      scores.store(x.score);
      fits = fits && append(list, first + i, bits, x.score);
    }
  }
  list.read = x.entries;
  return fits;
}

struct Found {
  std::int32_t server;
  std::int32_t limit;  ///< better ones have no rounded score above it
};

/// Considers an entry. False: it does not hold any more.
template <int K>
FAIRSLOT_FUNCTION inline bool consider(Question<K> const& q, std::int32_t entry, Least& best) {
  Exact<K> const& exact = exact_of<K>(q.x, entry);
  auto const m = static_cast<std::int32_t>(exact.server);
  bool const holds = q.holds(m);
  double const score = holds ? q.score(exact) : score::none_yet.score;
  bool const better = (score < best.score) | ((score == best.score) & (m < best.server));
  best.score = better ? score : best.score;
  best.server = better ? m : best.server;
  return holds;
}

/// Considers what has a rounded score of more than `above` and at most `limit`. What does not hold
/// any more is taken off.
template <int K>
FAIRSLOT_FUNCTION inline void consider(Question<K> const& q, Shortlist& list, std::int32_t above,
                                       std::int32_t limit, Least& best) {
  auto const to = [&](Words scores, std::int32_t most) {
    return most < 0 ? 0 : less_equal(scores, Words::all(static_cast<std::uint16_t>(most)));
  };
  for (int i = 0; i < list.size; i += Words::size) {
    Words const scores = Words::load(list.score + i);
    for (std::uint32_t bits = to(scores, limit) & ~to(scores, above); bits != 0; bits &= bits - 1) {
      int const at = i + lowest_bit(bits);
      bool const holds = consider<K>(q, list.entry[at], best);
      list.score[at] = holds ? list.score[at] : none;
    }
  }
}

/// The best of a shortlist.
template <int K>
FAIRSLOT_FUNCTION inline Found best_of(Question<K> const& q, Shortlist& list) {
  constexpr std::int32_t far = 8192;
  std::int32_t const window = (list.threshold < far ? list.threshold : far) / 16;
  Least best = score::none_yet;
  std::int32_t upto = 0;
  while (best.server < 0) {
    Words nearest = Words::all(none);
    for (int i = 0; i < list.size; i += Words::size)
      nearest = lesser(nearest, Words::load(list.score + i));
    std::uint16_t const first = least(nearest);
    if (first == none) return {nowhere, widest};
    upto = first + window < widest ? first + window : widest;
    consider<K>(q, list, -1, upto, best);
  }
  std::int32_t const limit = q.limit(best.score);
  if (limit > upto) consider<K>(q, list, upto, limit, best);
  return {best.server, limit};
}

/// The best of all entries, without a shortlist; make() has just been called.
template <int K>
FAIRSLOT_FUNCTION inline std::int32_t best_of_all(Question<K> const& q, int parts) {
  Least best = score::none_yet;
  std::int32_t limit = widest;
  for (int i = 0; i < parts; ++i) {
    Words const scores = Words::load(q.x.score + i * Words::size);
    std::uint32_t bits = less_equal(scores, Words::all(static_cast<std::uint16_t>(limit)));
    for (; bits != 0; bits &= bits - 1) {
      consider<K>(q, q.x.part[i] + lowest_bit(bits), best);
      limit = q.limit(best.score);
    }
  }
  return best.server;
}

/// Notes that a pair asks; its shortlist's index or -1. `fresh`: it was not there.
FAIRSLOT_FUNCTION inline std::int32_t list_for(Shortlists& x, std::int32_t pair, bool& fresh) {
  std::int32_t const known = x.list_of[pair];
  fresh = static_cast<std::uint32_t>(known) >= static_cast<std::uint32_t>(x.lists) ||
          x.pair_of[known] != pair;
  if (!fresh) return known;
  ++x.pairs;
  if (x.lists == x.list_capacity) return -1;
  x.list_of[pair] = x.lists;
  x.pair_of[x.lists] = pair;
  return x.lists++;
}

struct Answer {
  std::int32_t server;  ///< or nowhere, or undecided
  bool made;            ///< reading on was not enough: all of the journal was read
};

/// The best permitted member for a task of the class.
template <int K>
FAIRSLOT_FUNCTION inline Answer find(ProblemView const& p, RunState const& s, Shortlists& x,
                                     int demand, std::int32_t pair, std::uint64_t const* allowed) {
  bool fresh;
  std::int32_t const index = list_for(x, pair, fresh);
  ++x.asked;
  if (!x.pays || index < 0) return {undecided, false};
  Shortlist& list = x.list[index];
  Question<K> const q(p, s, x, demand, allowed);
  bool whole = !fresh && read_on<K>(q, list), made = false;
  for (std::int32_t threshold = 0;;) {
    int parts = 0;
    made |= !whole;
    if (!whole && !make<K>(q, list, threshold, parts)) {
      forget(list);
      return {best_of_all<K>(q, parts), made};
    }
    Found const found = best_of<K>(q, list);
    if (list.threshold == widest || (found.server >= 0 && found.limit <= list.threshold))
      return {found.server, made};
    threshold = found.server >= 0 ? found.limit : whole ? 0 : widest;
    whole = false;
  }
}

}  // namespace fairslot::inline FAIRSLOT_ISA::shortlists
