#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// SequentialMinMax: the lowest dominant share after the next task. Parkes, Procaccia, Shah 2015.
struct Cdrf {
  static constexpr OptionInfo options[] = {option::memory};
  static constexpr PolicyInfo info = {
      "cdrf", "lowest dominant share counting the next task, dom(U + d)/w, best fit",
      "Parkes, Procaccia and Shah 2015, SequentialMinMax", options};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = option::slot_memory(o)};
  }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    std::int64_t after[K];
    for (int r = 0; r < K; ++r) after[r] = user.usage[r] + user.demand[r];
    return dominant_share<K>(after, user.totals) / user.weight;
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
