/// Weighted max-min fairness of one amount.
#pragma once

#include <optional>
#include <span>
#include <vector>

namespace fairslot::pool {

struct MaxMinParts {
  std::vector<double> amounts;  ///< [users]
  std::optional<double> level;  ///< amount over weight of all who want more
};

/// `wanted` and `weights` [users]; wanted may be infinite, and who weighs 0 gets nothing.
MaxMinParts max_min_parts(double amount, std::span<double const> wanted,
                          std::span<double const> weights);

}  // namespace fairslot::pool
