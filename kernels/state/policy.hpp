/// What is run.
#pragma once

#include "kernels/problem_view.hpp"

namespace fairslot {

struct PolicyRun {
  Policy chosen;
  Traits traits;
  Judge judge;                                ///< it, or while it replays who picked then
  FitTraits fit;                              ///< of traits.fit
  std::uint64_t seed;                         ///< of its lots
  bool narrows;                               ///< it or limits a server say where there is room
  bool settles;                               ///< it has books of every slot
  bool plain;                                 ///< see Plain
  bool ends_vary;                             ///< of tasks of one job that start together
  bool has_ties;                              ///< its keys have second words
  bool one_by_one;                            ///< it gives keys to one user at a time
  alignas(8) char state[policy_state_bytes];  ///< see state_of()
};

}  // namespace fairslot
