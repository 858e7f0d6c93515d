/// Few of many pairs have a list: which one, in two looks.
#pragma once

#include "kernels/macros.hpp"
#include "kernels/primitives/arena.hpp"
#include "kernels/state/pair_places.hpp"

namespace fairslot {

/// Measured or bound.
inline void lay_out(Arena& arena, int pairs, int most_places, PairPlaces& x) {
  x.capacity = pairs < most_places ? pairs : most_places;
  x.place_of = arena.take<std::int32_t>(pairs);
  x.pair_of = arena.take<std::int32_t>(x.capacity);
}

}  // namespace fairslot

namespace fairslot {
inline namespace FAIRSLOT_ISA {
namespace pair_places {

/// The pair's, or -1. What nobody wrote yet, or wrote for another pair, is told by pair_of.
FAIRSLOT_FUNCTION inline std::int32_t find(PairPlaces const& x, std::int32_t pair) {
  std::int32_t const at = x.place_of[pair];
  bool const used = static_cast<std::uint32_t>(at) < static_cast<std::uint32_t>(x.used);
  return used && x.pair_of[at] == pair ? at : -1;
}

FAIRSLOT_FUNCTION inline void give(PairPlaces& x, std::int32_t at, std::int32_t pair) {
  x.place_of[pair] = at;
  x.pair_of[at] = pair;
}

}  // namespace pair_places
}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
