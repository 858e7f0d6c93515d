/// What is run.
#pragma once

#include "kernels/policy_spec.hpp"
#include "kernels/traits.hpp"

namespace fairslot {

struct PolicyRun {
  Policy chosen;
  Traits traits;
  FitTraits fit;                              ///< of traits.fit
  std::uint64_t seed;                         ///< of its lots
  bool narrows;                               ///< it or limits a server say where there is room
  bool settles;                               ///< it has books of every slot
  bool plain;                                 ///< see Plain
  bool has_ties;                              ///< its keys have second words
  bool one_by_one;                            ///< it gives keys to one user at a time
  alignas(8) char state[policy_state_bytes];  ///< see state_of()
};

}  // namespace fairslot
