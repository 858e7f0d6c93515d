/// What the shortlists (shortlists.hpp) of a run are made of. Sizes in [] as in state.hpp.
#pragma once

#include <cstddef>
#include <cstdint>

#include "kernels/problem.hpp"
#include "kernels/state/pair_places.hpp"

namespace fairslot {

/// Entries of the journal that may be the best for one (demand class, permitted set).
struct alignas(64) Shortlist {
  static constexpr int room = 256;
  std::int32_t size;
  std::int32_t read;          ///< entries of the journal that it knows
  std::int32_t threshold;     ///< it has those of at most this score
  std::uint16_t score[room];  ///< rounded; 65535: none
  std::int32_t entry[room];
};

struct Shortlists {
  int slot, n;                        ///< the reference served
  std::int32_t least[max_resources];  ///< demand of any class served
  int shift[max_resources];           ///< makes residuals bytes
  bool exact_rooms;                   ///< bytes tell exactly where there is room
  double scale;                       ///< of the rounding: units a ratio

  std::uint64_t const* members;  ///< [W] bits of the servers that it is about
  std::int32_t entries, capacity;
  char* block;           ///< [capacity/64] Block<K>
  char* exact;           ///< [capacity] Exact<K>
  std::int32_t* part;    ///< [capacity/32] 32 entries each, some of which are open
  std::uint16_t* score;  ///< [capacity/32][32] their scores
  std::int32_t* place;   ///< [M] of the members: the entry that holds, or -1

  PairPlaces places;  ///< of those that asked in this slot
  Shortlist* list;    ///< [places.capacity]

  bool begun;                           ///< somebody has asked in this slot
  bool pays;                            ///< worth it in this slot
  std::int64_t asked, pairs, released;  ///< in this slot: questions, pairs that asked, members
};

}  // namespace fairslot
