/// How large a run will be, roughly.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "host/scenario/scenario.hpp"

namespace fairslot {

struct Estimate {
  double tasks = 0;   ///< expected, over all runs
  double memory = 0;  ///< bytes
  double file = 0;    ///< bytes
};

Estimate estimate(std::vector<Point> const& points, std::int64_t policies);

/// 12345678 as "12.3 M": two or three digits and a step of 1000.
std::string rounded(double number);

}  // namespace fairslot
