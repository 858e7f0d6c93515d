#include "host/dfe.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace fairslot {

Dfe::Dfe(std::span<double const> shares) {
  for (double const share : shares) {
    total_ += share;
    if (share > 0)
      logs_.push_back(std::log(share));
    else
      none_ = true;
  }
  log_total_ = std::log(total_);
}

double Dfe::at(double beta, double lambda) const {
  if (logs_.empty() || beta == 1) return std::numeric_limits<double>::quiet_NaN();
  if (beta > 1 && none_) return -std::numeric_limits<double>::infinity();
  double const power = 1 - beta;
  // The term that is largest is 1 in the sum.
  double const most =
      power > 0 ? *std::ranges::max_element(logs_) : *std::ranges::min_element(logs_);
  double sum = 0;
  for (double const log : logs_) sum += std::exp(power * (log - most));
  double const log_sum = std::log(sum) + power * (most - log_total_);
  return std::copysign(std::exp(log_sum / beta + lambda * log_total_), power);
}

}  // namespace fairslot
