/// What the rankings (search/rankings.hpp) of a run are made of. Sizes in [] as in state.hpp.
#pragma once

#include "kernels/state/pair_places.hpp"

namespace fairslot {

/// The first servers by score, then number, for one (demand class, permitted set).
struct alignas(64) Ranking {
  static constexpr int room = 64;
  double score[room];  ///< the best one last; behind it -infinity
  std::int32_t server[room];
  std::int32_t size;
  std::int32_t answered;  ///< questions, since it was made
  std::int32_t wait;      ///< so many questions of the pair are not worth making it
  std::int32_t pause;     ///< the last such number
  /// Who comes before it is on the ranking.
  std::int32_t bound_server;
  double bound_score;
  std::int64_t read_up_to;  ///< entries of the log that it knows, or:
  static constexpr std::int64_t unmade = -1;
};

/// Servers as they were after each of the last changes, in order: of at least as many as there are
/// servers.
struct ChangeLog {
  std::int32_t* server;  ///< [stride]
  std::int32_t* left;    ///< [K][stride] residuals
  double* ratio;         ///< [references][K][stride]
  std::int32_t stride, capacity, size;
  std::int64_t forgotten;  ///< entries that were written before these
};

struct Rankings {
  ChangeLog log;
  std::int32_t room;  ///< servers that a ranking holds, at most Ranking::room
  PairPlaces places;
  std::int32_t next;  ///< place of the next pair that has none
  Ranking* ranking;   ///< [places.capacity]
};

}  // namespace fairslot
