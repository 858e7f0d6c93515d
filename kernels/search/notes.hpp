/// Which servers have changed since an index was asked. It is brought up to date when it is, so a
/// stretch in which nobody asks costs a note a server.
#pragma once

#include "kernels/primitives/arena.hpp"
#include "kernels/primitives/exact.hpp"
#include "kernels/state.hpp"

namespace fairslot {

struct Notes {
  std::uint64_t* noted;  ///< [W] bits of the servers that have changed
  std::int32_t* server;  ///< [M] their list
  std::int32_t count;
  std::int64_t scanned_words;        ///< looked at instead of asking the index
  std::int64_t asked, asked_before;  ///< how often in this slot and in the one before
};

/// Measured or bound.
inline void lay_out(Arena& arena, ProblemView const& p, Notes& x) {
  x.noted = arena.take<std::uint64_t>(p.words);
  x.server = arena.take<std::int32_t>(p.servers);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace notes {

FAIRSLOT_FUNCTION inline void new_slot(Notes& x) {
  x.asked_before = x.asked;
  x.asked = 0;
}

FAIRSLOT_FUNCTION inline void add(Notes& x, int m) {
  std::uint64_t const bit = std::uint64_t{1} << (m % 64);
  if (x.noted[m / 64] & bit) return;
  x.noted[m / 64] |= bit;
  x.server[x.count++] = m;
}

/// Catching up would take longer than looking at all servers has taken since it was last done, and
/// than it would take as often as the index was asked in the slot before.
FAIRSLOT_FUNCTION inline bool scan_pays(ProblemView const& p, Notes& x) {
  constexpr int words_a_change = 4;
  std::int64_t const worth = std::int64_t{words_a_change} * x.count;
  ++x.asked;
  if (x.scanned_words + p.words > worth || x.asked_before * p.words > worth) return false;
  x.scanned_words += p.words;
  return true;
}

/// changed(m) for each server that has.
template <class F>
FAIRSLOT_FUNCTION inline void catch_up(Notes& x, F const& changed) {
  for (int i = 0; i < x.count; ++i) {
    x.noted[x.server[i] / 64] = 0;
    changed(x.server[i]);
  }
  x.count = 0;
  x.scanned_words = 0;
}

}  // namespace notes
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
