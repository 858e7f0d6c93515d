#pragma once

#include "kernels/policy.hpp"

namespace fairslot::inline FAIRSLOT_ISA {

/// Time-varying task share fairness: tasks started so far over what the user could have started
/// alone. Li and Wang 2024, equations 3 and 4, algorithms 1 to 5.
struct TvTsf {
  static constexpr std::string_view h_values[] = {"exclusive", "full", "fluid"};
  static constexpr std::string_view denominator_values[] = {"backlogged", "since_arrival",
                                                            "since_start"};
  static constexpr OptionInfo options[] = {
      {"h", h_values, &Options::h,
       "h_i(t): starts on a cluster of its own in slot t; on an empty one; its mean a slot"},
      {"denominators", denominator_values, &Options::denominators,
       "slots that count: with tasks queued; since the user's first arrival; since slot 1"}};
  static constexpr PolicyInfo info = {"tvtsf", "lowest cumulative task share X/(w H_sum), best fit",
                                      "Li and Wang 2024, eq. 3-4, alg. 1-5", options};

  static constexpr Traits traits(Options const&) { return {.entitled = true}; }

  template <int K>
  FAIRSLOT_FUNCTION static double share(UserView<K> const& user, Options const&) {
    return ratio(static_cast<double>(user.started), user.weight, user.entitlement);
  }
  /// Of one user, or of several side by side.
  template <class Number>
  FAIRSLOT_FUNCTION static Number ratio(Number started, Number weight, Number entitlement) {
    return started / (weight * entitlement);
  }
};

}  // namespace fairslot::inline FAIRSLOT_ISA
