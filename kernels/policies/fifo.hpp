#pragma once

#include "kernels/policy.hpp"

namespace fairslot {
inline namespace FAIRSLOT_ISA {

/// First come, first served: the earliest submit slot among the users' next tasks.
struct Fifo {
  static constexpr Description info = {"fifo", "earliest submit slot of the next task",
                                       "a baseline of Zhou et al. 2020"};
  using Options = NoOptions;

  static constexpr Traits traits(Options const&) { return {}; }

  template <int K, class User>
  FAIRSLOT_FUNCTION static auto share(User const& user, Options const&) {
    return user.submit();
  }
};

}  // namespace FAIRSLOT_ISA
}  // namespace fairslot
