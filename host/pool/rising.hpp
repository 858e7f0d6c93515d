/// Progressive filling of users who begin at different levels: all levels rise together, each from
/// where it stands. A user stops where it has all it wants, or where a resource that it needs ends.
/// Where all begin at 0, filling.hpp is faster.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace fairslot::pool {

/// Shares are dominant ones.
struct Riser {
  double from;  ///< the level at which it begins
  double held;  ///< its share up to there, whatever happens
  double most;  ///< the share that it wants
  double rate;  ///< of its share a level
};

/// The shares [N]. `ratios` [N][K] of the whole of a resource for a share of 1. O(n K² log n).
std::vector<double> rise(std::span<double const> ratios, std::span<Riser const> risers);

}  // namespace fairslot::pool
