#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Dominant resource fairness: Ghodsi et al. 2011. Divisible by progressive filling; discrete, a
/// task at a time to the lowest share, algorithm 1. The policy `drf` of `fairslot run` is the
/// discrete one in slotted time, with tasks that end.
struct Drf {
  static constexpr std::string_view name = "drf",
                                    summary =
                                        "equal weighted dominant shares, by progressive "
                                        "filling",
                                    source = "Ghodsi et al. 2011",
                                    claims = "SI, PO, EF, SP, population monotonicity";
  static constexpr Takes takes = {.resource_weights = true, .left_out = true};
  static constexpr std::string_view discrete_names[] = {"no", "skip", "strict"},
                                    ties_names[] = {"lowest", "highest"};
  static constexpr OptionInfo given_discrete = {
      "discrete", option::Names{discrete_names},
      "whole tasks; who does not fit is passed over (skip) or ends it (strict)"};
  static constexpr OptionInfo given_ties = {"ties", option::Names{ties_names},
                                            "which index is first of equal shares, discrete"};
  static constexpr OptionInfo options[] = {given_discrete, given_ties};
  enum class Discrete { no, skip, strict };

  explicit Drf(Values const& values)
      : discrete(static_cast<Discrete>(values.integer(given_discrete))),
        highest_first(values.flag(given_ties)) {}
  Answer solve(Instance const&, Steps) const;
  /// Of divisible tasks that somebody has found.
  Answer answer(Instance const&, std::vector<double> tasks) const;

  Discrete discrete;
  bool highest_first;
};

}  // namespace fairslot::pool::mechanisms
