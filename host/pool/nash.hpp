/// max Σ ε_i log x_i under capacities and limits, ε_i the part of all weights: the Nash product of
/// users of divisible tasks, by Newton's method on the prices.
#pragma once

#include <vector>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

struct NashPoint {
  std::vector<double> tasks;  ///< [N]
  std::vector<double>
      spent;  ///< [N] at the prices, of its part of all weights: 1, or less at a limit
  std::vector<double> price;  ///< [K] of all of a resource
  /// Most of: use beyond a capacity, a price times what is left, a user's gain by another x.
  double residual;
};

/// Throws NotConverged where the residual is above 1e-9.
NashPoint nash(Instance const&);

}  // namespace fairslot::pool
