#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// Task share fairness: tasks over what the whole cluster could run of them. Wang et al. 2016.
struct Tsf {
  static constexpr OptionInfo options[] = {option::memory};
  static constexpr PolicyInfo info = {"tsf", "lowest task share n/(w H), best fit",
                                      "Wang et al. 2016", options};

  static constexpr Traits traits(Options const& o) {
    return {.slot_memory = option::slot_memory(o)};
  }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    return static_cast<double>(user.count) / (user.weight * static_cast<double>(user.monopoly));
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
