#pragma once

#include "host/distributions/law.hpp"
#include "host/distributions/portable_math.hpp"

namespace fairslot::distributions {

struct Lognormal {
  static constexpr std::string_view name = "lognormal",
                                    summary = "ln X is normal: median exp(sigma Z), Z standard";
  static constexpr OptionInfo given_median = {"median", option::Reals{1e-6, 1e9, 1},
                                              "the median; the mean is median exp(sigma^2 / 2)"};
  static constexpr OptionInfo given_sigma = {"sigma", option::Reals{0, 10, 1},
                                             "standard deviation of ln X"};
  static constexpr OptionInfo options[] = {given_median, given_sigma, grid::least, grid::most,
                                           grid::step};

  explicit Lognormal(Values const& values)
      : median(values.real(given_median)), sigma(values.real(given_sigma)) {}
  double quantile(double u) const {
    return median * portable::exp(sigma * portable::normal_quantile(u));
  }

  double median, sigma;
};

}  // namespace fairslot::distributions
