/// One shortlist: the entries of the journal that may be the best for one demand class and
/// permitted set. It has all whose rounded scores are at most its threshold, of those written
/// before `read`.
#pragma once

#include "kernels/search/shortlist_question.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace shortlists {

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

// ---- The best of it ----

struct Found {
  std::int32_t server;
  std::int32_t limit;  ///< better ones have no rounded score above it
};

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

/// The best of a shortlist. The nearest are considered first, further ones where none of them
/// holds.
template <int K>
FAIRSLOT_FUNCTION inline Found best_of(Question<K> const& q, Shortlist& list) {
  Least best = score::none_yet;
  std::int32_t upto = 0;
  for (std::int32_t window = 2 * K; best.server < 0; window *= 8) {
    Words nearest = Words::all(none);
    for (int i = 0; i < list.size; i += Words::size)
      nearest = lesser(nearest, Words::load(list.score + i));
    std::uint16_t const first = least(nearest);
    if (first == none) return {score::none_yet.server, widest};
    upto = window < widest - first ? first + window : widest;
    consider<K>(q, list, -1, upto, best);
  }
  std::int32_t const limit = q.limit(best.score);
  if (limit > upto) consider<K>(q, list, upto, limit, best);
  return {best.server, limit};
}

}  // namespace shortlists
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
