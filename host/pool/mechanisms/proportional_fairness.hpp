#pragma once

#include "host/pool/mechanisms/max_min.hpp"

namespace fairslot::pool::mechanisms {

/// max Σ w_i log a_i of one resource. There its optimum, a_i = min(d_i, w_i/λ), is that of weighted
/// max-min fairness; of several resources it is `ceei`.
struct ProportionalFairness {
  static constexpr std::string_view name = "proportional_fairness",
                                    summary =
                                        "proportional fairness of one resource, where it is "
                                        "max_min",
                                    source = "Kelly 1997; the thesis' F_PF",
                                    claims = "SI, PO, EF, SP";
  static constexpr Takes takes = MaxMin::takes;
  static constexpr OptionInfo options[] = {MaxMin::given_resource};

  explicit ProportionalFairness(Values const& values)
      : resource(static_cast<std::size_t>(values.integer(MaxMin::given_resource))) {}
  Answer solve(Instance const& in, Steps) const { return solve_max_min(name, in, resource); }

  std::size_t resource;
};

}  // namespace fairslot::pool::mechanisms
