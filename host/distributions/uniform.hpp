#pragma once

#include "host/distributions/law.hpp"

namespace fairslot::distributions {

struct Uniform {
  static constexpr std::string_view name = "uniform",
                                    summary = "least, least + step, ... up to most, all as likely";
  static constexpr OptionInfo options[] = {
      {"least", grid::least.range, "the lowest"},
      {"most", grid::most.range, "the highest, where the steps meet it"},
      {"step", grid::step.range, "between one and the next"}};

  explicit Uniform(Values const& values)
      : least(static_cast<double>(values.integer(grid::least))),
        step(static_cast<double>(values.integer(grid::step))),
        steps((values.integer(grid::most) - values.integer(grid::least)) /
                  values.integer(grid::step) +
              1) {}
  double quantile(double u) const {
    auto const whole = static_cast<std::int64_t>(u * static_cast<double>(steps));
    return least + step * static_cast<double>(whole);
  }

  double least, step;
  std::int64_t steps;
};

}  // namespace fairslot::distributions
