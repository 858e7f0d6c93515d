/// Which of a few lists, or the like, a (demand class, permitted set) has.
#pragma once

#include <cstdint>

namespace fairslot {

struct PairPlaces {
  std::int32_t capacity, used;  ///< places; those from `used` on are nobody's
  std::int32_t* place_of;       ///< [pairs] a place, if pair_of agrees
  std::int32_t* pair_of;        ///< [capacity]
};

}  // namespace fairslot
