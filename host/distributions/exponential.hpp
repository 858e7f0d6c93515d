#pragma once

#include "host/distributions/law.hpp"
#include "host/distributions/portable_math.hpp"

namespace fairslot::distributions {

struct Exponential {
  static constexpr std::string_view name = "exponential", summary = "P(X > x) = exp(-x / mean)";
  static constexpr OptionInfo given_mean = {"mean", option::Reals{1e-6, 1e9, 1}, "the mean"};
  static constexpr OptionInfo options[] = {given_mean, grid::least, grid::most, grid::step};

  explicit Exponential(Values const& values) : mean(values.real(given_mean)) {}
  double quantile(double u) const { return -mean * portable::log(1 - u); }

  double mean;
};

}  // namespace fairslot::distributions
