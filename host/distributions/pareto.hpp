#pragma once

#include "host/distributions/law.hpp"
#include "host/distributions/portable_math.hpp"

namespace fairslot::distributions {

struct Pareto {
  static constexpr std::string_view name = "pareto",
                                    summary = "P(X > x) = (scale / x)^shape from scale on";
  static constexpr OptionInfo given_shape = {"shape", option::Reals{0.1, 100, 1.5},
                                             "the lower, the heavier; up to 1 only the cap bounds "
                                             "the mean"};
  static constexpr OptionInfo given_scale = {"scale", option::Reals{1e-6, 1e9, 1},
                                             "the smallest X"};
  static constexpr OptionInfo options[] = {given_shape, given_scale, grid::least, grid::most,
                                           grid::step};

  explicit Pareto(Values const& values)
      : shape(values.real(given_shape)), scale(values.real(given_scale)) {}
  double quantile(double u) const { return scale * portable::power(1 - u, -1 / shape); }

  double shape, scale;
};

}  // namespace fairslot::distributions
