#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Interval jobs to users who do one at a time, so that each has a part of its maximin share: first
/// single jobs by matchings, then bags.
struct MatchingBagfilling {
  static constexpr std::string_view name = "matching_bagfilling",
                                    summary =
                                        "interval jobs: to each a part of its maximin share, by "
                                        "single jobs and bags",
                                    source = "Li, Li, Zhang 2021",
                                    claims = "1/3 of the maximin share";
  static constexpr Takes takes = {.needs_pool = false, .needs_jobs = true};
  static constexpr OptionInfo given_beta = {"beta", option::Reals{0, 1, 1.0 / 3},
                                            "the part of the maximin share"};
  static constexpr OptionInfo options[] = {given_beta};

  explicit MatchingBagfilling(Values const& values) : beta(values.real(given_beta)) {}
  Answer solve(Instance const&, Steps) const;

  double beta;
};

}  // namespace fairslot::pool::mechanisms
