// utility_max_min.
#include "gtest/gtest.h"
#include "host/pool/solver.hpp"
#include "host/pool/utility_curve.hpp"
#include "rapidcheck/gtest.h"
#include "tests/oracle/pool/twins.hpp"
#include "tests/pool/random_instance.hpp"
#include "tests/pool/same_numbers.hpp"

namespace fairslot::pool {
namespace {

/// Flat parts and jumps among them.
Utility draw_utility() {
  Utility utility;
  utility.shape = static_cast<Shape>(*rc::gen::inRange(0, 5));
  utility.parameter = *rc::gen::inRange(1, 9);
  if (utility.shape != Shape::points) return utility;
  utility.points.push_back({0.0, *rc::gen::inRange(0, 2) / 8.0});
  int const count = *rc::gen::inRange(1, 6);
  for (int p = 0; p < count; ++p) {
    UtilityPoint const& last = utility.points.back();
    utility.points.push_back(
        {last.amount + *rc::gen::inRange(0, 4), last.utility + *rc::gen::inRange(0, 3) / 8.0});
  }
  return utility;
}

Instance draw_utilities() {
  Instance in = draw({.most_users = 8, .most_resources = 1, .zero_demands = false});
  for (std::size_t i = 0; i < in.N(); ++i) in.utility.push_back(draw_utility());
  return in;
}

RC_GTEST_PROP(UtilityMaxMin, IsItsTwin, ()) {
  Instance const in = draw_utilities();
  auto const amounts = Solver("utility_max_min").solve(in).allocation;
  require_same(amounts, twins::utility_max_min(in, 0), 1e-6);
}

RC_GTEST_PROP(UtilityMaxMin, GivesNoMoreThanThereIs, ()) {
  Instance const in = draw_utilities();
  Answer const answer = Solver("utility_max_min").solve(in);
  RC_ASSERT(answer.used[0] <= in.capacity[0] * (1 + 1e-11));
}

/// An amount for a level has it, and no less amount has.
RC_GTEST_PROP(UtilityCurve, IsInvertedByAmounts, ()) {
  Utility const utility = draw_utility();
  double const weight = *rc::gen::inRange(1, 5), wanted = *rc::gen::inRange(0, 20);
  UtilityCurve const curve(utility, weight, wanted);
  double const level = std::min(*rc::gen::inRange(0, 17) / 8.0, curve.level(wanted));
  double const amount = curve.amount(level);
  RC_ASSERT(amount <= wanted);
  RC_ASSERT(curve.level(amount) >= level - 1e-12);
  if (amount > 0) RC_ASSERT(curve.level(amount * (1 - 1e-6)) < level);
  double const above = curve.amount_above(level);
  RC_ASSERT(above >= amount);
  if (above > 0) RC_ASSERT(curve.level(above * (1 - 1e-9)) <= level + 1e-8);
}

RC_GTEST_PROP(UtilityMaxMin, OfEqualLinearOnesIsMaxMin, ()) {
  Instance in = draw({.most_resources = 1, .zero_demands = false});
  in.utility.assign(in.N(), {Shape::linear, 3.0, {}});
  require_same(Solver("utility_max_min").solve(in).tasks, Solver("max_min").solve(in).tasks, 1e-12);
}

}  // namespace
}  // namespace fairslot::pool
