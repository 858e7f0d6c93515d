#pragma once

#include "host/distributions/law.hpp"
#include "host/distributions/portable_math.hpp"

namespace fairslot::distributions {

struct Weibull {
  static constexpr std::string_view name = "weibull",
                                    summary = "P(X > x) = exp(-(x / scale)^shape)";
  static constexpr OptionInfo given_shape = {"shape", option::Reals{0.1, 100, 1},
                                             "below 1 heavier than the exponential"};
  static constexpr OptionInfo given_scale = {"scale", option::Reals{1e-6, 1e9, 1},
                                             "exceeded with probability 1/e"};
  static constexpr OptionInfo options[] = {given_shape, given_scale, grid::least, grid::most,
                                           grid::step};

  explicit Weibull(Values const& values)
      : shape(values.real(given_shape)), scale(values.real(given_scale)) {}
  double quantile(double u) const {
    return scale * portable::power(-portable::log(1 - u), 1 / shape);
  }

  double shape, scale;
};

}  // namespace fairslot::distributions
