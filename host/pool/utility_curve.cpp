#include "host/pool/utility_curve.hpp"

#include <algorithm>
#include <cmath>

#include "host/pool/instance.hpp"

namespace fairslot::pool {

UtilityCurve::UtilityCurve(Utility const& utility, double weight, double wanted)
    : shape_(utility.shape),
      parameter_(utility.parameter),
      weight_(weight),
      points_(utility.points),
      highest_(unlimited),
      enough_(wanted) {
  for (UtilityPoint& point : points_) point.utility /= weight;
  double const highest = level(wanted);
  if (shape_ == Shape::real_time || shape_ == Shape::points)
    enough_ = std::min(wanted, amount(highest));
  highest_ = highest;
}

double UtilityCurve::level(double amount) const {
  double const over = parameter_ / amount;  // infinite for nothing
  switch (shape_) {
    case Shape::linear:
      return amount / parameter_ / weight_;
    case Shape::elastic:
      return 1 / (1 + over) / weight_;
    case Shape::real_time:
      return amount >= parameter_ ? 1 / weight_ : 0.0;
    case Shape::rate_adaptive:
      return 1 / (1 + over * over) / weight_;
    case Shape::points:
      return points_level(amount);
  }
  return 0;
}

double UtilityCurve::amount(double level) const {
  if (level <= 0) return 0;
  if (level >= highest_) return enough_;
  double const utility = level * weight_;
  double const odds = utility < 1 ? utility / (1 - utility) : unlimited;
  switch (shape_) {
    case Shape::linear:
      return std::min(utility * parameter_, enough_);
    case Shape::elastic:
      return std::min(odds * parameter_, enough_);
    case Shape::real_time:
      return std::min(parameter_, enough_);
    case Shape::rate_adaptive:
      return std::min(std::sqrt(odds) * parameter_, enough_);
    case Shape::points:
      return std::min(points_amount(level), enough_);
  }
  return 0;
}

double UtilityCurve::amount_above(double level) const {
  if (level >= highest_) return amount(level);
  if (shape_ == Shape::real_time) return enough_;
  if (shape_ != Shape::points) return amount(level);
  auto const above = std::ranges::upper_bound(points_, level, {}, &UtilityPoint::utility);
  if (above == points_.begin()) return 0;
  auto const flat = above - 1;
  return flat->utility == level ? flat->amount : amount(level);
}

double UtilityCurve::points_level(double amount) const {
  auto const next = std::ranges::upper_bound(points_, amount, {}, &UtilityPoint::amount);
  if (next == points_.end()) return points_.back().utility;
  auto const& before = *(next - 1);  // the first is at 0
  double const part = (amount - before.amount) / (next->amount - before.amount);
  return before.utility + part * (next->utility - before.utility);
}

double UtilityCurve::points_amount(double level) const {
  auto const next = std::ranges::lower_bound(points_, level, {}, &UtilityPoint::utility);
  if (next == points_.end()) return points_.back().amount;
  if (next == points_.begin() || next->utility == level) return next->amount;
  auto const& before = *(next - 1);
  double const part = (level - before.utility) / (next->utility - before.utility);
  return std::min(before.amount + part * (next->amount - before.amount), next->amount);
}

}  // namespace fairslot::pool
