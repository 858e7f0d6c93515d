/// How a user values an amount of one resource: a shape that never falls.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

namespace fairslot::pool {

enum class Shape : std::int32_t { linear, elastic, real_time, rate_adaptive, points };
inline constexpr std::string_view shape_names[] = {"linear", "elastic", "real_time",
                                                   "rate_adaptive", "points"};

struct UtilityPoint {
  double amount, utility;
};

struct Utility {
  Shape shape = Shape::linear;
  /// linear a/d: d; elastic a/(a+c): c; real_time, 1 from m on: m; rate_adaptive a²/(a²+m²): m.
  double parameter = 1;
  /// Straight between two, both numbers ascending; a jump where two have one amount.
  std::vector<UtilityPoint> points;
};

}  // namespace fairslot::pool
