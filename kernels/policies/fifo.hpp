#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// First come, first served: the earliest submit slot among the users' next tasks.
struct Fifo {
  static constexpr Description info = {.name = "fifo",
                                       .lowest = "submit slot of the next task",
                                       .source = "Zhou et al. 2020, a baseline",
                                       .remembers = "nothing",
                                       .claims = "none"};
  using Options = NoOptions;

  static constexpr Traits traits(Options const&) { return {}; }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return user.submit();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
