/// The candidate lists of the cluster-wide engine: pointers and counts. See candidate_lists.hpp.
#pragma once

#include <cstdint>

#include "kernels/simulation.hpp"

namespace fairslot {

/// A server and its score. Lists ascend by score, then server; under first fit all scores are 0.
struct Ranked {
  double score;
  std::int32_t server;
};

/// L lists of at most T servers, M servers in X tiles.
struct CandidateLists {
  WideLimits limits;
  std::int32_t tiles;

  bool valid;              ///< the lists are of this batch
  std::int32_t nominated;  ///< pairs that have a list, or will have one
  std::int32_t changed;    ///< servers that have changed since the lists were made

  std::int32_t* entry;           ///< [L] a job entry of the pair
  std::int32_t* pair;            ///< [L]
  std::int32_t* list_of;         ///< [pairs] the pair's list, if its `pair` says so
  std::int32_t* next;            ///< [L] all before it have changed
  std::int64_t* tile_score;      ///< [L][X][T] as integers in order; int64_max: no server
  std::int32_t* tile_server;     ///< [L][X][T] the lists of each tile alone
  std::int64_t* score;           ///< [L][X*T] the same in order: the first T are the list
  std::int32_t* server;          ///< [L][X*T]; -1: no other server has room
  std::int32_t* changed_server;  ///< [limits.changed]
  std::int32_t* changed_place;   ///< [M] place in changed_server, if that says so

  // While pairs are nominated. S = ceil(N/64)*64.
  std::int64_t* contender_key;     ///< [S] by seat; int64_max: does not contend
  std::int32_t* contender;         ///< [S] seats
  std::int64_t* sorted_key;        ///< [S] ascending
  std::int32_t* sorted_contender;  ///< [S] their seats
  std::int32_t* lowest;            ///< [1] seat of the lowest key, then tie
};

}  // namespace fairslot
