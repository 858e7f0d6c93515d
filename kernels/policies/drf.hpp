#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// Dominant resource fairness on one pool. Ghodsi et al. 2011, algorithm 1.
struct Drf {
  static constexpr OptionInfo options[] = {option::memory, option::strict};
  static constexpr PolicyInfo info = {"drf", "lowest dominant share dom(U)/w, one pool",
                                      "Ghodsi et al. 2011, alg. 1", options};

  static constexpr Traits traits(Options const& o) {
    return {.pool = true, .strict = o.strict != 0, .slot_memory = option::slot_memory(o)};
  }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    return dominant_share<K>(user.usage, user.totals) / user.weight;
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
