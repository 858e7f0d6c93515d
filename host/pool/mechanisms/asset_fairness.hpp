#pragma once

#include "host/pool/mechanism.hpp"

namespace fairslot::pool::mechanisms {

/// Equal sums of shares over all resources, by progressive filling.
struct AssetFairness {
  static constexpr std::string_view name = "asset_fairness",
                                    summary = "equal weighted sums of shares of all resources",
                                    source = "Ghodsi et al. 2011",
                                    claims = "PO, EF, SP, population monotonicity";

  static constexpr Takes takes = {};
  Answer solve(Instance const&, Steps) const;
};

}  // namespace fairslot::pool::mechanisms
