/// For up to L (demand class, placement group) pairs the T best servers of a snapshot, and the
/// servers that have changed since. The answer to a query is the better of the first server of the
/// list that has not changed and the best of those that have, scored as they are now. It is unknown
/// where the pair has no list, or all of its list has changed and a server beyond it may be best:
/// then the fill waits for the next batch of lists, for pairs that it nominates. Lists are made by
/// cluster_wide.cpp; they serve any score.
#pragma once

#include "kernels/primitives/arena.hpp"
#include "kernels/search/ranked.hpp"
#include "kernels/search/scan.hpp"
#include "kernels/search/score.hpp"
#include "kernels/servers/servers.hpp"
#include "kernels/state.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace candidate_lists {

/// The lists cannot tell.
inline constexpr std::int32_t unknown = -3;

inline void lay_out(Arena& arena, ProblemView const& p, CandidateLists& c) {
  auto const lists = static_cast<std::size_t>(c.limits.lists);
  auto const length = static_cast<std::size_t>(c.limits.length);
  std::size_t const seats = (static_cast<std::size_t>(p.users) + 63) / 64 * 64;
  c.tiles = (p.words + c.limits.tile_words - 1) / c.limits.tile_words;
  std::size_t const places = lists * static_cast<std::size_t>(c.tiles) * length;
  c.entry = arena.take<std::int32_t>(lists);
  c.pair = arena.take<std::int32_t>(lists);
  c.list_of = arena.take<std::int32_t>(p.pairs);
  c.next = arena.take<std::int32_t>(lists);
  c.score = arena.take<std::int64_t>(places);
  c.server = arena.take<std::int32_t>(places);
  c.tile_score = c.tiles > 1 ? arena.take<std::int64_t>(places) : c.score;
  c.tile_server = c.tiles > 1 ? arena.take<std::int32_t>(places) : c.server;
  c.changed_server = arena.take<std::int32_t>(c.limits.changed);
  c.changed_place = arena.take<std::int32_t>(p.servers);
  c.contender_key = arena.take<std::int64_t>(seats);
  c.contender = arena.take<std::int32_t>(seats);
  c.sorted_key = arena.take<std::int64_t>(seats);
  c.sorted_contender = arena.take<std::int32_t>(seats);
  c.lowest = arena.take<std::int32_t>(1);
}

/// Launches are enqueued ahead: those after a pause for the host do nothing.
FAIRSLOT_FUNCTION inline bool awaits_host(RunState const& s) {
  return s.search.engine == Search::lists && s.clock.pause != Pause::none &&
         s.clock.pause != Pause::budget && s.clock.pause != Pause::candidates;
}

/// Permitted servers with room for a task of the entry, and their scores under placement F.
template <int K, class F>
struct Candidates {
  ProblemView const& p;
  RunState const& s;
  std::int32_t entry;
  std::uint64_t const* allowed;
  score::Scorer<K, F> scorer;

  FAIRSLOT_FUNCTION Candidates(ProblemView const& problem, RunState const& state,
                               std::int32_t asking)
      : p(problem),
        s(state),
        entry(asking),
        allowed(servers::permitted(problem, state, entry)),
        scorer(problem, state, problem.entry[entry].demand) {}

  /// Permitted servers 64w .. that have room.
  FAIRSLOT_FUNCTION std::uint64_t open(int w) const {
    return scan::open<K>(p, s, entry, allowed, w);
  }
  /// Servers 64w .. that score less than `bound`.
  FAIRSLOT_FUNCTION std::uint64_t below(int w, double bound) const {
    using lanes::Doubles;
    std::uint64_t bits = 0;
    for (int i = 0; i < 64; i += Doubles::size) {
      Doubles const h = scorer.of_eight(64 * w + i);
      bits |= static_cast<std::uint64_t>(less(h, Doubles::all(bound))) << i;
    }
    return bits;
  }
  FAIRSLOT_FUNCTION Ranked of_open(int m) const { return {scorer.of(m), m}; }
  FAIRSLOT_FUNCTION bool is_open(int m) const {
    return (allowed[m / 64] >> (m % 64) & 1) != 0 &&
           servers::fits<K>(p, s, demand_of<K>(p, p.entry[entry].demand), m) &&
           (!s.policy.narrows || servers::has_room(p, s, entry, m));
  }
  FAIRSLOT_FUNCTION Ranked of(int m) const { return is_open(m) ? of_open(m) : nobody(); }
};

/// Has server m changed since the lists were made?
FAIRSLOT_FUNCTION inline bool has_changed(CandidateLists const& c, int m) {
  std::int32_t const place = c.changed_place[m];
  return place < c.changed && c.changed_server[place] == m;
}

/// Call after the residual of server m has changed.
FAIRSLOT_FUNCTION inline void changed(CandidateLists& c, int m) {
  if (!c.valid || has_changed(c, m)) return;
  if (c.changed == c.limits.changed) {
    c.valid = false;
    return;
  }
  c.changed_place[m] = c.changed;
  c.changed_server[c.changed++] = m;
}

FAIRSLOT_FUNCTION inline bool is_nominated(CandidateLists const& c, int pair) {
  std::int32_t const list = c.list_of[pair];
  return list < c.nominated && c.pair[list] == pair;
}

FAIRSLOT_FUNCTION inline void nominate(ProblemView const& p, CandidateLists& c,
                                       std::int32_t entry) {
  std::int32_t const pair = p.entry[entry].pair;
  if (is_nominated(c, pair)) return;
  c.list_of[pair] = c.nominated;
  c.entry[c.nominated] = entry;
  c.next[c.nominated] = 0;
  c.pair[c.nominated++] = pair;
}

/// Nominates the head of the user whose turn it is, and those of the users with the lowest keys:
/// they will ask next, most likely.
FAIRSLOT_FUNCTION inline void nominate(ProblemView const& p, RunState& s) {
  CandidateLists& c = s.search.candidates;
  c.valid = true;
  c.changed = c.nominated = 0;
  nominate(p, c, s.users.head[s.seats.user[*c.lowest]]);
  for (int i = 0; i < s.seats.count && c.sorted_key[i] != int64_max; ++i) {
    if (c.nominated == c.limits.lists) break;
    nominate(p, c, s.users.head[s.seats.user[c.sorted_contender[i]]]);
  }
}

/// The run goes on when the pairs of those who are next have lists.
FAIRSLOT_FUNCTION inline void await(RunState& s) {
  s.search.candidates.valid = false;
  s.clock.pause = Pause::candidates;
}

/// Tasks have ended on the touched servers.
FAIRSLOT_FUNCTION inline void released(ProblemView const& p, RunState& s) {
  if (s.search.engine != Search::lists) return;
  for (int w = 0; w < p.words && s.search.candidates.valid; ++w)
    for (std::uint64_t bits = s.servers.touched[w]; bits != 0; bits &= bits - 1)
      changed(s.search.candidates, 64 * w + lowest_bit(bits));
}

/// What the list of a pair says by itself: its first server that has not changed, or the one behind
/// which it knows nothing.
struct Listed {
  Ranked first;
  std::int32_t changed;  ///< servers
  bool known;            ///< the pair has a list
  bool used_up;          ///< all of it have changed, and others may have room
};

/// Called by one lane.
FAIRSLOT_FUNCTION inline Listed look_up(ProblemView const& p, CandidateLists& c,
                                        std::int32_t entry) {
  std::int32_t const pair = p.entry[entry].pair;
  if (!c.valid || !is_nominated(c, pair)) return {nobody(), 0, false, false};
  int const list = c.list_of[pair], length = c.limits.length;
  std::int64_t const begin = std::int64_t{list} * c.tiles * length;
  std::int64_t const* const score = c.score + begin;
  std::int32_t const* const server = c.server + begin;
  auto const ranked = [&](int i) { return Ranked{score_of(score[i]), server[i]}; };
  std::int32_t& next = c.next[list];
  while (next < length && server[next] >= 0 && has_changed(c, server[next])) ++next;
  if (next == length) return {ranked(length - 1), c.changed, true, true};
  return {server[next] >= 0 ? ranked(next) : nobody(), c.changed, true, false};
}

/// The server for a task of the entry, nobody().server, or unknown.
template <int K, class Executor>
FAIRSLOT_FUNCTION inline std::int32_t find(Executor const& by, ProblemView const& p, RunState& s,
                                           std::int32_t entry) {
  Listed const listed = by.alone([&] { return look_up(p, s.search.candidates, entry); });
  if (!listed.known) return unknown;
  return Fits::with(s.policy.traits.fit, [&]<class F>(F) {
    Candidates<K, F> const candidates(p, s, entry);
    Ranked const best = by.first(listed.changed, nobody(), [&](int i) {
      return candidates.of(s.search.candidates.changed_server[i]);
    });
    if (before(best, listed.first)) return best.server;
    return listed.used_up ? unknown : listed.first.server;
  });
}

}  // namespace candidate_lists
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
