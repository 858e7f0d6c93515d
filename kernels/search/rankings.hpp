/// The same (demand class, permitted set) asks again and again, and between two questions few
/// servers change: the answer is continued. Any placement, any number of resources.
///
/// A ranking holds the first servers with room for a pair, by score, then number, up to a bound:
/// who comes before the bound is on it. All changes of servers are logged. A question first reads
/// what was logged since the last one: a server that now comes before the bound is put in its
/// place. Then the best entry that still holds, its server having room and the same score, is the
/// answer; others are taken off. An entry whose server has changed is worth nothing, since the
/// server was put in its new place when its change was read. Where nothing is left on it a ranking
/// is made anew, unless its bound is behind all servers: then there is no room.
///
/// An example: rankings of two, servers 0 to 4 with scores 5, 1, 4, 1, 9. The ranking made is
/// {server 1: 1, server 3: 1}, the bound is (4, server 2). The answer is server 1, which has then
/// the score 7: it is logged. The next question reads that; 7 is behind the bound. The entry of
/// server 1 does not hold; server 3 is the answer, and has then 2. Read, it is put in: {server 3:
/// 2, server 3: 1}; the last does not hold, the first does: server 3 again. A task ends on server
/// 4, which has the score 3 now: {server 4: 3, ...}.
#pragma once

#include "kernels/primitives/arena.hpp"
#include "kernels/search/pair_places.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/scan.hpp"
#include "kernels/state/rankings.hpp"

namespace fairslot {

/// Measured or bound.
inline void lay_out(Arena& arena, ProblemView const& p, int k, ChangeLog& log) {
  log.capacity = 2 * ((p.servers + 1024) / 64 * 64);
  log.stride = log.capacity + 64;
  auto const stride = static_cast<std::size_t>(log.stride);
  log.server = arena.take<std::int32_t>(stride);
  log.left = arena.take<std::int32_t>(static_cast<std::size_t>(k) * stride);
  log.ratio = arena.take<double>(static_cast<std::size_t>(p.references * k) * stride);
}

inline void lay_out(Arena& arena, ProblemView const& p, int k, Rankings& x) {
  constexpr int most_rankings = 4096;
  lay_out(arena, p, k, x.log);
  x.room = p.servers / 8 + 2 < Ranking::room ? p.servers / 8 + 2 : Ranking::room;
  lay_out(arena, p.pairs, most_rankings, x.places);
  x.ranking = arena.take<Ranking>(x.places.capacity);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace rankings {

using lanes::Doubles;
using lanes::Ints;
using search::Question;

inline constexpr double infinite = __builtin_inf();
inline constexpr std::int32_t last_server = 0x7fffffff;

/// Makes room: the older half is forgotten.
template <int K>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void slide(ProblemView const& p, RunState const& s,
                                                   ChangeLog& log) {
  int const half = log.capacity / 2;
  auto const move = [&](auto* row) {
    for (int i = 0; i < half; ++i) row[i] = row[half + i];
  };
  move(log.server);
  for (int r = 0; r < K; ++r) move(log.left + r * log.stride);
  int const ratios = s.policy.fit.reads_ratios ? p.references * K : 0;
  for (int row = 0; row < ratios; ++row) move(log.ratio + row * log.stride);
  log.forgotten += half;
  log.size = half;
}

/// Server m's residual and ratios are new.
template <int K>
FAIRSLOT_FUNCTION inline void note(ProblemView const& p, RunState const& s, ChangeLog& log,
                                   std::int32_t m) {
  if (log.size == log.capacity) slide<K>(p, s, log);
  int const i = log.size++;
  std::int64_t const stride = p.server_stride;
  log.server[i] = m;
  for (int r = 0; r < K; ++r) log.left[r * log.stride + i] = s.servers.residual[r * stride + m];
  if (!s.policy.fit.reads_ratios) return;
  for (int n = 0; n < p.references; ++n)
    for (int k = 0; k < K - 1; ++k) {
      int const row = n * K + k + (k >= p.reference_of[n]);
      log.ratio[row * log.stride + i] = s.servers.ratio[row * stride + m];
    }
}

/// Entries that were ever written.
FAIRSLOT_FUNCTION inline std::int64_t written(ChangeLog const& log) {
  return log.forgotten + log.size;
}

/// What is less work than to ask elsewhere.
struct Worth {
  bool sure;             ///< a ranking is worth making, whatever it did for the pair before
  std::int32_t answers;  ///< so many questions it has to answer to be worth making
  std::int32_t reading;  ///< so much of the log
};

/// Of answers: what a ranking did for the pair before does not count.
inline constexpr std::int32_t never = 1 << 24;

/// The pair's ranking: its own place, a free one, or that of the pair that came first if one is
/// `sure` to be worth making. Else none.
FAIRSLOT_FUNCTION inline Ranking* ranking_of(Rankings& x, std::int32_t pair, Worth worth) {
  std::int32_t at = pair_places::find(x.places, pair);
  if (at >= 0) return x.ranking + at;
  bool const free = x.places.used < x.places.capacity;
  if (!worth.sure && (!free || worth.answers == never)) return nullptr;
  at = x.next;
  x.next = at + 1 < x.places.capacity ? at + 1 : 0;
  x.places.used = x.places.used <= at ? at + 1 : x.places.used;
  pair_places::give(x.places, at, pair);
  Ranking& r = x.ranking[at];
  r.read_up_to = Ranking::unmade;
  r.pause = r.wait = 2 * worth.answers;
  return &r;
}

/// It knows so much of the log that it can be continued.
FAIRSLOT_FUNCTION inline bool can_go_on(Rankings const& x, Ranking const& r, Worth worth) {
  return r.read_up_to >= x.log.forgotten && written(x.log) - r.read_up_to <= worth.reading;
}

/// One that cannot be continued is made anew at once if it was worth it, else after a pause that
/// becomes longer and longer.
FAIRSLOT_FUNCTION inline bool is_due(Ranking& r, Worth worth) {
  constexpr std::int32_t longest = 1024;
  if (r.read_up_to != Ranking::unmade) {
    std::int32_t const longer = 2 * (r.pause + worth.answers);
    r.pause = r.answered >= worth.answers ? 0 : longer < longest ? longer : longest;
    r.wait = r.pause;
    r.read_up_to = Ranking::unmade;
  }
  return worth.sure || --r.wait < 0;
}

/// Nothing is on it, and it knows of all changes.
FAIRSLOT_FUNCTION inline void clear(Rankings const& x, Ranking& r) {
  for (int i = 0; i < Ranking::room; ++i) r.score[i] = -infinite;
  r.size = 0;
  r.read_up_to = written(x.log);
  r.answered = 0;
  r.bound_score = infinite;
  r.bound_server = last_server;
}

/// All servers with room are on it.
FAIRSLOT_FUNCTION inline bool is_whole(Ranking const& r) { return r.bound_score == infinite; }

FAIRSLOT_FUNCTION inline bool is_before_bound(Ranking const& r, double score, std::int32_t m) {
  return score < r.bound_score || (score == r.bound_score && m < r.bound_server);
}

/// How many of it come after a server of this score.
FAIRSLOT_FUNCTION inline int count_after(Ranking const& r, double score, std::int32_t m) {
  int n = 0;
  Doubles const wanted = Doubles::all(score);
  for (int i = 0; i < r.size; i += Doubles::size) {
    Doubles const here = Doubles::load(r.score + i);
    n += static_cast<int>(bits_set(less(wanted, here)));
    for (std::uint64_t ties = equal(wanted, here); ties != 0; ties &= ties - 1)
      n += r.server[i + lowest_bit(ties)] > m;
  }
  return n;
}

FAIRSLOT_FUNCTION inline void set(Ranking& r, int at, double score, std::int32_t m) {
  r.score[at] = score;
  r.server[at] = m;
}

/// Puts a server that comes before the bound in its place. Where all are taken the last one falls
/// out and is the bound.
FAIRSLOT_FUNCTION inline void put(Rankings const& x, Ranking& r, double score, std::int32_t m) {
  int const at = count_after(r, score, m);
  if (at < r.size && r.server[at] == m && r.score[at] == score) return;
  if (r.size < x.room) {
    for (int i = r.size++; i > at; --i) set(r, i, r.score[i - 1], r.server[i - 1]);
    return set(r, at, score, m);
  }
  r.bound_score = at == 0 ? score : r.score[0];
  r.bound_server = at == 0 ? m : r.server[0];
  if (at == 0) return;
  for (int i = 1; i < at; ++i) set(r, i - 1, r.score[i], r.server[i]);
  set(r, at - 1, score, m);
}

/// Of `eights` x 8 entries those of the bits whose scores are not above the bound. With a screen at
/// the price of few scores.
template <int K, int eights, class F>
FAIRSLOT_FUNCTION inline std::uint64_t near(score::Scorer<K, F> const& scorer, std::uint64_t bits,
                                            int first, Ranking const& r) {
  if (is_whole(r)) return bits;
  if constexpr (score::has_screen<score::Scorer<K, F>>) {
    std::uint64_t may = 0;
    for (int i = 0; i < eights; ++i)
      may |= std::uint64_t{scorer.screen.may(EightServers{scorer.at, first + 8 * i})} << 8 * i;
    bits &= may;
    if (bits == 0) return 0;
  }
  Doubles const bound = Doubles::all(r.bound_score);
  std::uint64_t beyond = 0;
  for (int i = 0; i < eights; ++i)
    beyond |= std::uint64_t{less(bound, scorer.of_eight(first + 8 * i))} << 8 * i;
  return bits & ~beyond;
}

/// Who asks.
template <int K, class F>
struct Asking {
  ProblemView const& p;
  RunState const& s;
  Rankings const& x;
  Question const& q;
  std::int32_t const* need;
  score::Scorer<K, F> scorer, logged;  ///< of servers, of the log's entries

  FAIRSLOT_FUNCTION Asking(ProblemView const& problem, RunState const& state, Rankings const& all,
                           Question const& question)
      : p(problem),
        s(state),
        x(all),
        q(question),
        need(demand_of<K>(p, q.demand)),
        scorer(p, s, q.demand),
        logged(p, q.demand, x.log.left, x.log.ratio, x.log.stride) {}

  FAIRSLOT_FUNCTION bool is_open(std::int32_t m) const {
    bool const permitted = q.allowed[m / 64] >> (m % 64) & 1;
    if (!permitted || !servers::fits<K>(p, s, need, m)) return false;
    return !s.policy.narrows ||
           servers::narrowed<K>(p, s, q.entry, std::uint64_t{1} << (m % 64), m / 64) != 0;
  }
  FAIRSLOT_FUNCTION std::uint64_t open(int w) const {
    return scan::open<K>(p, s, q.entry, q.allowed, w);
  }

  /// Puts server m on the ranking if it comes before the bound.
  FAIRSLOT_FUNCTION void consider(Ranking& r, std::int32_t m) const {
    double const score = scorer.of(m);
    if (is_before_bound(r, score, m)) put(x, r, score, m);
  }

  /// A score that some dozens of servers are not above, by every so many words: of those in each
  /// of eight lanes the least, the greatest of these. Infinite where they are few.
  FAIRSLOT_FUNCTION double likely_bound() const {
    if (p.words < 8) return infinite;
    int const step = p.words < 64 ? 2 : p.words < 512 ? p.words / 32 : 16;
    Doubles const none = Doubles::all(infinite);
    Doubles least = none;
    for (int w = 0; w < p.words; w += step) {
      std::uint64_t const bits = open(w);
      for (int i = 0; i < 64 && bits >> i != 0; i += Doubles::size)
        least = lesser(least, select(bits >> i & 0xff, scorer.of_eight(64 * w + i), none));
    }
    double lane[Doubles::size], bound = -infinite;
    least.store(lane);
    for (double const score : lane) bound = bound < score ? score : bound;
    return bound;
  }
};

/// Made of all servers as they are.
template <int K, class F>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline void make(Asking<K, F>& asking, Ranking& r) {
  clear(asking.x, r);
  if constexpr (F::traits.scores) r.bound_score = asking.likely_bound();
  for (int w = 0; w < asking.p.words; ++w) {
    if (!is_whole(r)) asking.scorer.screen.beat(r.bound_score);
    std::uint64_t bits = asking.open(w);
    if (bits != 0) bits = near<K, 8>(asking.scorer, bits, 64 * w, r);
    for (; bits != 0; bits &= bits - 1) asking.consider(r, 64 * w + lowest_bit(bits));
    if (!F::traits.scores && !is_whole(r)) return;
  }
}

/// Reads what has changed.
template <int K, class F>
FAIRSLOT_FUNCTION inline void read_on(Asking<K, F>& asking, Ranking& r) {
  ChangeLog const& log = asking.x.log;
  if (!is_whole(r)) asking.logged.screen.beat(r.bound_score);
  for (int i = static_cast<int>(r.read_up_to - log.forgotten); i < log.size; i += Ints::size) {
    int const here = log.size - i;
    std::uint32_t open = here < Ints::size ? (1u << here) - 1 : 0xffff;
    for (int k = 0; k < K; ++k)
      open = at_least(open, Ints::load(log.left + k * log.stride + i), Ints::all(asking.need[k]));
    if (open == 0) continue;
    std::uint64_t bits = near<K, 2>(asking.logged, open, i, r);
    for (; bits != 0; bits &= bits - 1) {
      std::int32_t const m = log.server[i + lowest_bit(bits)];
      if (asking.is_open(m)) asking.consider(r, m);
    }
  }
  r.read_up_to = written(log);
}

/// The first of it that holds; nowhere: there is none.
template <int K, class F>
FAIRSLOT_FUNCTION inline std::int32_t first(Asking<K, F> const& asking, Ranking& r) {
  for (; r.size > 0; r.score[r.size] = -infinite) {
    std::int32_t const m = r.server[r.size - 1];
    if (asking.is_open(m) && asking.scorer.of(m) == r.score[r.size - 1]) return m;
    --r.size;
  }
  return search::nowhere;
}

/// The best server for a task of the pair, nowhere, or undecided: somebody else has to be asked.
/// `made`: a ranking, of all servers.
template <int K, class F>
FAIRSLOT_APART FAIRSLOT_FUNCTION inline std::int32_t find(ProblemView const& p, RunState const& s,
                                                          Rankings& x, Question const& q,
                                                          Worth worth, bool& made) {
  Ranking* const r = ranking_of(x, q.pair, worth);
  if (r == nullptr) return search::undecided;
  Asking<K, F> asking(p, s, x, q);
  if (can_go_on(x, *r, worth)) {
    read_on(asking, *r);
    std::int32_t const m = first(asking, *r);
    if (m >= 0 || is_whole(*r)) return ++r->answered, m;
  }
  if (!is_due(*r, worth)) return search::undecided;
  made = true;
  make(asking, *r);
  return first(asking, *r);
}

}  // namespace rankings
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
