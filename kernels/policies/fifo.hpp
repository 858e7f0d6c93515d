#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// First come, first served: the earliest submit slot among the users' next tasks.
struct Fifo {
  static constexpr PolicyInfo info = {"fifo",
                                      "earliest submit slot of the next task, best fit",
                                      "a baseline of Zhou et al. 2020",
                                      {}};

  static constexpr Traits traits(Options const&) { return {}; }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    return static_cast<double>(user.submit);
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
