#pragma once

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <cmath>
#include <stdexcept>
#include <vector>

namespace fairslot::pool {

/// Throws, with both, unless each differs by no more than `tolerance`, relative above 1.
inline void require_same(std::vector<double> const& have, std::vector<double> const& want,
                         double tolerance = 1e-9) {
  bool same = have.size() == want.size();
  for (std::size_t i = 0; same && i < have.size(); ++i)
    same = std::abs(have[i] - want[i]) <= tolerance * std::fmax(1.0, std::abs(want[i]));
  if (!same)
    throw std::runtime_error(
        fmt::format("{} instead of {}", fmt::join(have, ", "), fmt::join(want, ", ")));
}

}  // namespace fairslot::pool
