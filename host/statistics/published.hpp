/// What Li and Wang 2024, 3.2, report: the least gain of TV-TSF over TSF and CDRF, in slots.
#pragma once

#include <array>
#include <cmath>
#include <optional>

#include "host/statistics/summary.hpp"

namespace fairslot {

/// By load, given as the share of large jobs (negative: the trace's own mix); nullopt for any
/// other. 56 for queueing at 50 % repeats that at 25 % in the source.
inline std::optional<double> published_gain(std::optional<double> large_share, Metric metric) {
  struct Load {
    double large_share;
    std::array<double, 3> gains;  // waiting, queueing, completion
  };
  static constexpr std::array loads{Load{-1.0, {0.163, 0.9, 14}}, Load{0.25, {5, 56, 119}},
                                    Load{0.5, {36, 56, 384}}, Load{0.8, {438, 708, 585}}};
  if (!large_share) return std::nullopt;
  double const share = *large_share < 0 ? -1.0 : *large_share;
  for (Load const& load : loads)
    if (load.large_share == share) return load.gains[static_cast<std::size_t>(metric)];
  return std::nullopt;
}

}  // namespace fairslot
