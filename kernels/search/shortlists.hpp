/// Best fit among the servers released in a slot, where few classes ask many questions, K > 1.
///
/// A journal (shortlist_journal.hpp) holds what these servers are like: residuals as bytes, ratios
/// as 16-bit numbers, side by side. A server that changes is struck out and written anew at the
/// end. Each (demand class, permitted set) that asks keeps a shortlist of the entries that have
/// room and whose rounded scores are not above its threshold; when it asks again, it reads on where
/// it stopped. Of its shortlist it takes the least, and computes the scores of those that come near
/// it as everywhere else. Where nothing is left on it, all of the journal is read again.
///
/// An example: two resources, norm 1, so a server's ratio is what is left of the second over what
/// is left of the first; 100 units a ratio. Servers 3, 5, 8 are released with (4, 4), (4, 6), (2,
/// 9) left: the journal has 0: server 3, ratio 100; 1: server 5, 150; 2: server 8, 450. Class A
/// asks for (2, 3), its target is 1.5, rounded 150. It reads entries 0 to 2: all have room, rounded
/// scores 50, 0, 300. Its threshold be 60: its list is {entry 0: 50, entry 1: 0}. The least is 0;
/// the score of server 5 is computed, 0.0, and no score as low has a rounded one above 0*100 + 2,
/// which is below the threshold: 5 it is. That leaves (2, 3) of it, ratio 1.5: entry 1 is struck
/// out, entry 3: server 5, 150 is written. A asks again and reads entry 3 only: room, score 0, on
/// the list. Entry 1 does not hold any more and is taken off, entry 3 answers: server 5 again, full
/// now, so it is struck out and not written. A asks a third time: nothing new to read, entry 3 does
/// not hold, entry 0 is the least, 50; its score is 0.5, the limit 52, not above 60: server 3. Were
/// the limit above the threshold, an entry that is not on the list could be better, and the list
/// would be made anew with that threshold.
#pragma once

#include "kernels/primitives/arena.hpp"
#include "kernels/search/pair_places.hpp"
#include "kernels/search/question.hpp"
#include "kernels/search/shortlist.hpp"

namespace fairslot {

/// Measured or bound.
inline void lay_out(Arena& arena, ProblemView const& p, int k, Shortlists& x) {
  constexpr int most_lists = 4096;
  auto const servers = static_cast<std::size_t>(p.server_stride);
  std::size_t const entries = 2 * servers, block_bytes = 64 * (3 * static_cast<std::size_t>(k) - 2);
  x.capacity = static_cast<std::int32_t>(entries);
  x.block = arena.take<char>(entries / 64 * block_bytes);
  x.exact = arena.take<char>(entries * 8 * static_cast<std::size_t>(k));
  x.score = arena.take<std::uint16_t>(entries);
  x.part = arena.take<std::int32_t>(entries / 32);
  x.place = arena.take<std::int32_t>(servers);
  lay_out(arena, p.pairs, most_lists, x.places);
  x.list = arena.take<Shortlist>(x.places.capacity);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace shortlists {

/// No answer: ask elsewhere.
using search::undecided;

/// A new slot: nobody has asked, nothing is written. Reading on costs what was written since, for
/// each pair that asks: more than the answers are worth where there are many pairs.
FAIRSLOT_FUNCTION inline void new_slot(Shortlists& x) {
  constexpr std::int64_t worth = 3000;  // entries read, of an answer by an index
  x.pays = x.pairs * (x.released + x.asked) <= worth * x.asked;
  x.asked = x.pairs = 0;
  x.places.used = 0;
  x.begun = false;
}

/// Begins with the members as they are now.
template <int K>
FAIRSLOT_FUNCTION inline void begin(ProblemView const& p, RunState const& s, Shortlists& x,
                                    std::uint64_t const* members) {
  x.begun = true;
  x.released = 0;
  for (int w = 0; w < p.words; ++w) x.released += static_cast<std::int64_t>(bits_set(members[w]));
  x.members = members;
  if (x.pays) write_all<K>(p, s, x);
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
  std::int32_t const known = pair_places::find(x.places, pair);
  fresh = known < 0;
  if (!fresh) return known;
  ++x.pairs;
  if (x.places.used == x.places.capacity) return -1;
  pair_places::give(x.places, x.places.used, pair);
  return x.places.used++;
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

}  // namespace shortlists
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
