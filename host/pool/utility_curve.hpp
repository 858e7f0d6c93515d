/// A user's utility over its weight, and how much of a resource a level of it takes.
#pragma once

#include <vector>

#include "host/pool/utility.hpp"

namespace fairslot::pool {

class UtilityCurve {
 public:
  /// Of one who wants no more than `wanted`, which may be infinite.
  UtilityCurve(Utility const&, double weight, double wanted);

  double level(double amount) const;
  /// The least amount with this level, or with the highest that the user can have.
  double amount(double level) const;
  /// The least amount from which the level is above this one: the same, unless the curve is flat.
  double amount_above(double level) const;

 private:
  double points_level(double amount) const;
  double points_amount(double level) const;

  Shape shape_;
  double parameter_, weight_;
  std::vector<UtilityPoint> points_;  // utility over weight
  double highest_, enough_;           // level; the least amount for it
};

}  // namespace fairslot::pool
