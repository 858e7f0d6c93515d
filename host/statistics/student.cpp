#include "host/statistics/student.hpp"

#include <cmath>
#include <numbers>

namespace fairslot::statistics {
namespace {

/// P(|T| <= t) as a finite sum (Abramowitz and Stegun, 26.7.3 and 26.7.4).
double within(double t, int degrees) {
  double const angle = std::atan(t / std::sqrt(double(degrees)));
  double const cosine = std::cos(angle), sine = std::sin(angle);
  bool const odd = degrees % 2 == 1;
  double term = odd ? cosine : 1.0, sum = 0;
  for (int k = odd ? 1 : 0; k <= degrees - 2; k += 2) {
    sum += term;
    term *= cosine * cosine * (k + 1) / (k + 2);
  }
  return odd ? 2 / std::numbers::pi * (angle + sine * sum) : sine * sum;
}

double by_bisection(int degrees) {
  double low = 1.9, high = 12.8;  // between the normal quantile and that of one degree
  for (int i = 0; i < 60; ++i) {
    double const middle = (low + high) / 2;
    (within(middle, degrees) < 0.95 ? low : high) = middle;
  }
  return (low + high) / 2;
}

/// The expansion around the normal quantile (Abramowitz and Stegun, 26.7.5).
double by_expansion(double v) {
  double const z = 1.959963984540054, z2 = z * z;
  double const g1 = z * (z2 + 1) / 4;
  double const g2 = z * ((5 * z2 + 16) * z2 + 3) / 96;
  double const g3 = z * (((3 * z2 + 19) * z2 + 17) * z2 - 15) / 384;
  double const g4 = z * ((((79 * z2 + 776) * z2 + 1482) * z2 - 1920) * z2 - 945) / 92160;
  return z + (g1 + (g2 + (g3 + g4 / v) / v) / v) / v;
}

}  // namespace

double student_t95(std::int64_t degrees) {
  return degrees < 1000 ? by_bisection(static_cast<int>(degrees))
                        : by_expansion(static_cast<double>(degrees));
}

}  // namespace fairslot::statistics
