/// What Li and Wang 2024, 3.2, report: the least gain of TV-TSF over TSF and CDRF, in slots.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "host/statistics/summary.hpp"

namespace fairslot::statistics {

/// At a point that is the study's (SweepPoint::published), by its load; nullopt at any other. 56
/// for queueing at 50 % repeats that at 25 % in the source.
inline std::optional<double> published_gain(SweepPoint const& point, Metric metric) {
  struct Load {
    double large_share;
    std::array<double, 3> gains;  // waiting, queueing, completion
  };
  static constexpr std::array loads{Load{-1.0, {0.163, 0.9, 14}}, Load{0.25, {5, 56, 119}},
                                    Load{0.5, {36, 56, 384}}, Load{0.8, {438, 708, 585}}};
  if (!point.published) return std::nullopt;
  for (Load const& load : loads)
    if (load.large_share == point.large_share) return load.gains[static_cast<std::size_t>(metric)];
  return std::nullopt;
}

}  // namespace fairslot::statistics
